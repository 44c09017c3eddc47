package dev.tapedeck.recorder;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Takes one direction of an HTTP/1.1 connection apart into messages (RFC 9112), on bytes, however they are cut.
 *
 * <p>It only listens: what it does not understand makes it deaf for the rest of the connection, and is told.
 */
final class HttpSide {
    /** A longer head, in bytes, is none. */
    private static final int LONGEST_HEAD = 256 * 1024;

    /** How the length of a message's body is told (RFC 9112, section 6.3). */
    sealed interface Framing {
        record Length(long bytes) implements Framing {}

        record Chunked() implements Framing {}

        record UntilClose() implements Framing {}

        /** What follows is no HTTP. */
        record Opaque() implements Framing {}

        Framing NONE = new Length(0);
    }

    /** Takes the messages. */
    interface Listener {
        /** @param headers by name in lower case; of equal names the last */
        Framing head(String startLine, Map<String, String> headers, long micros) throws IOException;

        void body(byte[] bytes, int from, int to, long micros) throws IOException;

        /** @param whole false when the connection ended inside the message */
        void end(boolean whole, long micros) throws IOException;

        /** Nothing more of this direction is understood. */
        void deaf(String why, long micros) throws IOException;
    }

    private enum State {
        HEAD,
        FIXED,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE,
        DEAF
    }

    private final Listener listener;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private State state = State.HEAD;
    private long left;

    HttpSide(Listener listener) {
        this.listener = listener;
    }

    void accept(byte[] bytes, long micros) throws IOException {
        int at = 0;
        while (at < bytes.length && state != State.DEAF) {
            at = switch (state) {
                case HEAD, CHUNK_SIZE, CHUNK_END, TRAILERS -> line(bytes, at, micros);
                case FIXED, CHUNK -> counted(bytes, at, micros);
                case UNTIL_CLOSE -> {
                    listener.body(bytes, at, bytes.length, micros);
                    yield bytes.length;
                }
                case DEAF -> bytes.length;
            };
        }
    }

    /** The connection has ended in this direction. */
    void end(long micros) throws IOException {
        State last = state;
        state = State.DEAF;
        switch (last) {
            case HEAD, DEAF -> {}
            case UNTIL_CLOSE -> listener.end(true, micros);
            case FIXED, CHUNK, CHUNK_SIZE, CHUNK_END, TRAILERS -> listener.end(false, micros);
        }
    }

    /** Nothing more is to be understood, for instance after an upgrade. */
    void stop() {
        state = State.DEAF;
    }

    private int counted(byte[] bytes, int at, long micros) throws IOException {
        int until = (int) Math.min(bytes.length, at + left);
        listener.body(bytes, at, until, micros);
        left -= until - at;
        if (left == 0 && state == State.CHUNK) {
            state = State.CHUNK_END;
        } else if (left == 0) {
            ended(micros);
        }
        return until;
    }

    private int line(byte[] bytes, int from, long micros) throws IOException {
        for (int at = from; at < bytes.length; at++) {
            text.write(bytes[at]);
            if (bytes[at] == '\n' && whole()) {
                String read = text.toString(StandardCharsets.ISO_8859_1);
                text.reset();
                understand(read, micros);
                return at + 1;
            }
            if (text.size() > LONGEST_HEAD) {
                deaf("a head of over " + LONGEST_HEAD + " bytes", micros);
                return bytes.length;
            }
        }
        return bytes.length;
    }

    /** A head ends with its blank line, everything else with the line. */
    private boolean whole() {
        if (state != State.HEAD) {
            return true;
        }
        String tail = text.toString(StandardCharsets.ISO_8859_1);
        return tail.isBlank() || tail.endsWith("\n\r\n") || tail.endsWith("\n\n");
    }

    private void understand(String read, long micros) throws IOException {
        switch (state) {
            case HEAD -> head(read, micros);
            case CHUNK_SIZE -> chunk(read, micros);
            case CHUNK_END -> state = State.CHUNK_SIZE;
            case TRAILERS -> {
                if (read.isBlank()) {
                    ended(micros);
                }
            }
            case FIXED, CHUNK, UNTIL_CLOSE, DEAF -> throw new IllegalStateException(state.toString());
        }
    }

    private void head(String read, long micros) throws IOException {
        if (read.isBlank()) {
            // Blank lines before a message are passed over (RFC 9112, section 2.2).
            return;
        }
        String[] lines = read.split("\r?\n");
        Map<String, String> headers = new HashMap<>();
        for (int i = 1; i < lines.length; i++) {
            String[] parts = lines[i].split(":", 2);
            if (parts.length == 2) {
                headers.put(parts[0].toLowerCase(Locale.ROOT), parts[1].strip());
            }
        }
        switch (listener.head(lines[0], headers, micros)) {
            case Framing.Length(long bytes) when bytes == 0 -> ended(micros);
            case Framing.Length(long bytes) -> {
                left = bytes;
                state = State.FIXED;
            }
            case Framing.Chunked chunked -> state = State.CHUNK_SIZE;
            case Framing.UntilClose close -> state = State.UNTIL_CLOSE;
            case Framing.Opaque opaque -> state = State.DEAF;
        }
    }

    private void chunk(String read, long micros) throws IOException {
        String size = read.split(";", 2)[0].strip();
        if (!size.matches("[0-9a-fA-F]{1,15}")) {
            deaf("a chunk's size expected, found " + size, micros);
            return;
        }
        left = Long.parseLong(size, 16);
        state = left == 0 ? State.TRAILERS : State.CHUNK;
    }

    private void ended(long micros) throws IOException {
        state = State.HEAD;
        listener.end(true, micros);
    }

    private void deaf(String why, long micros) throws IOException {
        state = State.DEAF;
        listener.deaf(why, micros);
    }

    /** How the body of a message with these headers is delimited, where the message may have one. */
    static Framing framing(Map<String, String> headers, Framing otherwise) {
        String coding = headers.getOrDefault("transfer-encoding", "").toLowerCase(Locale.ROOT);
        if (coding.endsWith("chunked")) {
            return new Framing.Chunked();
        }
        String length = headers.getOrDefault("content-length", "");
        return length.matches("[0-9]{1,18}") ? new Framing.Length(Long.parseLong(length)) : otherwise;
    }
}
