package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** State of a thread (canonical-events 1.5, widened by unarchived). */
public enum ThreadState {
    ACTIVE("active"),
    IDLE("idle"),
    ARCHIVED("archived"),
    UNARCHIVED("unarchived"),
    CLOSED("closed"),
    COMPACTED("compacted"),
    ERROR("error");

    private final String word;

    ThreadState(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
