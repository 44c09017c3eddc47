package dev.tapedeck.frame;

import java.util.List;

/**
 * One unit on a wire: a line, a server-sent event, an HTTP request or response.
 *
 * @param seq place in the recording, from 1
 * @param micros arrival in µs since the recording started
 * @param cuts offsets in bytes inside the payload, of a server-sent event inside its own bytes on the stream, at which
 *     reads ended; empty when not noted
 */
public record Frame(
        long seq,
        long micros,
        Direction direction,
        Payload payload,
        Carrier carrier,
        LineEnd lineEnd,
        List<Integer> cuts)
        implements Entry {

    public Frame {
        cuts = List.copyOf(cuts);
    }

    /** A stdio line that ended in LF. */
    public static Frame line(long seq, long micros, Direction direction, Payload payload) {
        return new Frame(seq, micros, direction, payload, Carrier.LINE, LineEnd.LF, List.of());
    }
}
