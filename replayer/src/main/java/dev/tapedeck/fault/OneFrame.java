package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lets everything pass but one frame, of which something else becomes. */
final class OneFrame implements Sink {
    /** What becomes of the frame. */
    @FunctionalInterface
    interface Change {
        void pass(Frame frame, Sink next);
    }

    private final long frame;
    private final Sink next;
    private final Change change;

    OneFrame(long frame, Sink next, Change change) {
        this.frame = frame;
        this.next = next;
        this.change = change;
    }

    @Override
    public void entry(Entry entry) {
        if (entry.seq() == frame && entry instanceof Frame found) {
            change.pass(found, next);
        } else {
            next.entry(entry);
        }
    }

    @Override
    public void ends(@Nullable Ending ending) {
        next.ends(ending);
    }

    /** The frame with another payload; where the reads ended is known no more. */
    static Frame with(Frame frame, Payload payload, LineEnd end) {
        return new Frame(frame.seq(), frame.micros(), frame.direction(), payload, frame.carrier(), end, List.of());
    }

    static Frame with(Frame frame, Payload payload) {
        return with(frame, payload, frame.lineEnd());
    }
}
