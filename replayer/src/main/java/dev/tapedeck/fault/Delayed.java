package dev.tapedeck.fault;

/**
 * The frame arrives late: a delta before its start, a child before its parent, a start after its completion.
 *
 * <p>Text for an item that the provider has completed is ignored, a late start does not reopen; each is counted
 * (decision D7).
 *
 * @param by entries that overtake it
 */
public record Delayed(long frame, int by) implements FrameFault {
    @Override
    public Sink before(Sink next) {
        return new Held(frame, by, false, next);
    }
}
