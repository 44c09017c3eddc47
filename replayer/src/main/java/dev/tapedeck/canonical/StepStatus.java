package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** Status of a plan's step (canonical-events 1.5). */
public enum StepStatus {
    PENDING("pending"),
    IN_PROGRESS("inProgress"),
    COMPLETED("completed");

    private final String word;

    StepStatus(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
