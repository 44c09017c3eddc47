package dev.tapedeck.canonical;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Payloads of {@code turn.*}. */
public sealed interface TurnPayload extends CanonicalPayload {

    /** @param startedAt the provider's own start time (optional field of ours) */
    record TurnStarted(@Nullable String model, @Nullable String effort, @Nullable Instant startedAt)
            implements TurnPayload {
        @Override
        public EventType type() {
            return EventType.TURN_STARTED;
        }
    }

    /**
     * @param turnUsage typed usage of this turn (optional field of ours)
     * @param completedAt the provider's own end time (optional field of ours)
     * @param stop why it ended, where its state does not tell it (optional field of ours)
     */
    record TurnCompleted(
            TurnState state,
            @Nullable String stopReason,
            @Nullable JsonNode usage,
            @Nullable JsonNode modelUsage,
            @Nullable BigDecimal totalCostUsd,
            @Nullable String errorMessage,
            @Nullable Usage turnUsage,
            @Nullable Instant completedAt,
            @Nullable StopReason stop)
            implements TurnPayload {

        /** A turn whose state tells why it ended. */
        public TurnCompleted(
                TurnState state,
                @Nullable String stopReason,
                @Nullable JsonNode usage,
                @Nullable JsonNode modelUsage,
                @Nullable BigDecimal totalCostUsd,
                @Nullable String errorMessage,
                @Nullable Usage turnUsage,
                @Nullable Instant completedAt) {
            this(state, stopReason, usage, modelUsage, totalCostUsd, errorMessage, turnUsage, completedAt, null);
        }

        /** A turn that ended, with nothing more known. */
        public static TurnCompleted of(TurnState state) {
            return new TurnCompleted(state, null, null, null, null, null, null, null);
        }

        @Override
        public EventType type() {
            return EventType.TURN_COMPLETED;
        }
    }

    /** @param stop why it ended, where it was not cancelled (optional field of ours) */
    record TurnAborted(String reason, @Nullable StopReason stop) implements TurnPayload {
        /** A turn that was cancelled. */
        public TurnAborted(String reason) {
            this(reason, null);
        }

        @Override
        public EventType type() {
            return EventType.TURN_ABORTED;
        }
    }

    record TurnPlanUpdated(@Nullable String explanation, List<Step> plan) implements TurnPayload {
        public TurnPlanUpdated {
            plan = List.copyOf(plan);
        }

        /** One step of a plan. */
        public record Step(String step, StepStatus status) {}

        @Override
        public EventType type() {
            return EventType.TURN_PLAN_UPDATED;
        }
    }

    record TurnDiffUpdated(String unifiedDiff) implements TurnPayload {
        @Override
        public EventType type() {
            return EventType.TURN_DIFF_UPDATED;
        }
    }
}
