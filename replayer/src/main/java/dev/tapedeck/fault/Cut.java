package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import org.jspecify.annotations.Nullable;

/** Ends everything behind one entry, in another way than it ended. */
final class Cut implements Sink {
    private final long last;
    private final Ending ending;
    private final Sink next;
    private boolean over;

    Cut(long last, Ending ending, Sink next) {
        this.last = last;
        this.ending = ending;
        this.next = next;
    }

    @Override
    public void entry(Entry entry) {
        if (over) {
            return;
        }
        if (entry.seq() <= last) {
            next.entry(entry);
        }
        if (entry.seq() >= last) {
            over = true;
            next.ends(ending);
        }
    }

    @Override
    public void ends(@Nullable Ending recorded) {
        if (!over) {
            next.ends(recorded);
        }
    }
}
