package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import org.jspecify.annotations.Nullable;

/** Holds one frame back until others have passed; the first copy may pass at once. */
final class Held implements Sink {
    private final long frame;
    private final boolean passesAtOnce;
    private final Sink next;
    private int toPass;
    private @Nullable Entry held;

    Held(long frame, int others, boolean passesAtOnce, Sink next) {
        this.frame = frame;
        this.toPass = others;
        this.passesAtOnce = passesAtOnce;
        this.next = next;
    }

    @Override
    public void entry(Entry entry) {
        if (entry.seq() == frame && entry instanceof Frame && toPass >= 0) {
            if (passesAtOnce) {
                next.entry(entry);
            }
            held = entry;
        } else {
            next.entry(entry);
            toPass -= held == null ? 0 : 1;
        }
        if (toPass <= 0) {
            release();
        }
    }

    @Override
    public void ends(@Nullable Ending ending) {
        release();
        next.ends(ending);
    }

    private void release() {
        Entry entry = held;
        if (entry != null) {
            held = null;
            toPass = -1;
            next.entry(entry);
        }
    }
}
