package dev.tapedeck.fault;

import dev.tapedeck.frame.Payload;

/**
 * The frame is longer than any line that is decoded.
 *
 * <p>A frame fault: one warning, one resync; the next frame is mapped (decision D8).
 *
 * @param bytes how long it claims to be
 */
public record Oversize(long frame, long bytes) implements FrameFault {
    @Override
    public Sink before(Sink next) {
        return new OneFrame(frame, next, (found, to) -> {
            byte[] head = found.payload().bytes();
            to.entry(OneFrame.with(found, new Payload.Oversize(bytes, head, out -> out.write(head))));
        });
    }
}
