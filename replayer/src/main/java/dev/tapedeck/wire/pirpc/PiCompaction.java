package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.USAGE;

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
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compaction of the context, asked for by the client or begun by the provider, inside a turn or between two. */
final class PiCompaction {
    static final String KEY = "compacting";

    private PiCompaction() {}

    static void rules(RuleBook.Builder book) {
        book.map("compaction_start", COMPACTION, Conversation.and(ITEM_STARTED), PiCompaction::started)
                .map(
                        "compaction_end",
                        COMPACTION,
                        Conversation.and(
                                ITEM_COMPLETED, THREAD_STATE_CHANGED, THREAD_TOKEN_USAGE_UPDATED, RUNTIME_WARNING),
                        PiCompaction::ended)
                .also(USAGE, COST)
                .gap("which messages were kept is carried by raw only");
    }

    static void resume(Resumed thread, Scratch.Editor scratch) {
        scratch.remove(KEY);
        for (Resumed.Item item : thread.items()) {
            if (item.open() && item.type() == ItemType.CONTEXT_COMPACTION) {
                scratch.put(KEY, item.id());
            }
        }
    }

    private static void started(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).begun();
        String item = item(frame);
        out.scratch().put(KEY, item);
        out.emit(refs.withItem(item), null, new ItemStarted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .status(ItemStatus.IN_PROGRESS)
                .detail(frame.text("/reason"))
                .build()));
    }

    private static void ended(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).begun();
        String item = Objects.requireNonNullElse(out.scratch().text(KEY), item(frame));
        out.scratch().remove(KEY);
        JsonNode result = frame.optionalNode("/result");
        Compaction compaction = result == null ? null : compaction(frame);
        out.emit(refs.withItem(item), null, new ItemCompleted(ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .status(result == null ? ItemStatus.FAILED : ItemStatus.COMPLETED)
                .detail(result == null ? failure(frame) : null)
                .text(frame.optionalText("/result/summary"))
                .compaction(compaction)
                .build()));
        if (result != null) {
            PiUsage.aside(frame.optionalNode("/result/usage"), refs, out);
            JsonNode detail = Nodes.only(result, "tokensBefore", "estimatedTokensAfter");
            out.emit(refs, null, new ThreadStateChanged(ThreadState.COMPACTED, detail, compaction));
        }
    }

    private static Compaction compaction(FrameView frame) {
        return new Compaction(
                frame.optionalText("/reason"),
                frame.optionalInteger("/result/tokensBefore"),
                frame.optionalInteger("/result/estimatedTokensAfter"),
                null);
    }

    private static String failure(FrameView frame) {
        boolean aborted = Boolean.TRUE.equals(frame.optionalFlag("/aborted"));
        @Nullable String error = frame.optionalText("/errorMessage");
        return error != null ? error : aborted ? "aborted" : "no result";
    }

    private static String item(FrameView frame) {
        return "compaction:" + frame.message().seq();
    }
}
