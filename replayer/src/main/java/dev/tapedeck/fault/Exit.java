package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;

/**
 * The process exits once the frame has arrived; what it would have sent never comes.
 *
 * <p>The epoch closes: open turns end, interrupted with exit code 0, else failed, and Retry is offered.
 *
 * @param code exit code
 */
public record Exit(long frame, int code) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new Cut(frame, new Ending(code, null, "exited", 0, ""), next);
    }
}
