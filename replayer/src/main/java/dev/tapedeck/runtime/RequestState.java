package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a server request stands. */
public enum RequestState {
    PENDING("pending"),
    RESOLVED("resolved"),
    CANCELLED("cancelled");

    private final String word;

    RequestState(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
