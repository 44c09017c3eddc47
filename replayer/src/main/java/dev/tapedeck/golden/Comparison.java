package dev.tapedeck.golden;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Byte equality after one normalisation: CRLF outside string values and a missing last line end are forgiven, and
 * nothing else is.
 *
 * @param equal whether the two are equal, forgiven differences aside
 * @param forgiven what had to be forgiven, each in one sentence; empty when the bytes are the same
 */
public record Comparison(boolean equal, List<String> forgiven) {
    /** Nothing that could be forgiven would make the two equal. */
    static final Comparison DIFFERENT = new Comparison(false, List.of());

    private static final byte CR = '\r';
    private static final byte LF = '\n';

    public Comparison {
        forgiven = List.copyOf(forgiven);
    }

    /** Compares JSON or ndjson: a carriage return inside a string value is content. */
    public static Comparison ofJson(byte[] approved, byte[] received) {
        return compare(approved, received, true);
    }

    /** Compares lines of text that hold no string values. */
    public static Comparison ofText(byte[] approved, byte[] received) {
        return compare(approved, received, false);
    }

    private static Comparison compare(byte[] approved, byte[] received, boolean json) {
        if (Arrays.equals(approved, received)) {
            return new Comparison(true, List.of());
        }
        List<String> forgiven = new ArrayList<>();
        byte[] left = normalised("approved", approved, json, forgiven);
        byte[] right = normalised("received", received, json, forgiven);
        boolean equal = Arrays.equals(left, right);
        return equal ? new Comparison(true, forgiven) : DIFFERENT;
    }

    private static byte[] normalised(String which, byte[] bytes, boolean json, List<String> forgiven) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(bytes.length + 1);
        int forgivenLineEnds = 0;
        boolean inString = false;
        boolean escaped = false;
        for (int i = 0; i < bytes.length; i++) {
            byte b = bytes[i];
            if (inString) {
                inString = escaped || b != '"';
                escaped = !escaped && b == '\\';
            } else if (b == CR && i + 1 < bytes.length && bytes[i + 1] == LF) {
                forgivenLineEnds++;
                continue;
            } else {
                inString = json && b == '"';
            }
            out.write(b);
        }
        if (forgivenLineEnds > 0) {
            forgiven.add(which + " file: CRLF taken as LF on " + forgivenLineEnds + " lines");
        }
        if (bytes.length > 0 && bytes[bytes.length - 1] != LF) {
            forgiven.add(which + " file: missing last line end added");
            out.write(LF);
        }
        return out.toByteArray();
    }
}
