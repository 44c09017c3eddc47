package dev.tapedeck.frame;

/**
 * Process output that is not the wire.
 *
 * @param stream {@code stderr}, {@code stdout} where stdout is not the wire, or the name of an event stream for those
 *     of its bytes that form no event
 * @param payload {@link Payload.Text} or {@link Payload.Binary}, without the line end; of an event stream all bytes
 */
public record LogLine(long seq, long micros, String stream, Payload payload) implements Entry {}
