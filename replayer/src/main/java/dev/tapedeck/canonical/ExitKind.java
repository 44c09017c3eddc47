package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a session ended (canonical-events 1.5). */
public enum ExitKind {
    GRACEFUL("graceful"),
    ERROR("error");

    private final String word;

    ExitKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
