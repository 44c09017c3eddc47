package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a turn does; idle is its end (runtime-event-path, RuntimeEvent). */
public enum TurnPhase {
    WORKING("working"),
    IDLE("idle"),
    NEEDS_INPUT("needs_input");

    private final String word;

    TurnPhase(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
