package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a task ended (canonical-events 1.5). */
public enum TaskStatus {
    COMPLETED("completed"),
    FAILED("failed"),
    STOPPED("stopped");

    private final String word;

    TaskStatus(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
