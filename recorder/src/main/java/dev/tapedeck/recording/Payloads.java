package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonParser;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.text.Utf8;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Which of the format's members a line of the wire becomes. */
public final class Payloads {
    private Payloads() {}

    /**
     * Tells what a line is: {@link Payload.Json} if it is exactly one JSON value without a line feed and without white
     * space around it (white space would be lost in the {@code frame} member), else {@link Payload.Text} if it is valid
     * UTF-8, else {@link Payload.Binary}.
     *
     * <p>The limits of decision D8 are not applied here: a value beyond them is one frame's fault for whoever decodes
     * it, and still JSON.
     *
     * @param line the line's own bytes, without its end; kept, not copied; at most 64 MiB
     */
    public static Payload classify(byte[] line) {
        if (!Utf8.valid(line, 0, line.length)) {
            return new Payload.Binary(line);
        }
        return isJson(line) ? new Payload.Json(line) : new Payload.Text(new String(line, StandardCharsets.UTF_8));
    }

    /** As {@link #classify(byte[])}, of a part of an array, which is copied. */
    static Payload classify(byte[] buffer, int from, int to) {
        return classify(Arrays.copyOfRange(buffer, from, to));
    }

    private static boolean isJson(byte[] line) {
        if (line.length == 0 || !startsJson(line[0]) || line[line.length - 1] <= ' ' || splitsOrDeceives(line)) {
            return false;
        }
        try (JsonParser parser = RecordingLimits.LINES.createParser(line)) {
            parser.nextToken();
            parser.skipChildren();
            parser.finishToken();
            if (parser.currentLocation().getByteOffset() != line.length) {
                return false;
            }
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }

    /** Most foreign lines fail here, without the cost of an exception. */
    private static boolean startsJson(byte first) {
        return switch (first) {
            case '{', '[', '"', '-', 't', 'f', 'n' -> true;
            default -> first >= '0' && first <= '9';
        };
    }

    /** A line feed would split the recording's line; a zero byte makes the parser guess UTF-16. */
    private static boolean splitsOrDeceives(byte[] line) {
        for (byte b : line) {
            if (b == '\n' || b == 0) {
                return true;
            }
        }
        return false;
    }
}
