package dev.tapedeck.host;

/** How a frame ended; exactly one of these for every frame of a recording. */
public enum Disposition {
    MAPPED("mapped"),
    DUPLICATE("duplicate"),
    DROPPED("dropped"),
    UNMAPPED("unmapped"),
    FAULTED("faulted"),
    /** Lost to lag, covered by a resync, part of a failed batch, preamble, or after the close. */
    UNDELIVERED("undelivered");

    private final String word;

    Disposition(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }
}
