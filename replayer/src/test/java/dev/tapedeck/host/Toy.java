package dev.tapedeck.host;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.rules.Role.ERROR;
import static dev.tapedeck.rules.Role.REQUEST;
import static dev.tapedeck.rules.Role.RESULT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.RuleBook.Scope;
import dev.tapedeck.rules.Send;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A wire that no provider speaks: one kind for each thing that a host has to cope with. */
final class Toy {
    static final Wire WIRE = new Wire("toy");

    static final RuleBook BOOK = RuleBook.jsonRpc(WIRE)
            .scope(Scope.THREAD, "/params/thread")
            .scope(Scope.TURN, "/params/turn")
            .scope(Scope.ITEM, "/params/item")
            .map("thread.new", Concept.OTHER, EventType.THREAD_STARTED, (frame, out) ->
                    out.emit(new ThreadPayload.ThreadStarted(null, frame.optionalText("/params/parent"), null)))
            .map("begin", Concept.OTHER, EventType.TURN_STARTED, (frame, out) ->
                    out.emit(new TurnPayload.TurnStarted(null, null, null)))
            .map("end", Concept.TURN_END, EventType.TURN_COMPLETED, (frame, out) ->
                    out.emit(TurnPayload.TurnCompleted.of(TurnState.COMPLETED)))
            .map("stop", Concept.TURN_END, EventType.TURN_COMPLETED, (frame, out) ->
                    out.emit(TurnPayload.TurnCompleted.of(TurnState.INTERRUPTED)))
            .map("open", Concept.TEXT, EventType.ITEM_STARTED, (frame, out) ->
                    out.emit(new ItemPayload.ItemStarted(item(frame, ItemStatus.IN_PROGRESS))))
            .map("text", Concept.TEXT, EventType.CONTENT_DELTA, (frame, out) ->
                    out.contentDelta(StreamKind.ASSISTANT_TEXT, frame.text("/params/text")))
            .map("close", Concept.TEXT, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(item(frame, ItemStatus.COMPLETED))))
            .map("decline", Concept.TEXT, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(item(frame, ItemStatus.DECLINED))))
            .map("fail", Concept.TEXT, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(item(frame, ItemStatus.FAILED))))
            .map("odd", Concept.OTHER, EventType.ITEM_STARTED, (frame, out) ->
                    out.emit(new ItemPayload.ItemStarted(ItemSnapshot.of(ItemType.UNKNOWN).build())))
            .map("user", Concept.TEXT, EventType.ITEM_COMPLETED, (frame, out) ->
                    out.emit(new ItemPayload.ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                            .status(ItemStatus.COMPLETED)
                            .text(frame.text("/params/text"))
                            .build())))
            .map("ask", Concept.PERMISSION, EventType.REQUEST_OPENED, (frame, out) ->
                    out.emit(new RequestPayload.RequestOpened(
                            RequestType.COMMAND_EXECUTION_APPROVAL, "may I?", null)))
            .map("asked", Concept.PERMISSION, EventType.REQUEST_RESOLVED, (frame, out) -> {
                Refs refs = out.refs().withRequest(new dev.tapedeck.canonical.RequestRef(
                        frame.at("/params/request").asText(), true));
                out.emit(refs, null, new RequestPayload.RequestResolved(
                        RequestType.COMMAND_EXECUTION_APPROVAL, null, null, null));
            })
            .map("keep", Concept.OTHER, EnumSet.noneOf(EventType.class), (frame, out) -> {
                out.scratch().put(frame.text("/params/key"), frame.text("/params/value"));
                out.emit(new ThreadPayload.ThreadMetadataUpdated(frame.text("/params/name"), null, null, null));
            })
            .map("limits", Concept.USAGE, EventType.ACCOUNT_RATE_LIMITS_UPDATED, (frame, out) ->
                    out.emit(new TelemetryPayload.AccountRateLimitsUpdated(frame.node("/params/limits"))))
            .map("limits.sparse", Concept.USAGE, EventType.ACCOUNT_RATE_LIMITS_UPDATED, (frame, out) ->
                    out.emit(new TelemetryPayload.AccountRateLimitsUpdated(frame.node("/params/limits"), true)))
            .map("status", Concept.OTHER, EventType.THREAD_STATE_CHANGED, (frame, out) -> {
                boolean active = frame.text("/params/state").equals("active");
                ThreadState state = active ? ThreadState.ACTIVE : ThreadState.IDLE;
                out.emit(new ThreadPayload.ThreadStateChanged(state, null, null));
            })
            .map("configured", Concept.SESSION, EventType.SESSION_CONFIGURED, (frame, out) ->
                    out.emit(new SessionPayload.SessionConfigured(frame.node("/params/config"))))
            .map("warn", Concept.ERROR, EventType.RUNTIME_WARNING, (frame, out) ->
                    out.emit(new TelemetryPayload.RuntimeWarning(frame.text("/params/text"), null)))
            .drop("noise", "nothing depends on it")
            .drop("refused.on.purpose", "this host has no camera")
            .send("say", Toy::send)
            .cancelAnswer("ask", json("{'decision':'cancel'}"))
            .dropOthers(IN, REQUEST, "the client's own")
            .dropOthers(IN, RESULT, "the client's answer")
            .dropOthers(IN, ERROR, "the client's refusal")
            .build();

    private Toy() {}

    /** JSON written with single quotes. */
    static JsonNode json(String text) {
        try {
            return Json.read(text.replace('\'', '"').getBytes(java.nio.charset.StandardCharsets.UTF_8));
        } catch (java.io.IOException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** A frame about a thread, a turn and an item, each of which may be left out. */
    static String frame(
            String method, @Nullable String thread, @Nullable String turn, @Nullable String item, String... more) {
        StringBuilder params = new StringBuilder();
        member(params, "thread", thread);
        member(params, "turn", turn);
        member(params, "item", item);
        for (int i = 0; i < more.length; i += 2) {
            member(params, more[i], more[i + 1]);
        }
        return "{\"method\":\"" + method + "\",\"params\":{" + params + "}}";
    }

    /** A server request about a thread and a turn. */
    static String request(int id, String method, String thread, @Nullable String turn) {
        return frame(method, thread, turn, null).replaceFirst("\\{", "{\"id\":" + id + ",");
    }

    private static void member(StringBuilder params, String name, @Nullable String value) {
        if (value != null) {
            params.append(params.isEmpty() ? "" : ",").append(Json.write(name)).append(':').append(Json.write(value));
        }
    }

    private static ItemSnapshot item(FrameView frame, ItemStatus status) {
        return ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                .status(status)
                .text(frame.optionalText("/params/text"))
                .build();
    }

    private static Send send(FrameView frame) {
        return new Send(frame.optionalText("/params/thread"), frame.text("/params/text"), List.of());
    }
}
