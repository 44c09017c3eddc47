package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.rules.Concept.COMPACTION;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import dev.tapedeck.wire.acp.OpenTools.Use;

/** Compaction of the context: an upsert by its id, as a tool call is; told as ended once more, it changes nothing. */
final class AcpCompaction {
    private static final String ID = "/params/update/compactionId";

    private AcpCompaction() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        Acp.UPDATE + "compaction_update",
                        COMPACTION,
                        Emits.content(ITEM_STARTED, ITEM_UPDATED, ITEM_COMPLETED, THREAD_STATE_CHANGED),
                        History.orNow(AcpCompaction::update))
                .gap("no agent tells what asked for it, nor token counts or time")
                .map(
                        Acp.UPDATE + "compaction_summary_chunk",
                        COMPACTION,
                        Emits.content(ITEM_STARTED, CONTENT_DELTA),
                        History.orNow(AcpCompaction::chunk));
    }

    private static void update(FrameView frame, Emitter out) {
        String status = frame.text("/params/update/status");
        JsonNode summary = frame.at("/params/update/summary");
        Use use = start(frame, out);
        Refs refs = refs(use, frame, out);
        ItemSnapshot.Builder item = ItemSnapshot.of(ItemType.CONTEXT_COMPACTION)
                .text(summary.isMissingNode() ? null : AcpContent.text(summary))
                .detail(frame.optionalText("/params/update/error"));
        ItemStatus ended =
                switch (status) {
                    case "completed" -> ItemStatus.COMPLETED;
                    case "failed", "cancelled" -> ItemStatus.FAILED;
                    default -> ItemStatus.IN_PROGRESS;
                };
        if (ended == ItemStatus.IN_PROGRESS || use.stage() == Stage.ENDED) {
            out.emit(refs, null, new ItemUpdated(item.build()));
            return;
        }
        AcpTools.tools(frame, out).put(frame.text(ID), use.withStage(Stage.ENDED));
        out.emit(refs, null, new ItemCompleted(item.status(ended).build()));
        if (ended == ItemStatus.COMPLETED) {
            out.emit(refs.withItem(null), null, new ThreadStateChanged(ThreadState.COMPACTED, null, null));
        }
    }

    private static void chunk(FrameView frame, Emitter out) {
        Use use = start(frame, out);
        String text = AcpContent.textOf(frame.at("/params/update/content"));
        if (text != null && !text.isEmpty()) {
            out.emit(refs(use, frame, out), null, new ContentDelta(
                    StreamKind.UNKNOWN, text, null, null, ItemType.CONTEXT_COMPACTION));
        }
    }

    private static Refs refs(Use use, FrameView frame, Emitter out) {
        return AcpTools.refs(frame.text(ID), use, out);
    }

    private static Use start(FrameView frame, Emitter out) {
        String id = frame.text(ID);
        OpenTools tools = AcpTools.tools(frame, out);
        Use known = tools.get(id);
        if (known != null) {
            return known;
        }
        return AcpTools.begin(
                id,
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(ItemStatus.IN_PROGRESS).build(),
                Stage.RUNS,
                frame,
                out);
    }
}
