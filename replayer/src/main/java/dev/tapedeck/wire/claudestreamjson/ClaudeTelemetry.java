package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ACCOUNT_RATE_LIMITS_UPDATED;
import static dev.tapedeck.canonical.EventType.FILES_PERSISTED;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.MCP_STATUS_UPDATED;
import static dev.tapedeck.canonical.EventType.MODEL_REROUTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.TelemetryPayload.FailedFile;
import dev.tapedeck.canonical.TelemetryPayload.FilesPersisted;
import dev.tapedeck.canonical.TelemetryPayload.McpStatusUpdated;
import dev.tapedeck.canonical.TelemetryPayload.ModelRerouted;
import dev.tapedeck.canonical.TelemetryPayload.PersistedFile;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Errors, retries and notices, quota windows, and the client's own bookkeeping that comes back to it. */
final class ClaudeTelemetry {
    private ClaudeTelemetry() {}

    static void rules(RuleBook.Builder book) {
        book.map("system:api_retry", ERROR, RUNTIME_ERROR, ClaudeTelemetry::retry)
                .map("system:model_fallback", OTHER, MODEL_REROUTED, ClaudeTelemetry::rerouted)
                .map("system:model_refusal_fallback", OTHER, MODEL_REROUTED, ClaudeTelemetry::rerouted)
                .gap("which messages were taken back is carried by raw only")
                .map("system:model_refusal_no_fallback", ERROR, RUNTIME_ERROR, ClaudeTelemetry::refusedByModel)
                .map("system:permission_denied", PERMISSION, ITEM_UPDATED, ClaudeTelemetry::denied)
                .also(TOOL_STATE)
                .map("system:notification", OTHER, RUNTIME_WARNING, says("/text"))
                .map("system:informational", OTHER, RUNTIME_WARNING, says("/content"))
                .map("system:mirror_error", ERROR, RUNTIME_WARNING, says("/error"))
                .map("system:session_writes_lost", ERROR, RUNTIME_WARNING, says("/error_code"))
                .map("system:plugin_install", OTHER, RUNTIME_WARNING, ClaudeTelemetry::pluginInstall)
                .map("system:local_command_output", TEXT, ITEM_COMPLETED, ClaudeTelemetry::commandOutput)
                .map("system:files_persisted", OTHER, FILES_PERSISTED, ClaudeTelemetry::filesPersisted)
                .map("system:elicitation_complete", MCP, MCP_STATUS_UPDATED, ClaudeTelemetry::elicitationComplete)
                .map("rate_limit_event", USAGE, ACCOUNT_RATE_LIMITS_UPDATED, ClaudeTelemetry::rateLimits)
                .map("prompt_suggestion", OTHER, ITEM_UPDATED, ClaudeTelemetry::suggestion)
                .drop("system:thinking_tokens", "an estimate of the thought that is being streamed; usage counts it")
                .drop("system:memory_recall", "which memory files the model was given; they are no part of the answer")
                .drop("system:control_request_progress", "how far a request of the client's own has come")
                .drop("command_lifecycle", "where a message of the client's own stands in the queue")
                .duplicate("transcript_mirror", "assistant");
    }

    /** A call of the client's that the provider refused. */
    static void refused(FrameView frame, Emitter out) {
        ObjectNode detail = Nodes.object();
        String request = frame.message().replyTo();
        detail.put("request", request == null ? "" : request).set("error", frame.node("/response/error"));
        String message = frame.at("/response/error").asText("refused");
        out.emit(new RuntimeError(message, ErrorClass.VALIDATION_ERROR, detail, null));
    }

    /** Who an API error comes from, by the vendor's word. */
    static ErrorClass errorClass(@Nullable String word) {
        return switch (word) {
            case null -> ErrorClass.UNKNOWN;
            case "authentication_failed",
                    "oauth_org_not_allowed",
                    "account_on_hold",
                    "verification_required",
                    "cloud_credential_error" -> ErrorClass.PERMISSION_ERROR;
            case "billing_error", "rate_limit", "overloaded", "server_error", "max_output_tokens" ->
                ErrorClass.PROVIDER_ERROR;
            case "invalid_request", "model_not_found" -> ErrorClass.VALIDATION_ERROR;
            default -> ErrorClass.UNKNOWN;
        };
    }

    /** What the class alone does not tell; null where it does. */
    static @Nullable ErrorKind errorKind(@Nullable String word) {
        return switch (word) {
            case "rate_limit" -> ErrorKind.RATE_LIMIT;
            case "billing_error" -> ErrorKind.AUTH;
            case null, default -> null;
        };
    }

    /** The provider goes on by itself; without an HTTP status nothing was answered at all. */
    private static void retry(FrameView frame, Emitter out) {
        String word = frame.optionalText("/error");
        boolean answered = frame.optionalNode("/error_status") != null;
        ErrorClass known = errorClass(word);
        out.emit(new Conversation(out).now(), null, new RuntimeError(
                "retry " + frame.at("/attempt").asText("?") + " of " + frame.at("/max_retries").asText("?") + ": "
                        + Objects.requireNonNullElse(word, "unknown"),
                !answered && known == ErrorClass.UNKNOWN ? ErrorClass.TRANSPORT_ERROR : known,
                Nodes.only(frame.node(""), "attempt", "max_retries", "retry_delay_ms", "error_status", "error"),
                true,
                errorKind(word)));
    }

    private static void rerouted(FrameView frame, Emitter out) {
        out.emit(new ModelRerouted(
                frame.text("/original_model"), frame.text("/fallback_model"), frame.text("/trigger")));
    }

    private static void refusedByModel(FrameView frame, Emitter out) {
        String told = Nodes.firstText(frame.node(""), "content", "api_refusal_explanation");
        out.emit(new Conversation(out).now(), null, new RuntimeError(
                told == null ? "the model refused to answer" : told,
                ErrorClass.PROVIDER_ERROR,
                Nodes.only(frame.node(""), "original_model", "api_refusal_category"),
                null));
    }

    /** Nobody was asked: rules or mode decided against the tool, whose result will follow. */
    private static void denied(FrameView frame, Emitter out) {
        String id = frame.text("/tool_use_id");
        OpenTools tools = new OpenTools(out.scratch());
        OpenTools.Use use = tools.get(id);
        tools.decline(id);
        Conversation conversation = new Conversation(out);
        Refs refs = use == null
                ? conversation.now()
                : out.refs().withThread(use.thread()).withTurn(conversation.runningTurn(use.thread()));
        out.emit(refs.withItem(id), null, new ItemUpdated(
                ItemSnapshot.of(ClaudeTool.named(frame.text("/tool_name")).itemType())
                        .detail(frame.text("/message"))
                        .build()));
    }

    private static Rule.Mapping says(String message) {
        return (frame, out) -> {
            JsonNode detail = Nodes.without(frame.node(""), "uuid", "session_id");
            out.emit(new Conversation(out).now(), null, new RuntimeWarning(frame.text(message), detail));
        };
    }

    private static void pluginInstall(FrameView frame, Emitter out) {
        String error = frame.optionalText("/error");
        String name = Objects.requireNonNullElse(frame.optionalText("/name"), "plugins");
        String message = "install of " + name + ": " + frame.text("/status") + (error == null ? "" : ": " + error);
        out.emit(new Conversation(out).now(), null, new RuntimeWarning(message, null));
    }

    /** What a command of the client's own wrote, shown where an answer would stand. */
    private static void commandOutput(FrameView frame, Emitter out) {
        out.emit(
                new Conversation(out).now().withItem(frame.text("/uuid")),
                null,
                new ItemCompleted(ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                        .status(ItemStatus.COMPLETED)
                        .text(frame.text("/content"))
                        .build()));
    }

    private static void filesPersisted(FrameView frame, Emitter out) {
        List<PersistedFile> files = new ArrayList<>();
        for (JsonNode file : frame.array("/files")) {
            files.add(new PersistedFile(
                    file.path("filename").asText(), file.path("file_id").asText()));
        }
        List<FailedFile> failed = new ArrayList<>();
        for (JsonNode file : frame.at("/failed")) {
            failed.add(new FailedFile(
                    file.path("filename").asText(), file.path("error").asText()));
        }
        out.emit(new FilesPersisted(files, failed.isEmpty() ? null : failed));
    }

    private static void elicitationComplete(FrameView frame, Emitter out) {
        frame.text("/mcp_server_name");
        out.emit(new McpStatusUpdated(Nodes.only(frame.node(""), "mcp_server_name", "elicitation_id")));
    }

    /** Quota windows are the account's, whichever session tells of them. */
    private static void rateLimits(FrameView frame, Emitter out) {
        out.emit(out.refs().withThread(null), null, new AccountRateLimitsUpdated(frame.node("/rate_limit_info")));
    }

    private static void suggestion(FrameView frame, Emitter out) {
        out.emit(
                new Conversation(out).now().withItem(frame.text("/uuid")),
                null,
                new ItemUpdated(ItemSnapshot.of(ItemType.PLAN_SUGGESTION)
                        .status(ItemStatus.COMPLETED)
                        .text(frame.text("/suggestion"))
                        .build()));
    }
}
