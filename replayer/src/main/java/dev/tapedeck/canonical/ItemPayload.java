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

    /** @param itemType type of the item, where the stream kind leaves it open (optional field of ours) */
    record ContentDelta(
            StreamKind streamKind,
            String delta,
            @Nullable Integer contentIndex,
            @Nullable Integer summaryIndex,
            @Nullable ItemType itemType)
            implements ItemPayload {

        /** A delta whose stream kind tells what the item is. */
        public ContentDelta(
                StreamKind streamKind, String delta, @Nullable Integer contentIndex, @Nullable Integer summaryIndex) {
            this(streamKind, delta, contentIndex, summaryIndex, null);
        }

        @Override
        public EventType type() {
            return EventType.CONTENT_DELTA;
        }
    }
}
