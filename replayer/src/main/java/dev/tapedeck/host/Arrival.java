package dev.tapedeck.host;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.rules.Message;
import org.jspecify.annotations.Nullable;

/** What waits in the queue, in the order of its arrival. */
sealed interface Arrival {
    /** A decoded frame for the mapper. */
    record Mappable(Message message) implements Arrival {}

    /** A frame whose end was known when it arrived; it waits so that results come in order. */
    record Settled(Frame frame, @Nullable Message message, Disposition disposition, String reason)
            implements Arrival {}

    /** A bookkeeping failure of the transport; it takes its turn among the frames. */
    record Failure(FailureKind kind, String reason) implements Arrival {}

    /** A line that is no frame. */
    record Beside(Entry entry) implements Arrival {}

    /** A decoded frame that no mapper gets to see, or that changes nothing. */
    static Settled undelivered(Message message, String reason) {
        return new Settled(message.frame(), message, Disposition.UNDELIVERED, reason);
    }
}
