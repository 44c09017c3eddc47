package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Why a turn ended, in one word for all providers (normalization-matrix 8). A rule book tells it where its wire does;
 * elsewhere the turn's state does ({@link #of}).
 */
public enum StopReason {
    END_TURN("end_turn"),
    MAX_TOKENS("max_tokens"),
    /** The client's limit of model calls was reached. */
    MAX_TURNS("max_turns"),
    /** The client's limit of money was reached. */
    MAX_BUDGET("max_budget"),
    /** The model or its provider refused to answer. */
    REFUSAL("refusal"),
    CANCELLED("cancelled"),
    ERROR("error");

    private final String word;

    StopReason(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }

    /** What a turn's state alone tells; a turn in progress has not stopped, so it tells nothing but an error. */
    public static StopReason of(TurnState state) {
        return switch (state) {
            case COMPLETED -> END_TURN;
            case INTERRUPTED, CANCELLED -> CANCELLED;
            case FAILED, IN_PROGRESS -> ERROR;
        };
    }
}
