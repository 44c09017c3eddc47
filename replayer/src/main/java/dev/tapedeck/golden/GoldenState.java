package dev.tapedeck.golden;

/** How a golden stands. */
public enum GoldenState {
    /** The last run gave what was approved. */
    PASSING("passing"),
    /** The last run gave something else than what was approved. */
    CHANGED("changed"),
    /** The last run gave something, and nothing was approved yet. */
    NEW("new"),
    /** Something was approved that a complete and successful run no longer gives. */
    OBSOLETE("obsolete"),
    /** Something was approved that the last run, if there was one, did not look at. */
    UNCHECKED("unchecked");

    private final String word;

    GoldenState(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
