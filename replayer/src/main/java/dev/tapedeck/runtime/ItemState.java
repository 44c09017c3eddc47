package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/** How a turn item stands. */
public enum ItemState {
    OPEN("open"),
    COMPLETED("completed"),
    FAILED("failed"),
    DECLINED("declined");

    private final String word;

    ItemState(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
