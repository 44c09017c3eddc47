package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a hook ended (canonical-events 1.5). */
public enum HookOutcome {
    SUCCESS("success"),
    ERROR("error"),
    CANCELLED("cancelled");

    private final String word;

    HookOutcome(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
