package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code request.*} and {@code user-input.*}. */
public sealed interface RequestPayload extends CanonicalPayload {

    /** @param toolKind what the tool that waits does, where the request's type does not tell it (field of ours) */
    record RequestOpened(
            RequestType requestType,
            @Nullable String detail,
            @Nullable JsonNode args,
            @Nullable ToolKind toolKind)
            implements RequestPayload {
        /** A request whose type tells what waits. */
        public RequestOpened(RequestType requestType, @Nullable String detail, @Nullable JsonNode args) {
            this(requestType, detail, args, null);
        }

        @Override
        public EventType type() {
            return EventType.REQUEST_OPENED;
        }
    }

    /**
     * @param cancelled whether the request was withdrawn rather than answered (optional field of ours)
     * @param approved whether what was asked for may be done, once that is told (optional field of ours)
     */
    record RequestResolved(
            RequestType requestType,
            @Nullable String decision,
            @Nullable JsonNode resolution,
            @Nullable Boolean cancelled,
            @Nullable Boolean approved)
            implements RequestPayload {
        /** An answer that does not say whether something may be done. */
        public RequestResolved(
                RequestType requestType,
                @Nullable String decision,
                @Nullable JsonNode resolution,
                @Nullable Boolean cancelled) {
            this(requestType, decision, resolution, cancelled, null);
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
