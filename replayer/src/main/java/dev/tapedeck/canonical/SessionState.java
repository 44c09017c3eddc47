package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** State of a session (canonical-events 1.5). */
public enum SessionState {
    STARTING("starting"),
    READY("ready"),
    RUNNING("running"),
    WAITING("waiting"),
    STOPPED("stopped"),
    ERROR("error");

    private final String word;

    SessionState(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
