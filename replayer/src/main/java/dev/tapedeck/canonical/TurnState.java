package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a turn stands when it is reported as completed (canonical-events 1.5, widened by inProgress). */
public enum TurnState {
    COMPLETED("completed"),
    FAILED("failed"),
    INTERRUPTED("interrupted"),
    CANCELLED("cancelled"),
    IN_PROGRESS("inProgress");

    private final String word;

    TurnState(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
