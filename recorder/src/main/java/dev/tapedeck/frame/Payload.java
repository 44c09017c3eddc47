package dev.tapedeck.frame;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What stood on the wire between two frame ends, exact to the byte.
 *
 * <p>The three shapes are the three members of the format: {@code frame}, {@code text} and {@code bytes}.
 * Arrays handed in and out are not copied and must not be changed.
 */
public sealed interface Payload {
    /** The bytes as they travelled, without the line end. */
    byte[] bytes();

    /** Size on the wire in bytes, without the line end. */
    default int size() {
        return bytes().length;
    }

    /** The text of the payload; malformed UTF-8 shows as U+FFFD, so it is for display only. */
    default String display() {
        return new String(bytes(), StandardCharsets.UTF_8);
    }

    /** One JSON value on one line, kept verbatim. */
    record Json(byte[] bytes) implements Payload {
        @Override
        public boolean equals(Object other) {
            return other instanceof Json that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }

    /** Valid UTF-8 that is not one JSON value on one line. */
    record Text(String text) implements Payload {
        @Override
        public byte[] bytes() {
            return text.getBytes(StandardCharsets.UTF_8);
        }

        @Override
        public String display() {
            return text;
        }
    }

    /** Bytes that are not valid UTF-8. */
    record Binary(byte[] bytes) implements Payload {
        @Override
        public boolean equals(Object other) {
            return other instanceof Binary that && Arrays.equals(bytes, that.bytes);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(bytes);
        }
    }
}
