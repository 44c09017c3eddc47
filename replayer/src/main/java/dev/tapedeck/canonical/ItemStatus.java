package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** Status of an item (canonical-events 1.5). */
public enum ItemStatus {
    IN_PROGRESS("inProgress"),
    COMPLETED("completed"),
    FAILED("failed"),
    DECLINED("declined");

    private final String word;

    ItemStatus(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
