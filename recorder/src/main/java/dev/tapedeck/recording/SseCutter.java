package dev.tapedeck.recording;

import dev.tapedeck.frame.Carrier.SseEvent;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Cuts one event stream into server-sent events (WHATWG HTML, server-sent events), on bytes.
 *
 * <p>However the same bytes are cut into chunks, the same events come out, and all bytes come out: those that form no
 * event (comments between events, the byte order mark, a lone {@code retry}) go to the sink too. An event whose blank
 * line ends with CR is handed on with the next byte, which may be the LF of that line end. A block of over 64 MiB is
 * handed on whole, as {@link Payload.Oversize} with an empty form. Not safe for use by several threads.
 */
public final class SseCutter {
    /** Read boundaries noted for one event, at most. */
    private static final int MAX_CUTS = 256;

    private static final byte[] BOM = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};

    private final String stream;
    private final Sink sink;
    private final HeldBytes held;
    private final List<Integer> cuts = new ArrayList<>();
    private final byte[] start = new byte[BOM.length];
    private int startLength;
    private boolean started;
    private boolean blank = true;
    private boolean lineEmpty = true;
    private boolean afterCr;
    private boolean complete;
    private long micros;

    /** @param stream name of the stream, as its events' lines have it */
    public SseCutter(String stream, Sink sink) {
        this(stream, sink, RecordingLimits.PARSED_LINE, null);
    }

    SseCutter(String stream, Sink sink, int parsedBlock, @Nullable Path spillFolder) {
        this.stream = stream;
        this.sink = sink;
        this.held = new HeldBytes(parsedBlock, spillFolder);
    }

    /** Takes what an {@link SseCutter} cuts. */
    public interface Sink {
        /**
         * @param payload the event's data
         * @param end {@link LineEnd#NONE} when the stream ended inside the event, else {@link LineEnd#LF}
         * @param cuts offsets in bytes inside the event's own bytes at which reads ended
         * @param micros arrival of the bytes that completed the event, in µs since the recording started
         */
        void event(SseEvent carrier, Payload payload, LineEnd end, List<Integer> cuts, long micros)
                throws IOException;

        /** Bytes of the stream that form no event, line ends included. */
        void rest(Payload bytes, long micros) throws IOException;
    }

    /**
     * Takes the next bytes; every event they complete goes to the sink before this returns.
     *
     * @param arrival when these bytes arrived, in µs since the recording started
     * @throws IOException if an event over 64 MiB could not be kept, or if the sink threw it
     */
    public void accept(byte[] chunk, int from, int to, long arrival) throws IOException {
        int at = from;
        while (!started && at < to) {
            start[startLength++] = chunk[at++];
            decideStart(arrival);
        }
        cut(chunk, at, to, arrival);
        noteCut();
    }

    /**
     * Ends the stream: an event without its blank line goes to the sink as an unterminated one.
     *
     * @throws IOException as {@link #accept}
     */
    public void end() throws IOException {
        if (!started) {
            started = true;
            cut(start, 0, startLength, micros);
        }
        if (!held.isEmpty()) {
            emit(complete);
        }
    }

    /** A byte order mark is no part of the first line. */
    private void decideStart(long arrival) throws IOException {
        if (start[startLength - 1] != BOM[startLength - 1]) {
            started = true;
            cut(start, 0, startLength, arrival);
        } else if (startLength == BOM.length) {
            started = true;
            sink.rest(SseBlock.verbatim(BOM.clone()), arrival);
        } else {
            micros = arrival;
        }
    }

    private void cut(byte[] chunk, int from, int to, long arrival) throws IOException {
        int start = from;
        for (int i = from; i < to; i++) {
            byte b = chunk[i];
            if (afterCr) {
                afterCr = false;
                if (complete) {
                    int until = b == '\n' ? i + 1 : i;
                    held.append(chunk, start, until);
                    emit(true);
                    start = until;
                }
                if (b == '\n') {
                    continue;
                }
            }
            if (b != '\n' && b != '\r') {
                lineEmpty = false;
                blank = false;
                continue;
            }
            complete = lineEmpty && !blank;
            lineEmpty = true;
            afterCr = b == '\r';
            micros = arrival;
            if (complete && b == '\n') {
                held.append(chunk, start, i + 1);
                emit(true);
                start = i + 1;
            }
        }
        held.append(chunk, start, to);
        if (!complete && start < to) {
            micros = arrival;
        }
    }

    private void noteCut() {
        if (!held.isEmpty() && !held.isSpilled() && cuts.size() < MAX_CUTS) {
            cuts.add(held.length());
        }
    }

    private void emit(boolean terminated) throws IOException {
        blank = true;
        lineEmpty = true;
        complete = false;
        LineEnd end = terminated ? LineEnd.LF : LineEnd.NONE;
        if (held.isSpilled()) {
            Payload whole = held.takeSpill().payload(false);
            cuts.clear();
            sink.event(new SseEvent(stream, null, null, new Payload.Text("")), whole, end, List.of(), micros);
            return;
        }
        byte[] bytes = held.take(held.length());
        List<Integer> inside = cuts.stream().filter(cut -> cut < bytes.length).toList();
        cuts.clear();
        SseBlock block = SseBlock.of(bytes);
        if (block.isEvent()) {
            sink.event(block.carrier(stream), Payloads.classify(block.data()), end, inside, micros);
        } else {
            sink.rest(SseBlock.verbatim(bytes), micros);
        }
    }
}
