package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** What a usage figure counts (decision D9). */
public enum UsageScope {
    STEP("step"),
    TURN("turn"),
    THREAD("thread"),
    CONTEXT("context");

    private final String word;

    UsageScope(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
