package dev.tapedeck.frame;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What stood on the wire between two frame ends, exact to the byte.
 *
 * <p>The first three shapes are the three members of the format: {@code frame}, {@code text} and {@code bytes}.
 * Arrays handed in and out are not copied and must not be changed.
 */
public sealed interface Payload {
    /** The bytes as they travelled, without the line end; of an {@link Oversize} payload only the first. */
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

    /**
     * A line too long to be held in memory and parsed (over 64 MiB); it lies in the file in full.
     *
     * @param length size on the wire in bytes, as far as it could be counted without decoding
     * @param bytes the first bytes only, for display
     * @param content all of the bytes
     */
    record Oversize(long length, byte[] bytes, Content content) implements Payload {
        /** Where the whole payload can be had from. */
        @FunctionalInterface
        public interface Content {
            /**
             * Writes all bytes, which never lie in memory together.
             *
             * @throws IOException if they can no longer be read, or not be written
             */
            void writeTo(OutputStream out) throws IOException;
        }

        @Override
        public int size() {
            return (int) Math.min(length, Integer.MAX_VALUE);
        }
    }
}
