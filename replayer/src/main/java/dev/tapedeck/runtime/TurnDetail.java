package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/** Why a turn is idle, when it did not simply complete. */
public enum TurnDetail {
    INTERRUPTED("interrupted"),
    FAILED("failed");

    private final String word;

    TurnDetail(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
