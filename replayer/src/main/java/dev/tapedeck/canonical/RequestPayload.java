package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code request.*} and {@code user-input.*}. */
public sealed interface RequestPayload extends CanonicalPayload {

    /**
     * @param toolKind what the tool that waits does, where the request's type does not tell it (field of ours)
     * @param reviewer who decides in the user's place, so that nobody waits for an answer of his (field of ours)
     */
    record RequestOpened(
            RequestType requestType,
            @Nullable String detail,
            @Nullable JsonNode args,
            @Nullable ToolKind toolKind,
            @Nullable String reviewer)
            implements RequestPayload {
        /** A request whose type tells what waits. */
        public RequestOpened(RequestType requestType, @Nullable String detail, @Nullable JsonNode args) {
            this(requestType, detail, args, null, null);
        }

        /** A request that waits for its user. */
        public RequestOpened(
                RequestType requestType,
                @Nullable String detail,
                @Nullable JsonNode args,
                @Nullable ToolKind toolKind) {
            this(requestType, detail, args, toolKind, null);
        }

        @Override
        public EventType type() {
            return EventType.REQUEST_OPENED;
        }
    }

    /**
     * @param cancelled whether the request was withdrawn rather than answered (optional field of ours)
     * @param approved whether what was asked for may be done, once that is told (optional field of ours)
     * @param reviewer who decided in the user's place (optional field of ours)
     * @param reason why, in the words of whoever decided (optional field of ours)
     */
    record RequestResolved(
            RequestType requestType,
            @Nullable String decision,
            @Nullable JsonNode resolution,
            @Nullable Boolean cancelled,
            @Nullable Boolean approved,
            @Nullable String reviewer,
            @Nullable String reason)
            implements RequestPayload {
        /** An answer of the user's. */
        public RequestResolved(
                RequestType requestType,
                @Nullable String decision,
                @Nullable JsonNode resolution,
                @Nullable Boolean cancelled,
                @Nullable Boolean approved) {
            this(requestType, decision, resolution, cancelled, approved, null, null);
        }

        /** An answer that does not say whether something may be done. */
        public RequestResolved(
                RequestType requestType,
                @Nullable String decision,
                @Nullable JsonNode resolution,
                @Nullable Boolean cancelled) {
            this(requestType, decision, resolution, cancelled, null, null, null);
        }

        @Override
        public EventType type() {
            return EventType.REQUEST_RESOLVED;
        }
    }

    record UserInputRequested(JsonNode questions) implements RequestPayload {
        @Override
        public EventType type() {
            return EventType.USER_INPUT_REQUESTED;
        }
    }

    record UserInputResolved(JsonNode answers) implements RequestPayload {
        @Override
        public EventType type() {
            return EventType.USER_INPUT_RESOLVED;
        }
    }
}
