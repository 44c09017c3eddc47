package dev.tapedeck.frame;

/** Which way a frame went. */
public enum Direction {
    /** From the client (the host) to the provider. */
    IN("in"),
    /** From the provider to the client. */
    OUT("out");

    private final String word;

    Direction(String word) {
        this.word = word;
    }

    /** The word that stands in a recording. */
    public String word() {
        return word;
    }
}
