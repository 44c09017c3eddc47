package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code session.*}. */
public sealed interface SessionPayload extends CanonicalPayload {

    record SessionStarted(@Nullable String message, @Nullable JsonNode resume) implements SessionPayload {
        @Override
        public EventType type() {
            return EventType.SESSION_STARTED;
        }
    }

    /** @param facts the same, as far as every provider tells it (optional field of ours) */
    record SessionConfigured(JsonNode config, @Nullable SessionFacts facts) implements SessionPayload {
        /** A configuration that tells neither folder nor model. */
        public SessionConfigured(JsonNode config) {
            this(config, null);
        }

        @Override
        public EventType type() {
            return EventType.SESSION_CONFIGURED;
        }
    }

    record SessionStateChanged(SessionState state, @Nullable String reason, @Nullable String detail)
            implements SessionPayload {
        @Override
        public EventType type() {
            return EventType.SESSION_STATE_CHANGED;
        }
    }

    record SessionExited(@Nullable String reason, @Nullable Boolean recoverable, @Nullable ExitKind exitKind)
            implements SessionPayload {
        @Override
        public EventType type() {
            return EventType.SESSION_EXITED;
        }
    }
}
