package dev.tapedeck.fault;

import dev.tapedeck.frame.Payload;

/**
 * Other bytes stand where the frame stood, and they are no text.
 *
 * <p>From the provider a protocol failure: the epoch closes with a visible reason, what was mapped stays. From the
 * client it is dropped with a reason (decision D1).
 */
public record Undecodable(long frame) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new OneFrame(frame, next, (found, to) -> to.entry(OneFrame.with(
                found, new Payload.Binary(new byte[] {'{', (byte) 0xC3, (byte) 0x28, (byte) 0xFF}))));
    }
}
