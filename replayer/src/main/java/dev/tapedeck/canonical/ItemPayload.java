package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code item.*} and {@code content.delta}. */
public sealed interface ItemPayload extends CanonicalPayload {

    record ItemStarted(@JsonValue ItemSnapshot item) implements ItemPayload {
        @Override
        public EventType type() {
            return EventType.ITEM_STARTED;
        }
    }

    record ItemUpdated(@JsonValue ItemSnapshot item) implements ItemPayload {
        @Override
        public EventType type() {
            return EventType.ITEM_UPDATED;
        }
    }

    record ItemCompleted(@JsonValue ItemSnapshot item) implements ItemPayload {
        @Override
        public EventType type() {
            return EventType.ITEM_COMPLETED;
        }
    }

    record ContentDelta(
            StreamKind streamKind, String delta, @Nullable Integer contentIndex, @Nullable Integer summaryIndex)
            implements ItemPayload {
        @Override
        public EventType type() {
            return EventType.CONTENT_DELTA;
        }
    }
}
