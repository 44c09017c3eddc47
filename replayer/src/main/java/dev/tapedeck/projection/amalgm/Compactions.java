package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.CompactionFinished;
import dev.tapedeck.amalgm.AmalgmPayload.CompactionStarted;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import org.jspecify.annotations.Nullable;

/** Compactions, told once whether the wire has an item for them, a mark on the thread, or both. */
final class Compactions {
    /** For each thread, whether a compaction of the running turn is over. */
    private final Recent<Boolean> known = new Recent<>();

    void started(ItemSnapshot item, Output out) {
        known.put(out.thread(), false);
        out.emit(new CompactionStarted(item.compaction() == null ? null : item.compaction().trigger()));
    }

    void completed(ItemSnapshot item, Output out) {
        begin(item.compaction(), out);
        known.put(out.thread(), true);
        boolean failed = item.status() != null && item.status() != ItemStatus.COMPLETED;
        finish(item.compaction(), item.text(), failed, item.detail(), out);
    }

    void changed(ThreadStateChanged changed, Output out) {
        if (changed.state() != ThreadState.COMPACTED) {
            out.omit(Omission.MODE);
            return;
        }
        if (Boolean.TRUE.equals(known.get(out.thread()))) {
            out.omit(Omission.SAID_ALREADY);
            return;
        }
        begin(changed.compaction(), out);
        known.put(out.thread(), true);
        finish(changed.compaction(), null, false, null, out);
    }

    void turnEnds(Output out) {
        known.remove(out.thread());
    }

    private void begin(@Nullable Compaction told, Output out) {
        if (!Boolean.FALSE.equals(known.get(out.thread()))) {
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
