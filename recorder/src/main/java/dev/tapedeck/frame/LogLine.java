package dev.tapedeck.frame;

/**
 * Process output that is not the wire.
 *
 * @param stream {@code stderr}, or {@code stdout} where stdout is not the wire
 * @param payload {@link Payload.Text} or {@link Payload.Binary}, without the line end
 */
public record LogLine(long seq, long micros, String stream, Payload payload) implements Entry {}
