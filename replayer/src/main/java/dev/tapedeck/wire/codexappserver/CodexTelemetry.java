package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.CONFIG_WARNING;
import static dev.tapedeck.canonical.EventType.DEPRECATION_NOTICE;
import static dev.tapedeck.canonical.EventType.HOOK_COMPLETED;
import static dev.tapedeck.canonical.EventType.HOOK_STARTED;
import static dev.tapedeck.canonical.EventType.MCP_OAUTH_COMPLETED;
import static dev.tapedeck.canonical.EventType.MCP_STATUS_UPDATED;
import static dev.tapedeck.canonical.EventType.MODEL_REROUTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.HookOutcome;
import dev.tapedeck.canonical.TelemetryPayload.ConfigWarning;
import dev.tapedeck.canonical.TelemetryPayload.DeprecationNotice;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.McpOauthCompleted;
import dev.tapedeck.canonical.TelemetryPayload.McpStatusUpdated;
import dev.tapedeck.canonical.TelemetryPayload.ModelRerouted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import org.jspecify.annotations.Nullable;

/** Errors, warnings, hooks, models and MCP servers. */
final class CodexTelemetry {
    private CodexTelemetry() {}

    static void rules(RuleBook.Builder book) {
        book.map("error", ERROR, RUNTIME_ERROR, CodexTelemetry::error)
                .map("warning", ERROR, RUNTIME_WARNING, CodexTelemetry::warning)
                .map("guardianWarning", PERMISSION, RUNTIME_WARNING, CodexTelemetry::warning)
                .map("autoApprovalReview/strictReviewRequired", PERMISSION, RUNTIME_WARNING, says("strict review"))
                .map("model/safetyBuffering/updated", OTHER, RUNTIME_WARNING, says("held back for a safety check"))
                .map("windows/worldWritableWarning", OTHER, RUNTIME_WARNING, says("folders anybody can write to"))
                .map("app/list/updated", OTHER, RUNTIME_WARNING, says("list of apps changed"))
                .map("configWarning", ERROR, CONFIG_WARNING, CodexTelemetry::configWarning)
                .map("deprecationNotice", ERROR, DEPRECATION_NOTICE, CodexTelemetry::deprecation)
                .map("hook/started", OTHER, HOOK_STARTED, CodexTelemetry::hookStarted)
                .map("hook/completed", OTHER, HOOK_COMPLETED, CodexTelemetry::hookCompleted)
                .gap("exit code and separate output streams are not told")
                .map("model/rerouted", OTHER, MODEL_REROUTED, CodexTelemetry::rerouted)
                .drop("model/verification", "which checks of the vendor an account passed; nothing that runs changes")
                .map("mcpServer/startupStatus/updated", MCP, MCP_STATUS_UPDATED, CodexTelemetry::mcpStatus)
                .map("mcpServer/oauthLogin/completed", MCP, MCP_OAUTH_COMPLETED, CodexTelemetry::mcpLogin)
                .drop("mcpServer/event/stream/notification", "goes to the client's own subscription to an MCP server");
    }

    /** A call of the client's that the provider refused: a bad request, unless nothing of that name exists. */
    static void refused(FrameView frame, Emitter out) {
        ObjectNode detail = JsonNodeFactory.instance.objectNode();
        String method = frame.message().replyTo();
        detail.put("method", method == null ? "" : method).set("error", frame.node("/error"));
        out.emit(new RuntimeError(frame.text("/error/message"), ErrorClass.VALIDATION_ERROR, detail, null));
    }

    private static void error(FrameView frame, Emitter out) {
        String cause = frame.optionalText("/params/error/additionalDetails");
        String message = frame.text("/params/error/message");
        out.emit(new RuntimeError(
                cause == null ? message : message + " (" + cause + ")",
                errorClass(frame.at("/params/error/codexErrorInfo")),
                frame.node("/params/error"),
                frame.optionalFlag("/params/willRetry"),
                errorKind(frame.at("/params/error/codexErrorInfo"))));
    }

    /** What the class alone does not tell; null where it does. A status of the model's server says most. */
    private static @Nullable ErrorKind errorKind(JsonNode info) {
        ErrorKind answered = statusKind(info);
        if (answered != null) {
            return answered;
        }
        return switch (word(info)) {
            case "usageLimitExceeded", "rateLimitExceeded", "sessionBudgetExceeded" -> ErrorKind.RATE_LIMIT;
            case "sandboxError", "tooManyDenials", "inferenceHookDenied" -> ErrorKind.VALIDATION;
            default -> null;
        };
    }

    private static @Nullable ErrorKind statusKind(JsonNode info) {
        return switch (info.path(word(info)).path("httpStatusCode").asInt()) {
            case 429 -> ErrorKind.RATE_LIMIT;
            case 401, 403 -> ErrorKind.AUTH;
            default -> null;
        };
    }

    /** The vendor's error is a word, or an object whose only member is the word. */
    private static String word(JsonNode info) {
        return info.isObject() && info.size() == 1 ? info.fieldNames().next() : info.asText();
    }

    /** A server that answers, if only with a refusal, was reached. */
    private static ErrorClass errorClass(JsonNode info) {
        ErrorKind answered = statusKind(info);
        if (answered != null) {
            return answered == ErrorKind.AUTH ? ErrorClass.PERMISSION_ERROR : ErrorClass.PROVIDER_ERROR;
        }
        return switch (word(info)) {
            case "httpConnectionFailed",
                    "responseStreamConnectionFailed",
                    "responseStreamDisconnected",
                    "responseTooManyFailedAttempts" -> ErrorClass.TRANSPORT_ERROR;
            case "unauthorized", "sandboxError", "tooManyDenials", "inferenceHookDenied" -> ErrorClass.PERMISSION_ERROR;
            case "badRequest",
                    "contextWindowExceeded",
                    "modelNotFound",
                    "activeTurnNotSteerable",
                    "threadRollbackFailed" -> ErrorClass.VALIDATION_ERROR;
            case "sessionBudgetExceeded",
                    "usageLimitExceeded",
                    "rateLimitExceeded",
                    "flexUnavailable",
                    "serverOverloaded",
                    "internalServerError",
                    "policyCapacityUnavailable",
                    "cyberPolicy",
                    "bioPolicy",
                    "misalignmentPolicyViolation" -> ErrorClass.PROVIDER_ERROR;
            default -> ErrorClass.UNKNOWN;
        };
    }

    private static void warning(FrameView frame, Emitter out) {
        out.emit(new RuntimeWarning(frame.text("/params/message"), null));
    }

    private static Rule.Mapping says(String message) {
        return (frame, out) -> out.emit(new RuntimeWarning(message, frame.node("/params")));
    }

    private static void configWarning(FrameView frame, Emitter out) {
        out.emit(new ConfigWarning(
                frame.text("/params/summary"),
                frame.optionalText("/params/details"),
                frame.optionalText("/params/path"),
                frame.optionalNode("/params/range")));
    }

    private static void deprecation(FrameView frame, Emitter out) {
        out.emit(new DeprecationNotice(frame.text("/params/summary"), frame.optionalText("/params/details")));
    }

    private static void hookStarted(FrameView frame, Emitter out) {
        out.emit(new HookStarted(
                frame.text("/params/run/id"),
                frame.text("/params/run/handlerType"),
                frame.text("/params/run/eventName")));
    }

    private static void hookCompleted(FrameView frame, Emitter out) {
        String status = frame.text("/params/run/status");
        HookOutcome outcome =
                switch (status) {
                    case "completed" -> HookOutcome.SUCCESS;
                    case "stopped" -> HookOutcome.CANCELLED;
                    default -> HookOutcome.ERROR;
                };
        String said = said(frame.array("/params/run/entries"), frame.optionalText("/params/run/statusMessage"));
        out.emit(new HookCompleted(frame.text("/params/run/id"), outcome, said, null, null, null));
    }

    private static @Nullable String said(JsonNode entries, @Nullable String statusMessage) {
        StringBuilder text = new StringBuilder(statusMessage == null ? "" : statusMessage);
        for (JsonNode entry : entries) {
            text.append(text.isEmpty() ? "" : "\n").append(entry.path("text").asText());
        }
        return text.isEmpty() ? null : text.toString();
    }

    private static void rerouted(FrameView frame, Emitter out) {
        out.emit(new ModelRerouted(
                frame.text("/params/fromModel"), frame.text("/params/toModel"), frame.text("/params/reason")));
    }

    private static void mcpStatus(FrameView frame, Emitter out) {
        frame.text("/params/name");
        out.emit(new McpStatusUpdated(CodexJson.without(frame.node("/params"), "threadId")));
    }

    private static void mcpLogin(FrameView frame, Emitter out) {
        out.emit(new McpOauthCompleted(
                frame.flag("/params/success"), frame.text("/params/name"), frame.optionalText("/params/error")));
    }
}
