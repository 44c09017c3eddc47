package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_AUDIO_DELTA;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_CLOSED;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_ITEM_ADDED;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.ThreadState.ACTIVE;
import static dev.tapedeck.canonical.ThreadState.ARCHIVED;
import static dev.tapedeck.canonical.ThreadState.CLOSED;
import static dev.tapedeck.canonical.ThreadState.COMPACTED;
import static dev.tapedeck.canonical.ThreadState.ERROR;
import static dev.tapedeck.canonical.ThreadState.IDLE;
import static dev.tapedeck.canonical.ThreadState.UNARCHIVED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeAudioDelta;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeClosed;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeItemAdded;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Threads: their start, state, name, settings and what else belongs to one, realtime talk included. */
final class CodexThreads {
    private static final String HISTORY = "history that the client asked for; nothing new happened";

    private static final Set<EventType> STARTED = Set.of(THREAD_STARTED, THREAD_STATE_CHANGED);

    private CodexThreads() {}

    static void rules(RuleBook.Builder book) {
        book.discriminate("thread/status/changed", "/params/status/type")
                .map("thread/started", SESSION, STARTED, CodexThreads::started)
                .also(OTHER)
                .map("thread/start#result", SESSION, THREAD_METADATA_UPDATED, CodexThreads::configured)
                .map("thread/fork#result", SESSION, THREAD_METADATA_UPDATED, CodexThreads::configured)
                .map("thread/resume#result", SESSION, STARTED, CodexThreads::resumed)
                .also(OTHER)
                .gap("the turns in the answer are history, which a host reads when it needs it")
                .map("thread/status/changed:active", OTHER, THREAD_STATE_CHANGED, status(ACTIVE))
                .map("thread/status/changed:idle", OTHER, THREAD_STATE_CHANGED, status(IDLE))
                .map("thread/status/changed:notLoaded", OTHER, THREAD_STATE_CHANGED, status(CLOSED))
                .map("thread/status/changed:systemError", OTHER, THREAD_STATE_CHANGED, status(ERROR))
                .map("thread/archived", OTHER, THREAD_STATE_CHANGED, became(ARCHIVED, null))
                .map("thread/unarchived", OTHER, THREAD_STATE_CHANGED, became(UNARCHIVED, null))
                .map("thread/closed", OTHER, THREAD_STATE_CHANGED, became(CLOSED, null))
                .map("thread/deleted", OTHER, THREAD_STATE_CHANGED, became(CLOSED, "deleted"))
                .map("thread/compacted", COMPACTION, THREAD_STATE_CHANGED, became(COMPACTED, null))
                .gap("token counts and trigger are not told")
                .map("thread/reverted", OTHER, THREAD_METADATA_UPDATED, CodexThreads::reverted)
                .gap("which turns went is not told; a host reads the history again")
                .map("thread/name/updated", OTHER, THREAD_METADATA_UPDATED, CodexThreads::renamed)
                .also(SESSION)
                .map("thread/settings/updated", OTHER, THREAD_METADATA_UPDATED, CodexThreads::settings)
                .map("thread/section/changed", OTHER, THREAD_METADATA_UPDATED, CodexThreads::metadata)
                .map("thread/project/updated", OTHER, THREAD_METADATA_UPDATED, CodexThreads::metadata)
                .map("thread/attachment/updated", OTHER, THREAD_METADATA_UPDATED, CodexThreads::metadata)
                .map("thread/goal/updated", OTHER, THREAD_METADATA_UPDATED, CodexThreads::metadata)
                .map("thread/goal/cleared", OTHER, THREAD_METADATA_UPDATED, CodexThreads::goalCleared)
                .map("thread/environment/connected", OTHER, THREAD_METADATA_UPDATED, environment(true))
                .map("thread/environment/disconnected", OTHER, THREAD_METADATA_UPDATED, environment(false))
                .map("thread/prediction/updated", OTHER, ITEM_UPDATED, CodexThreads::prediction)
                .drop("thread/queue/changed", "says only that it changed; a queued message becomes a turn of its own")
                .drop("thread/readState/changed", "what was read in the vendor's own window; no host needs it")
                .drop("thread/read#result", HISTORY)
                .drop("thread/turns/list#result", HISTORY)
                .drop("thread/items/list#result", HISTORY)
                .map("thread/realtime/started", MULTIMODAL, THREAD_REALTIME_STARTED, CodexThreads::realtimeStarted)
                .map("thread/realtime/itemAdded", MULTIMODAL, THREAD_REALTIME_ITEM_ADDED, realtime("/params/item"))
                .map("thread/realtime/item/started", MULTIMODAL, THREAD_REALTIME_ITEM_ADDED, realtime("/params/item"))
                .map("thread/realtime/item/completed", MULTIMODAL, THREAD_REALTIME_ITEM_ADDED, realtime("/params/item"))
                .map("thread/realtime/transcript/done", MULTIMODAL, THREAD_REALTIME_ITEM_ADDED, realtime("/params"))
                .drop("thread/realtime/transcript/delta", "the whole text follows with the transcript's end")
                .drop("thread/realtime/item/transcript/delta", "the whole text follows with the item's end")
                .map("thread/realtime/outputAudio/delta", MULTIMODAL, THREAD_REALTIME_AUDIO_DELTA, CodexThreads::audio)
                .map("thread/realtime/error", MULTIMODAL, THREAD_REALTIME_ERROR, CodexThreads::realtimeError)
                .also(Concept.ERROR)
                .map("thread/realtime/closed", MULTIMODAL, THREAD_REALTIME_CLOSED, CodexThreads::realtimeClosed)
                .drop("thread/realtime/sdp", "sets up a media connection between the vendor and the client itself");
    }

    private static void started(FrameView frame, Emitter out) {
        String id = frame.text("/params/thread/id");
        String parent = frame.optionalText("/params/thread/parentThreadId");
        JsonNode thread = frame.node("/params/thread");
        out.emit(new ThreadStarted(id, parent, settingsOf(thread), facts(thread)));
        status(thread.path("status"), out);
    }

    /** A status that nobody knows tells nothing (decision D5). */
    private static void status(JsonNode told, Emitter out) {
        ThreadState state =
                switch (told.path("type").asText()) {
                    case "active" -> ACTIVE;
                    case "idle" -> IDLE;
                    case "notLoaded" -> CLOSED;
                    case "systemError" -> ERROR;
                    default -> null;
                };
        if (state != null) {
            out.emit(new ThreadStateChanged(state, told, null));
        }
    }

    private static void resumed(FrameView frame, Emitter out) {
        String id = frame.text("/result/thread/id");
        String parent = frame.optionalText("/result/thread/parentThreadId");
        JsonNode result = frame.node("/result");
        out.emit(new ThreadStarted(id, parent, settingsOf(result), facts(result)));
        status(result.path("thread").path("status"), out);
    }

    private static void configured(FrameView frame, Emitter out) {
        String parent = frame.optionalText("/result/thread/parentThreadId");
        JsonNode result = frame.node("/result");
        out.emit(new ThreadMetadataUpdated(null, null, parent, settingsOf(result), facts(result)));
    }

    private static SessionFacts facts(JsonNode from) {
        return SessionFacts.of(from.path("cwd").textValue(), from.path("model").textValue());
    }

    private static ObjectNode settingsOf(JsonNode from) {
        return CodexJson.only(
                from,
                "model",
                "modelProvider",
                "reasoningEffort",
                "serviceTier",
                "cwd",
                "approvalPolicy",
                "approvalsReviewer",
                "sandbox",
                "forkedFromId");
    }

    /** The whole status object is kept, since flags and the vendor's own word say more than our states. */
    private static Rule.Mapping status(ThreadState state) {
        return (frame, out) -> out.emit(new ThreadStateChanged(state, frame.node("/params/status"), null));
    }

    private static Rule.Mapping became(ThreadState state, @Nullable String detail) {
        JsonNode node = detail == null ? null : JsonNodeFactory.instance.textNode(detail);
        return (frame, out) -> out.emit(new ThreadStateChanged(state, node, null));
    }

    /** A thread without a name has the empty name, so that a host drops the one it knew. */
    private static void renamed(FrameView frame, Emitter out) {
        String name = frame.optionalText("/params/threadName");
        out.emit(new ThreadMetadataUpdated(name == null ? "" : name, null, null, null));
    }

    private static void settings(FrameView frame, Emitter out) {
        JsonNode settings = frame.node("/params/threadSettings");
        out.emit(new ThreadMetadataUpdated(null, null, null, settings, facts(settings)));
    }

    static void metadata(FrameView frame, Emitter out) {
        out.emit(told(CodexJson.without(frame.node("/params"), "threadId", "turnId")));
    }

    private static ThreadMetadataUpdated told(ObjectNode metadata) {
        return new ThreadMetadataUpdated(null, metadata, null, null);
    }

    private static void goalCleared(FrameView frame, Emitter out) {
        out.emit(told(JsonNodeFactory.instance.objectNode().putNull("goal")));
    }

    /** Its settings say so too, since a host that shows the thread's turns may show some that it no longer has. */
    private static void reverted(FrameView frame, Emitter out) {
        ObjectNode reverted = JsonNodeFactory.instance.objectNode().put("reverted", true);
        out.emit(new ThreadMetadataUpdated(null, reverted, null, reverted));
    }

    private static Rule.Mapping environment(boolean connected) {
        return (frame, out) -> {
            String environment = frame.text("/params/environmentId");
            ObjectNode metadata = JsonNodeFactory.instance.objectNode().put("environmentId", environment);
            out.emit(told(metadata.put("connected", connected)));
        };
    }

    private static void prediction(FrameView frame, Emitter out) {
        String source = frame.text("/params/sourceTurnId");
        ItemSnapshot item = ItemSnapshot.of(ItemType.PLAN_SUGGESTION)
                .text(frame.optionalText("/params/result/text"))
                .data(frame.node("/params/result"))
                .build();
        out.emit(out.refs().withTurn(source).withItem("prediction:" + source), null, new ItemUpdated(item));
    }

    private static void realtimeStarted(FrameView frame, Emitter out) {
        out.emit(new ThreadRealtimeStarted(frame.optionalText("/params/realtimeSessionId")));
    }

    private static Rule.Mapping realtime(String pointer) {
        return (frame, out) -> out.emit(new ThreadRealtimeItemAdded(frame.node(pointer)));
    }

    private static void audio(FrameView frame, Emitter out) {
        out.emit(new ThreadRealtimeAudioDelta(frame.node("/params/audio")));
    }

    private static void realtimeError(FrameView frame, Emitter out) {
        out.emit(new ThreadRealtimeError(frame.text("/params/message")));
    }

    private static void realtimeClosed(FrameView frame, Emitter out) {
        out.emit(new ThreadRealtimeClosed(frame.optionalText("/params/reason")));
    }
}
