package dev.tapedeck.fault;

import dev.tapedeck.frame.Payload;
import dev.tapedeck.text.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a line as the payload that a recorder would have made of them. */
final class Line {
    private Line() {}

    /** The bytes from {@code from} to {@code to}, as far as the line has them. */
    static Payload part(byte[] line, int from, int to) {
        int end = Math.clamp(to, 0, line.length);
        return of(Arrays.copyOfRange(line, Math.clamp(from, 0, end), end));
    }

    static Payload joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return of(both);
    }

    private static Payload of(byte[] line) {
        return Utf8.valid(line, 0, line.length)
                ? new Payload.Text(new String(line, StandardCharsets.UTF_8))
                : new Payload.Binary(line);
    }
}
