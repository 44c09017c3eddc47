package dev.tapedeck.recording;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import org.jspecify.annotations.Nullable;

/** The encoding of a file, told by its first bytes. */
final class Encoding {
    private Encoding() {}

    /** A stream whose encoding was looked at; {@code skipped} bytes of a byte order mark are behind it. */
    record Checked(InputStream in, int skipped) {}

    /**
     * Passes over a leading UTF-8 byte order mark.
     *
     * @throws RecordingException if the file is UTF-16 or UTF-32, named in the message
     */
    static Checked check(InputStream in, String name) throws IOException {
        PushbackInputStream start = new PushbackInputStream(in, 4);
        byte[] first = start.readNBytes(4);
        String other = otherThanUtf8(first);
        if (other != null) {
            throw new RecordingException("encoding not supported", name, 1, 0, "UTF-8", other);
        }
        boolean mark = first.length >= 3 && at(first, 0) == 0xef && at(first, 1) == 0xbb && at(first, 2) == 0xbf;
        int skipped = mark ? 3 : 0;
        start.unread(first, skipped, first.length - skipped);
        return new Checked(start, skipped);
    }

    private static @Nullable String otherThanUtf8(byte[] first) {
        int a = at(first, 0);
        int b = at(first, 1);
        int c = at(first, 2);
        int d = at(first, 3);
        if (a == 0xff && b == 0xfe) {
            return c == 0 && d == 0 ? "UTF-32LE" : "UTF-16LE";
        }
        if (a == 0xfe && b == 0xff) {
            return "UTF-16BE";
        }
        if (a == 0 && b == 0 && c == 0xfe && d == 0xff) {
            return "UTF-32BE";
        }
        // Without a mark: a recording starts with an ASCII character, of which UTF-16 makes a pair with a zero byte.
        if (a > 0 && b == 0 && c > 0 && d == 0) {
            return "UTF-16LE without a byte order mark";
        }
        if (a == 0 && b > 0 && c == 0 && d > 0) {
            return "UTF-16BE without a byte order mark";
        }
        return null;
    }

    private static int at(byte[] bytes, int index) {
        return index < bytes.length ? bytes[index] & 0xff : -1;
    }
}
