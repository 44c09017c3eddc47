package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code thread.*}. */
public sealed interface ThreadPayload extends CanonicalPayload {

    /**
     * @param parentThread the provider's id of the parent thread (optional field of ours)
     * @param settings model, sandbox and the like as the provider told them (optional field of ours)
     * @param facts the same, as far as every provider tells it (optional field of ours)
     */
    record ThreadStarted(
            @Nullable String providerThreadId,
            @Nullable String parentThread,
            @Nullable JsonNode settings,
            @Nullable SessionFacts facts)
            implements ThreadPayload {
        /** A thread of which neither folder nor model is told. */
        public ThreadStarted(
                @Nullable String providerThreadId, @Nullable String parentThread, @Nullable JsonNode settings) {
            this(providerThreadId, parentThread, settings, null);
        }

        @Override
        public EventType type() {
            return EventType.THREAD_STARTED;
        }
    }

    /** @param compaction token counts around a compaction (optional field of ours) */
    record ThreadStateChanged(ThreadState state, @Nullable JsonNode detail, @Nullable Compaction compaction)
            implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_STATE_CHANGED;
        }
    }

    /**
     * @param parentThread the provider's id of the parent thread (optional field of ours)
     * @param settings settings that changed (optional field of ours)
     * @param facts the same, as far as every provider tells it (optional field of ours)
     */
    record ThreadMetadataUpdated(
            @Nullable String name,
            @Nullable JsonNode metadata,
            @Nullable String parentThread,
            @Nullable JsonNode settings,
            @Nullable SessionFacts facts)
            implements ThreadPayload {
        /** Metadata that tells neither folder nor model. */
        public ThreadMetadataUpdated(
                @Nullable String name,
                @Nullable JsonNode metadata,
                @Nullable String parentThread,
                @Nullable JsonNode settings) {
            this(name, metadata, parentThread, settings, null);
        }

        @Override
        public EventType type() {
            return EventType.THREAD_METADATA_UPDATED;
        }
    }

    /**
     * @param usage the provider's figures as sent
     * @param figures the same, typed: what the thread, the running turn and the last step used (field of ours)
     */
    record ThreadTokenUsageUpdated(JsonNode usage, UsageFigures figures) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_TOKEN_USAGE_UPDATED;
        }
    }

    record ThreadRealtimeStarted(@Nullable String realtimeSessionId) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_REALTIME_STARTED;
        }
    }

    record ThreadRealtimeItemAdded(JsonNode item) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_REALTIME_ITEM_ADDED;
        }
    }

    record ThreadRealtimeAudioDelta(JsonNode audio) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_REALTIME_AUDIO_DELTA;
        }
    }

    record ThreadRealtimeError(String message) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_REALTIME_ERROR;
        }
    }

    record ThreadRealtimeClosed(@Nullable String reason) implements ThreadPayload {
        @Override
        public EventType type() {
            return EventType.THREAD_REALTIME_CLOSED;
        }
    }
}
