package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payloads of tasks, hooks, tools, accounts, MCP, models, warnings and errors. */
public sealed interface TelemetryPayload extends CanonicalPayload {

    record TaskStarted(
            String taskId,
            @Nullable String description,
            @Nullable String taskType)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.TASK_STARTED;
        }
    }

    record TaskProgress(
            String taskId,
            String description,
            @Nullable JsonNode usage,
            @Nullable String lastToolName)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.TASK_PROGRESS;
        }
    }

    record TaskCompleted(
            String taskId,
            TaskStatus status,
            @Nullable String summary,
            @Nullable JsonNode usage)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.TASK_COMPLETED;
        }
    }

    record HookStarted(String hookId, String hookName, String hookEvent) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.HOOK_STARTED;
        }
    }

    record HookProgress(
            String hookId,
            @Nullable String output,
            @Nullable String stdout,
            @Nullable String stderr)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.HOOK_PROGRESS;
        }
    }

    record HookCompleted(
            String hookId,
            HookOutcome outcome,
            @Nullable String output,
            @Nullable String stdout,
            @Nullable String stderr,
            @Nullable Integer exitCode)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.HOOK_COMPLETED;
        }
    }

    /** @param itemType type of the tool's item, where it is known (optional field of ours) */
    record ToolProgress(
            @Nullable String toolUseId,
            @Nullable String toolName,
            @Nullable String summary,
            @Nullable BigDecimal elapsedSeconds,
            @Nullable ItemType itemType)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.TOOL_PROGRESS;
        }
    }

    record ToolSummary(String summary, @Nullable List<String> precedingToolUseIds) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.TOOL_SUMMARY;
        }
    }

    record AuthStatus(
            @Nullable Boolean isAuthenticating,
            @Nullable List<String> output,
            @Nullable String error)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.AUTH_STATUS;
        }
    }

    /**
     * @param auth how the account is logged in, in the provider's word (optional field of ours)
     * @param billingMode plan that is billed, in the provider's word (optional field of ours)
     * @param loggedIn whether anybody is, told where this is all there is to know of the account: what is absent then
     *     is gone (optional field of ours)
     */
    record AccountUpdated(
            JsonNode account, @Nullable String auth, @Nullable String billingMode, @Nullable Boolean loggedIn)
            implements TelemetryPayload {
        /** Something new of the account; what is absent stays as it was. */
        public AccountUpdated(JsonNode account, @Nullable String auth, @Nullable String billingMode) {
            this(account, auth, billingMode, null);
        }

        @Override
        public EventType type() {
            return EventType.ACCOUNT_UPDATED;
        }
    }

    /** @param sparse whether what is absent or null is only not told this time (optional field of ours) */
    record AccountRateLimitsUpdated(JsonNode rateLimits, @Nullable Boolean sparse) implements TelemetryPayload {
        /** All that is known of the limits. */
        public AccountRateLimitsUpdated(JsonNode rateLimits) {
            this(rateLimits, null);
        }

        @Override
        public EventType type() {
            return EventType.ACCOUNT_RATE_LIMITS_UPDATED;
        }
    }

    record McpStatusUpdated(JsonNode status) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.MCP_STATUS_UPDATED;
        }
    }

    record McpOauthCompleted(
            boolean success,
            @Nullable String name,
            @Nullable String error)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.MCP_OAUTH_COMPLETED;
        }
    }

    record ModelRerouted(String fromModel, String toModel, String reason) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.MODEL_REROUTED;
        }
    }

    record ConfigWarning(
            String summary,
            @Nullable String details,
            @Nullable String path,
            @Nullable JsonNode range)
            implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.CONFIG_WARNING;
        }
    }

    record DeprecationNotice(String summary, @Nullable String details) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.DEPRECATION_NOTICE;
        }
    }

    /** A file that the provider stored. */
    record PersistedFile(String filename, String fileId) {}

    /** A file that the provider could not store. */
    record FailedFile(String filename, String error) {}

    record FilesPersisted(List<PersistedFile> files, @Nullable List<FailedFile> failed) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.FILES_PERSISTED;
        }
    }

    record RuntimeWarning(String message, @Nullable JsonNode detail) implements TelemetryPayload {
        @Override
        public EventType type() {
            return EventType.RUNTIME_WARNING;
        }
    }

    /**
     * @param willRetry whether the provider goes on by itself, so that the turn is not over (field of ours)
     * @param kind what it asks of the user, where its class does not tell it (optional field of ours)
     */
    record RuntimeError(
            String message,
            @JsonProperty("class") @Nullable ErrorClass errorClass,
            @Nullable JsonNode detail,
            @Nullable Boolean willRetry,
            @Nullable ErrorKind kind)
            implements TelemetryPayload {
        /** An error whose class tells what it asks of the user. */
        public RuntimeError(
                String message,
                @Nullable ErrorClass errorClass,
                @Nullable JsonNode detail,
                @Nullable Boolean willRetry) {
            this(message, errorClass, detail, willRetry, null);
        }

        @Override
        public EventType type() {
            return EventType.RUNTIME_ERROR;
        }
    }
}
