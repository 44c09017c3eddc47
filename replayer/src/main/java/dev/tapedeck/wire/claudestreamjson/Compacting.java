package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** The compaction of a turn, in scratch: begun, then over, then summed up in words. */
final class Compacting {
    private static final String KEY = "compacting";
    private static final String ITEM = "compaction:";

    private final Emitter out;
    private final Scratch.Editor scratch;

    Compacting(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
    }

    /** Begins a compaction, unless one runs. */
    void start(long seq, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known != null && known.path(1).asBoolean()) {
            return;
        }
        String item = ITEM + seq;
        scratch.put(KEY, ClaudeJson.array().add(item).add(true));
        out.emit(refs.withItem(item), null, new ItemStarted(
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(ItemStatus.IN_PROGRESS).build()));
    }

    /** Ends the compaction that runs, if one does. */
    void end(ItemStatus status, @Nullable String detail, @Nullable Compaction compaction, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known == null || !known.path(1).asBoolean()) {
            return;
        }
        String item = known.path(0).asText();
        if (status == ItemStatus.COMPLETED) {
            scratch.put(KEY, ClaudeJson.array().add(item).add(false));
        } else {
            scratch.remove(KEY);
        }
        out.emit(refs.withItem(item), null, new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .status(status)
                .detail(detail)
                .compaction(compaction)
                .build()));
    }

    /** Takes the words that the conversation goes on with after a compaction; returns whether there was one. */
    boolean summary(String text, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known == null || known.path(1).asBoolean()) {
            return false;
        }
        scratch.remove(KEY);
        out.emit(refs.withItem(known.path(0).asText()), null, new ItemUpdated(
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).text(text).build()));
        return true;
    }

    /** The turn's compaction as history knows it; one that has words is summed up. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        forget(scratch);
        for (Resumed.Item item : thread.items()) {
            if (item.type() == ItemType.CONTEXT_COMPACTION && item.id().startsWith(ITEM) && item.bytes() == 0) {
                scratch.put(KEY, ClaudeJson.array().add(item.id()).add(item.open()));
            }
        }
    }

    /** A turn that is over has no compaction to go on with. */
    static void forget(Scratch.Editor scratch) {
        scratch.remove(KEY);
    }
}
