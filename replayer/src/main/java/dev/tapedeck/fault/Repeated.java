package dev.tapedeck.fault;

/**
 * The frame arrives once more: a double start, a double terminal, an answer that is stale.
 *
 * <p>A second terminal changes nothing, a start does not reopen, no request is answered twice; each is counted
 * (decision D7).
 *
 * @param later entries between the frame and its copy
 */
public record Repeated(long frame, int later) implements FrameFault {
    @Override
    public Sink before(Sink next) {
        return new Held(frame, later, true, next);
    }
}
