package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.DEPRECATION_NOTICE;
import static dev.tapedeck.canonical.EventType.HOOK_COMPLETED;
import static dev.tapedeck.canonical.EventType.HOOK_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.MCP_STATUS_UPDATED;
import static dev.tapedeck.canonical.EventType.MODEL_REROUTED;
import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_CLOSED;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_ITEM_ADDED;
import static dev.tapedeck.canonical.EventType.THREAD_REALTIME_STARTED;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.HookOutcome;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.TelemetryPayload.DeprecationNotice;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.McpStatusUpdated;
import dev.tapedeck.canonical.TelemetryPayload.ModelRerouted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeClosed;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeItemAdded;
import dev.tapedeck.canonical.ThreadPayload.ThreadRealtimeStarted;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.codexappserver.CodexReviews;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Errors, warnings, reviews, hooks, MCP servers, models and what is left out. */
final class EventTelemetry {
    private EventTelemetry() {}

    static void rules(RuleBook.Builder book) {
        book.map("error", ERROR, RUNTIME_ERROR, error(null))
                .map("stream_error", ERROR, RUNTIME_ERROR, error(true))
                .map("warning", ERROR, RUNTIME_WARNING, EventTelemetry::warning)
                .map("guardian_warning", ERROR, RUNTIME_WARNING, EventTelemetry::warning)
                .map("deprecation_notice", OTHER, DEPRECATION_NOTICE, (frame, out) -> new Session(frame, out)
                        .emit(new DeprecationNotice(frame.text("/summary"), frame.optionalText("/details"))))
                .map("model_reroute", OTHER, MODEL_REROUTED, (frame, out) -> new Session(frame, out)
                        .emit(new ModelRerouted(
                                frame.text("/from_model"), frame.text("/to_model"), frame.node("/reason").asText())))
                .map("guardian_assessment", PERMISSION, Set.of(REQUEST_OPENED, REQUEST_RESOLVED),
                        EventTelemetry::assessment)
                .map("entered_review_mode", OTHER, ITEM_COMPLETED, review(ItemType.REVIEW_ENTERED))
                .map("exited_review_mode", OTHER, ITEM_COMPLETED, review(ItemType.REVIEW_EXITED))
                .map("hook_started", OTHER, HOOK_STARTED, (frame, out) -> new Session(frame, out)
                        .emit(new HookStarted(
                                frame.text("/run/id"), frame.text("/run/id"), frame.text("/run/event_name"))))
                .map("hook_completed", OTHER, HOOK_COMPLETED, EventTelemetry::hookCompleted)
                .map("mcp_startup_update", MCP, MCP_STATUS_UPDATED, EventTelemetry::servers)
                .map("mcp_startup_complete", MCP, MCP_STATUS_UPDATED, EventTelemetry::servers)
                .map("realtime_conversation_started", OTHER, THREAD_REALTIME_STARTED, (frame, out) ->
                        new Session(frame, out).emit(new ThreadRealtimeStarted(frame.optionalText("/session_id"))))
                .map("realtime_conversation_realtime", OTHER, THREAD_REALTIME_ITEM_ADDED, (frame, out) ->
                        new Session(frame, out).emit(new ThreadRealtimeItemAdded(frame.node("/payload"))))
                .map("realtime_conversation_closed", OTHER, THREAD_REALTIME_CLOSED, (frame, out) ->
                        new Session(frame, out).emit(new ThreadRealtimeClosed(frame.optionalText("/reason"))));
        for (String view : List.of("raw_response_item", "raw_response_completed")) {
            book.duplicate(view, "the events of the same item");
        }
        drops(book);
    }

    private static void drops(RuleBook.Builder book) {
        String window = "answers a question of the terminal program's own windows";
        for (String kind : List.of(
                "get_history_entry_response",
                "mcp_list_tools_response",
                "list_custom_prompts_response",
                "list_skills_response",
                "list_remote_skills_response",
                "remote_skill_downloaded",
                "conversation_path",
                "realtime_conversation_list_voices_response")) {
            book.drop(kind, window);
        }
        book.drop("background_event", "a line for the terminal's status bar, of no told shape")
                .drop("skills_update_available", "tells the terminal program to ask for its skills again")
                .drop("undo_started", "undo is a command of the terminal program; its end says what it did")
                .drop("undo_completed", "undo changes files of the workspace, which no host state follows")
                .drop("safety_buffering", "tells the vendor's own apps why an answer takes longer")
                .drop("model_verification", "an offer of the vendor's to verify the account")
                .drop("turn_moderation_metadata", "moderation marks for the vendor's own apps, of no told shape")
                .drop("realtime_conversation_sdp", "how the vendor's apps connect their microphone")
                .drop("environment_connected", "a machine of the vendor's came; no host state depends on it")
                .drop("environment_disconnected", "a machine of the vendor's went; no host state depends on it");
    }

    private static Rule.Mapping error(@Nullable Boolean retries) {
        return (frame, out) -> {
            JsonNode info = frame.at("/codex_error_info");
            Session session = new Session(frame, out);
            if (retries == null) {
                session.fails(frame.text("/message"));
            }
            session.emit(new RuntimeError(
                    frame.text("/message"), errorClass(info), info.isMissingNode() ? null : info, retries));
        };
    }

    static ErrorClass errorClass(JsonNode info) {
        String word = info.isObject() && info.size() == 1 ? info.fieldNames().next() : info.asText();
        return switch (word) {
            case "http_connection_failed", "response_stream_connection_failed", "response_stream_disconnected",
                    "response_too_many_failed_attempts" -> ErrorClass.TRANSPORT_ERROR;
            case "unauthorized" -> ErrorClass.PERMISSION_ERROR;
            case "bad_request", "context_window_exceeded" -> ErrorClass.VALIDATION_ERROR;
            case "usage_limit_exceeded", "server_overloaded", "internal_server_error" -> ErrorClass.PROVIDER_ERROR;
            default -> ErrorClass.UNKNOWN;
        };
    }

    private static void warning(FrameView frame, Emitter out) {
        new Session(frame, out).emit(new RuntimeWarning(frame.text("/message"), null));
    }

    /** The vendor's reviewer decides about an item in the user's place. */
    private static void assessment(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        RequestRef review = new RequestRef(frame.text("/id"), false);
        Refs about = session.refs().withItem(frame.optionalText("/target_item_id")).withRequest(review);
        String status = frame.text("/status");
        JsonNode action = frame.at("/action");
        session.emit(about, status.equals("in_progress")
                ? CodexReviews.opened(action)
                : CodexReviews.resolved(action, status, frame.node("")));
    }

    private static Rule.Mapping review(ItemType type) {
        return (frame, out) -> {
            Session session = new Session(frame, out);
            String text = frame.at("/review_output/overall_explanation").textValue();
            text = text == null ? frame.optionalText("/user_facing_hint") : text;
            session.emit(session.closeText(false), new ItemCompleted(ItemSnapshot.of(type)
                    .status(ItemStatus.COMPLETED)
                    .text(text)
                    .data(frame.node(""))
                    .build()));
        };
    }

    private static void hookCompleted(FrameView frame, Emitter out) {
        HookOutcome outcome =
                switch (frame.text("/run/status")) {
                    case "completed" -> HookOutcome.SUCCESS;
                    case "stopped" -> HookOutcome.CANCELLED;
                    default -> HookOutcome.ERROR;
                };
        new Session(frame, out).emit(new HookCompleted(
                frame.text("/run/id"), outcome, frame.optionalText("/run/status_message"), null, null, null));
    }

    private static void servers(FrameView frame, Emitter out) {
        new Session(frame, out).emit(new McpStatusUpdated(frame.node("")));
    }
}
