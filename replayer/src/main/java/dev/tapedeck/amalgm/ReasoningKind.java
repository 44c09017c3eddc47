package dev.tapedeck.amalgm;

import com.fasterxml.jackson.annotation.JsonValue;

/** What kind of thought a reasoning delta holds (normalization-matrix 2). */
public enum ReasoningKind {
    THINKING("thinking"),
    /** What the provider tells of a thought that it keeps to itself. */
    SUMMARY("summary"),
    /** A thought whose text is withheld. */
    REDACTED("redacted");

    private final String word;

    ReasoningKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
