package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code request.*} and {@code user-input.*}. */
public sealed interface RequestPayload extends CanonicalPayload {

    record RequestOpened(RequestType requestType, @Nullable String detail, @Nullable JsonNode args)
            implements RequestPayload {
        @Override
        public EventType type() {
            return EventType.REQUEST_OPENED;
        }
    }

    /** @param cancelled whether the request was withdrawn rather than answered (optional field of ours) */
    record RequestResolved(
            RequestType requestType,
            @Nullable String decision,
            @Nullable JsonNode resolution,
            @Nullable Boolean cancelled)
            implements RequestPayload {
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
