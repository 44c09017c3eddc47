package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.CompactionFinished;
import dev.tapedeck.amalgm.AmalgmPayload.CompactionStarted;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import org.jspecify.annotations.Nullable;

/** Compactions, told once whether the wire has an item for them, a mark on the thread, or both. */
final class Compactions {
    /** How the newest compaction of a thread's running turn was told. */
    private enum Told {
        BEGUN,
        BY_ITEM,
        BY_MARK
    }

    private final Recent<Told> known;

    /** Of each compaction that is not over, its summary as far as it was told. */
    private final Recent<String> summaries;

    Compactions() {
        known = new Recent<>();
        summaries = new Recent<>();
    }

    /** A copy that goes its own way. */
    Compactions(Compactions other) {
        known = other.known.copy(each -> each);
        summaries = other.summaries.copy(each -> each);
    }

    void started(ItemSnapshot item, Output out) {
        known.put(out.thread(), Told.BEGUN);
        out.emit(new CompactionStarted(item.compaction() == null ? null : item.compaction().trigger()));
    }

    /** A summary is written for the model; it is told once, when it is whole. */
    void delta(ContentDelta delta, Output out) {
        summaries.merge(out.item(), delta.delta(), String::concat);
        out.omit(Omission.SAID_ALREADY);
    }

    void updated(ItemSnapshot item, Output out) {
        if (item.text() != null && !item.text().isEmpty()) {
            summaries.put(out.item(), item.text());
        }
        out.omit(Omission.SAID_ALREADY);
    }

    void completed(ItemSnapshot item, Output out) {
        if (known.get(out.thread()) == Told.BY_MARK) {
            known.remove(out.thread());
            out.omit(Omission.SAID_ALREADY);
            return;
        }
        begin(item.compaction(), out);
        known.put(out.thread(), Told.BY_ITEM);
        boolean failed = item.status() != null && item.status() != ItemStatus.COMPLETED;
        String told = summaries.remove(out.item());
        finish(item.compaction(), item.text() == null ? told : item.text(), failed, item.detail(), out);
    }

    void changed(ThreadStateChanged changed, Output out) {
        if (changed.state() != ThreadState.COMPACTED) {
            out.omit(Omission.MODE);
            return;
        }
        Told told = known.get(out.thread());
        if (told == Told.BY_ITEM || told == Told.BY_MARK) {
            out.omit(Omission.SAID_ALREADY);
            return;
        }
        begin(changed.compaction(), out);
        known.put(out.thread(), Told.BY_MARK);
        finish(changed.compaction(), null, false, null, out);
    }

    void turnEnds(Output out) {
        known.remove(out.thread());
    }

    private void begin(@Nullable Compaction told, Output out) {
        if (known.get(out.thread()) != Told.BEGUN) {
            out.emit(new CompactionStarted(told == null ? null : told.trigger()));
        }
    }

    private static void finish(
            @Nullable Compaction told, @Nullable String summary, boolean failed, @Nullable String detail, Output out) {
        out.emit(new CompactionFinished(
                told == null ? null : told.trigger(),
                told == null ? null : told.preTokens(),
                told == null ? null : told.postTokens(),
                told == null ? null : told.durationMillis(),
                summary,
                failed ? true : null,
                detail));
    }
}
