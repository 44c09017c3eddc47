package dev.tapedeck.amalgm;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.ToolKind;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an amalgm event says; what is absent was not told by the provider. */
public sealed interface AmalgmPayload {

    /** The type that this payload belongs to. */
    @JsonIgnore
    AmalgmType type();

    /** A session is set up, or set up anew: told once, and again when a fact changes. */
    record SessionInit(
            @Nullable String cwd, @Nullable String model, @Nullable List<String> tools, @Nullable String title)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.SESSION_INIT;
        }
    }

    record TitleGenerated(String title) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.TITLE_GENERATED;
        }
    }

    /** @param replace whether the text stands in place of what was streamed; absent when it extends it */
    record TextDelta(String text, @Nullable Boolean replace) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.TEXT_DELTA;
        }
    }

    /**
     * @param text none of a redacted thought
     * @param replace whether the text stands in place of what was streamed; absent when it extends it
     */
    record ReasoningDelta(ReasoningKind subType, @Nullable String text, @Nullable Boolean replace)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.REASONING_DELTA;
        }
    }

    record ContentBlock(Attachment content) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.CONTENT_BLOCK;
        }
    }

    /** Branding of a tool: the server's name as it is configured, and the tool's own. */
    record Mcp(String server, @Nullable String tool) {}

    /**
     * @param tool what the tool does, one word for all providers
     * @param name the tool's native name
     * @param title one line that says what it is about to do
     * @param childThread where a sub-agent works
     */
    record ToolStarted(
            ToolKind tool,
            @Nullable String name,
            @Nullable String title,
            @Nullable JsonNode input,
            @Nullable Mcp mcp,
            @Nullable String childThread)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.TOOL_STARTED;
        }
    }

    /**
     * What became known of a tool that runs.
     *
     * @param inputDelta a piece of the input, as text of unfinished JSON
     * @param outputDelta a piece of the output
     * @param output the output so far, in place of its pieces
     * @param progress what it is doing, in the provider's words
     */
    record ToolUpdated(
            @Nullable String title,
            @Nullable JsonNode input,
            @Nullable String inputDelta,
            @Nullable String outputDelta,
            @Nullable String output,
            @Nullable String progress,
            @Nullable BigDecimal elapsedSeconds,
            @Nullable String childThread)
            implements AmalgmPayload {
        /** A piece of the input. */
        public static ToolUpdated ofInput(String delta) {
            return new ToolUpdated(null, null, delta, null, null, null, null, null);
        }

        /** A piece of the output. */
        public static ToolUpdated ofOutput(String delta) {
            return new ToolUpdated(null, null, null, delta, null, null, null, null);
        }

        @Override
        public AmalgmType type() {
            return AmalgmType.TOOL_UPDATED;
        }
    }

    /**
     * @param status never in progress
     * @param detail why it ended so, for instance an error
     * @param content pictures, sounds and files that it gave back
     */
    record ToolCompleted(
            ToolKind tool,
            ItemStatus status,
            @Nullable String output,
            @Nullable Integer exitCode,
            @Nullable String detail,
            @Nullable List<Attachment> content)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.TOOL_COMPLETED;
        }
    }

    /**
     * The provider waits for its user. None of the providers tells how severe a request is, so that has no member.
     *
     * @param action what would be done; {@link ToolKind#ASK} when the user is to answer questions
     * @param title one line to show
     * @param args the native request
     * @param reviewer who decides in the user's place; absent when the user is asked
     */
    record PermissionRequest(
            ToolKind action, @Nullable String title, @Nullable JsonNode args, @Nullable String reviewer)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.PERMISSION_REQUEST;
        }
    }

    /**
     * @param approved whether it may be done, or the questions were answered
     * @param decision the answer in the provider's word
     * @param reason why not, where that is known; of a reviewer also why
     */
    record PermissionResponse(boolean approved, @Nullable String decision, @Nullable String reason)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.PERMISSION_RESPONSE;
        }
    }

    record CompactionStarted(@Nullable String trigger) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.COMPACTION_STARTED;
        }
    }

    /**
     * @param preTokens tokens in context before
     * @param postTokens tokens in context after
     * @param durationMs milliseconds
     * @param summary what stands in place of the conversation
     * @param failed whether the context is as it was; absent when it is not
     */
    record CompactionFinished(
            @Nullable String trigger,
            @Nullable Long preTokens,
            @Nullable Long postTokens,
            @Nullable Long durationMs,
            @Nullable String summary,
            @Nullable Boolean failed,
            @Nullable String detail)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.COMPACTION_FINISHED;
        }
    }

    /**
     * Tokens and money. The sum over all events with {@code billable} is the bill; only they carry a cost (decision
     * D9).
     *
     * @param cadence what the figures count
     * @param exact whether the provider counted, rather than estimated
     * @param inputTokens for a context snapshot the tokens in context
     * @param contextWindow size of the context in tokens
     */
    record UsageFinal(
            Cadence cadence,
            boolean billable,
            boolean exact,
            @Nullable Long inputTokens,
            @Nullable Long outputTokens,
            @Nullable Long cacheReadTokens,
            @Nullable Long cacheWriteTokens,
            @Nullable Long thoughtTokens,
            @Nullable Long totalTokens,
            @Nullable Long contextWindow,
            @Nullable BigDecimal costUsd)
            implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.USAGE_FINAL;
        }
    }

    /** @param errorType set when an error is meant from which the provider goes on by itself */
    record Warning(String message, @Nullable ErrorKind errorType) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.WARNING;
        }
    }

    record Failure(ErrorKind errorType, String message) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.ERROR;
        }
    }

    /** @param nativeReason the provider's word, where it has one */
    record Done(StopReason stopReason, @Nullable String nativeReason) implements AmalgmPayload {
        @Override
        public AmalgmType type() {
            return AmalgmType.DONE;
        }
    }
}
