package dev.tapedeck.recording;

import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one byte stream into lines, at byte 0x0A only (architecture, section 4).
 *
 * <p>However the same bytes are cut into chunks, the same lines come out. A line has no fixed limit: over 64 MiB it is
 * kept in a temporary file and handed on as {@link Payload.Oversize}. Not safe for use by several threads.
 */
public final class LineCutter {
    /** Read boundaries noted for one line, at most. */
    private static final int MAX_CUTS = 256;

    private final LineSink sink;
    private final boolean notesCuts;
    private final HeldBytes held;
    private final List<Integer> cuts = new ArrayList<>();
    private long micros;

    /** A cutter that notes no read boundaries. */
    public LineCutter(LineSink sink) {
        this(sink, false, RecordingLimits.PARSED_LINE, null);
    }

    /** A cutter that notes up to 256 read boundaries inside each line. */
    public static LineCutter notingCuts(LineSink sink) {
        return new LineCutter(sink, true, RecordingLimits.PARSED_LINE, null);
    }

    LineCutter(LineSink sink, boolean notesCuts, int parsedLine, @Nullable Path spillFolder) {
        this.sink = sink;
        this.notesCuts = notesCuts;
        this.held = new HeldBytes(parsedLine, spillFolder);
    }

    /**
     * Takes the next bytes; every line they complete goes to the sink before this returns.
     *
     * @param arrival when these bytes arrived, in µs since the recording started; the time of the lines they complete
     * @throws IOException if a line over 64 MiB could not be kept, or if the sink threw it
     */
    public void accept(byte[] chunk, int from, int to, long arrival) throws IOException {
        micros = arrival;
        int start = from;
        for (int i = from; i < to; i++) {
            if (chunk[i] == '\n') {
                held.append(chunk, start, i);
                finish(true);
                start = i + 1;
            }
        }
        held.append(chunk, start, to);
        noteCut();
    }

    /**
     * Ends the stream: bytes after the last line feed go to the sink as an unterminated line.
     *
     * @throws IOException as {@link #accept}
     */
    public void end() throws IOException {
        if (!held.isEmpty()) {
            finish(false);
        }
    }

    private void noteCut() {
        boolean inside = !held.isEmpty() && !held.isSpilled();
        if (notesCuts && inside && cuts.size() < MAX_CUTS) {
            cuts.add(held.length());
        }
    }

    private void finish(boolean terminated) throws IOException {
        if (held.isSpilled()) {
            Spill whole = held.takeSpill();
            sink.line(whole.payload(terminated), whole.lineEnd(terminated), List.of(), micros);
        } else {
            int length = held.length();
            boolean crlf = terminated && length > 0 && held.last() == '\r';
            int size = crlf ? length - 1 : length;
            LineEnd end = !terminated ? LineEnd.NONE : crlf ? LineEnd.CRLF : LineEnd.LF;
            List<Integer> noted = cuts.isEmpty() ? List.of() : insideOf(size);
            sink.line(Payloads.classify(held.take(size)), end, noted, micros);
        }
        cuts.clear();
    }

    private List<Integer> insideOf(int size) {
        return cuts.stream().filter(cut -> cut < size).toList();
    }

    /** Takes the lines a {@link LineCutter} cuts. */
    @FunctionalInterface
    public interface LineSink {
        /**
         * @param cuts offsets in bytes inside the payload at which reads ended; empty when not noted
         * @param micros arrival of the bytes that completed the line, in µs since the recording started
         */
        void line(Payload payload, LineEnd end, List<Integer> cuts, long micros) throws IOException;
    }
}
