package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;

/**
 * A signal ends the process once the frame has arrived.
 *
 * <p>The epoch closes: open turns failed, the reason names the signal, and Retry is offered.
 *
 * @param signal name of the signal, for instance {@code SIGKILL}
 */
public record Killed(long frame, String signal) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new Cut(frame, new Ending(null, signal, "signalled", 0, ""), next);
    }
}
