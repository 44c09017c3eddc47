package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The compaction of a turn, in scratch. The words that sum it up come right behind its boundary, so what the boundary
 * says waits for them, at most until the turn is over; both are then told as one.
 */
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
        if (scratch.get(KEY) != null) {
            return;
        }
        String item = ITEM + seq;
        scratch.put(KEY, Nodes.array().add(item));
        out.emit(refs.withItem(item), null, new ItemStarted(
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(ItemStatus.IN_PROGRESS).build()));
    }

    /** Ends the compaction that runs, if one does, without success. */
    void fail(String detail, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known != null) {
            scratch.remove(KEY);
            end(known.path(0).asText(), ItemStatus.FAILED, snapshot -> snapshot.detail(detail), refs);
        }
    }

    /** The boundary: the compaction that runs is over; where none does, that is all that will be told. */
    void over(JsonNode metadata, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known == null) {
            marked(metadata, refs);
        } else {
            scratch.put(KEY, Nodes.array().add(known.path(0)).add(metadata));
        }
    }

    /** Takes the words that the conversation goes on with after a compaction; returns whether there was one. */
    boolean summary(String text, Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known == null) {
            return false;
        }
        complete(known, text, refs);
        return true;
    }

    /** Nobody will sum up what is over when its turn is. */
    void turnEnds(Refs refs) {
        JsonNode known = scratch.get(KEY);
        if (known != null && known.size() > 1) {
            complete(known, null, refs);
        }
    }

    private void complete(JsonNode known, @Nullable String text, Refs refs) {
        scratch.remove(KEY);
        JsonNode metadata = known.path(1);
        end(known.path(0).asText(), ItemStatus.COMPLETED,
                snapshot -> snapshot.text(text).compaction(figures(metadata)), refs);
        marked(metadata, refs);
    }

    private void end(String item, ItemStatus status, UnaryOperator<ItemSnapshot.Builder> told, Refs refs) {
        ItemSnapshot.Builder snapshot = ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(status);
        out.emit(refs.withItem(item), null, new ItemCompleted(told.apply(snapshot).build()));
    }

    private void marked(JsonNode metadata, Refs refs) {
        JsonNode detail = metadata.isObject() ? metadata : null;
        out.emit(refs, null, new ThreadStateChanged(ThreadState.COMPACTED, detail, figures(metadata)));
    }

    private static @Nullable Compaction figures(JsonNode metadata) {
        return metadata.isMissingNode()
                ? null
                : new Compaction(
                        metadata.path("trigger").textValue(),
                        ClaudeUsage.count(metadata, "pre_tokens"),
                        ClaudeUsage.count(metadata, "post_tokens"),
                        ClaudeUsage.count(metadata, "duration_ms"));
    }

    /**
     * The turn's compaction goes on; whether its boundary came is told by the words behind it, or by its turn's end.
     */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        forget(scratch);
        for (Resumed.Item item : thread.items()) {
            if (item.type() == ItemType.CONTEXT_COMPACTION && item.id().startsWith(ITEM) && item.open()) {
                scratch.put(KEY, Nodes.array().add(item.id()));
            }
        }
    }

    /** A turn that is over has no compaction to go on with. */
    static void forget(Scratch.Editor scratch) {
        scratch.remove(KEY);
    }
}
