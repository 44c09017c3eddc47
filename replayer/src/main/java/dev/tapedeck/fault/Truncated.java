package dev.tapedeck.fault;

/**
 * The line ends too early and the rest of it is lost.
 *
 * <p>A protocol failure: the epoch closes with a visible reason (runtime-event-path, Failures).
 *
 * @param keep bytes of it that arrive
 */
public record Truncated(long frame, int keep) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new OneFrame(frame, next, (found, to) ->
                to.entry(OneFrame.with(found, Line.part(found.payload().bytes(), 0, keep))));
    }
}
