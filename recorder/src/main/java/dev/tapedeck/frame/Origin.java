package dev.tapedeck.frame;

import java.util.Arrays;
import java.util.Optional;

/** Where a recording comes from; only {@link #RECORDED} proves a matrix cell. */
public enum Origin {
    /** A real provider ran. */
    RECORDED("recorded"),
    /** Written by hand after a vendor's schema or public description. */
    SYNTHETIC("synthetic"),
    /** Made from another recording by a fault operator. */
    MUTATED("mutated");

    private final String word;

    Origin(String word) {
        this.word = word;
    }

    /** The word that stands in a header. */
    public String word() {
        return word;
    }

    /** The origin of that word, or empty when it is none of ours. */
    public static Optional<Origin> of(String word) {
        return Arrays.stream(values()).filter(origin -> origin.word.equals(word)).findFirst();
    }
}
