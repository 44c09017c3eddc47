package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.tapedeck.frame.Payload;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** Takes a payload out of a recording line; the parser stands at the member's value. */
interface PayloadReader {
    Payload frame(JsonParser parser) throws IOException, MalformedLine;

    Payload text(JsonParser parser) throws IOException, MalformedLine;

    Payload bytes(JsonParser parser) throws IOException, MalformedLine;

    /** Of a line that lies in memory. */
    record InMemory(byte[] line) implements PayloadReader {
        @Override
        public Payload frame(JsonParser parser) throws IOException {
            int from = (int) parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            byte[] own = Arrays.copyOfRange(line, from, (int) parser.currentLocation().getByteOffset());
            return own.length > RecordingLimits.PARSED_LINE ? oversize(own) : new Payload.Json(own);
        }

        @Override
        public Payload text(JsonParser parser) throws IOException {
            Payload.Text text = new Payload.Text(parser.getText());
            return text.text().length() > RecordingLimits.PARSED_LINE ? oversize(text.bytes()) : text;
        }

        @Override
        public Payload bytes(JsonParser parser) throws IOException, MalformedLine {
            try {
                byte[] own = Base64.getDecoder().decode(parser.getText());
                return own.length > RecordingLimits.PARSED_LINE ? oversize(own) : new Payload.Binary(own);
            } catch (IllegalArgumentException e) {
                throw new MalformedLine("base64 as bytes", e.getMessage());
            }
        }

        private static Payload oversize(byte[] own) {
            byte[] head = Arrays.copyOf(own, RecordingLimits.OVERSIZE_HEAD);
            return new Payload.Oversize(own.length, head, out -> out.write(own));
        }
    }

    /**
     * Of a line too long for memory.
     *
     * @param start the line's first bytes, for display
     * @param file the file, if there is one to read the payload from later
     * @param offset offset of the line in the file
     */
    record InPassing(byte[] start, @Nullable Path file, long offset) implements PayloadReader {
        @Override
        public Payload frame(JsonParser parser) throws IOException {
            long from = parser.currentTokenLocation().getByteOffset();
            parser.skipChildren();
            parser.finishToken();
            long length = parser.currentLocation().getByteOffset() - from;
            int headFrom = (int) Math.min(from, start.length);
            int headTo = (int) Math.min(from + Math.min(length, RecordingLimits.OVERSIZE_HEAD), start.length);
            return new Payload.Oversize(
                    length, Arrays.copyOfRange(start, headFrom, headTo), out -> copy(offset + from, length, out));
        }

        @Override
        public Payload text(JsonParser parser) throws IOException {
            int from = (int) Math.min(parser.currentTokenLocation().getByteOffset() + 1, start.length);
            byte[] head = Arrays.copyOfRange(start, from, Math.min(from + RecordingLimits.OVERSIZE_HEAD, start.length));
            return new Payload.Oversize(
                    RecordingLimits.RECORDING_LINE,
                    head,
                    out -> member("text", text -> out.write(text.getText().getBytes(StandardCharsets.UTF_8))));
        }

        @Override
        public Payload bytes(JsonParser parser) throws IOException {
            Head head = new Head();
            parser.readBinaryValue(head);
            return new Payload.Oversize(
                    head.length, head.first.toByteArray(), out -> member("bytes", value -> value.readBinaryValue(out)));
        }

        void copy(long from, long length, OutputStream out) throws IOException {
            try (InputStream in = open()) {
                in.skipNBytes(from);
                byte[] buffer = new byte[64 * 1024];
                for (long left = length; left > 0; ) {
                    int read = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                    if (read < 0) {
                        throw new IOException(
                                "%s: %d more bytes of a payload expected, found the end".formatted(file, left));
                    }
                    out.write(buffer, 0, read);
                    left -= read;
                }
            }
        }

        private void member(String name, ValueReader reader) throws IOException {
            try (InputStream in = open()) {
                in.skipNBytes(offset);
                JsonParser parser = RecordingLimits.LINES.createParser(in);
                parser.nextToken();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    boolean wanted = parser.currentName().equals(name);
                    parser.nextToken();
                    if (wanted) {
                        reader.read(parser);
                        return;
                    }
                    parser.skipChildren();
                }
            }
        }

        private InputStream open() throws IOException {
            if (file == null) {
                throw new IOException("the payload was read from a stream and is gone");
            }
            return new BufferedInputStream(Files.newInputStream(file));
        }
    }

    /** Reads the value a parser stands at. */
    @FunctionalInterface
    interface ValueReader {
        void read(JsonParser parser) throws IOException;
    }

    /** Counts what it is given and keeps the beginning. */
    final class Head extends OutputStream {
        private final ByteArrayOutputStream first = new ByteArrayOutputStream();
        private long length;

        @Override
        public void write(int b) {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            first.write(bytes, from, Math.min(count, RecordingLimits.OVERSIZE_HEAD - first.size()));
            length += count;
        }
    }
}
