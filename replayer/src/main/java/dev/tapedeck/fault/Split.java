package dev.tapedeck.fault;

/**
 * A line end stands inside the line, so that it arrives as two.
 *
 * <p>A protocol failure: the epoch closes with a visible reason (runtime-event-path, Failures).
 *
 * @param at bytes before the line end
 */
public record Split(long frame, int at) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new OneFrame(frame, next, (found, to) -> {
            byte[] line = found.payload().bytes();
            to.entry(OneFrame.with(found, Line.part(line, 0, at)));
            to.entry(OneFrame.with(found, Line.part(line, at, line.length)));
        });
    }
}
