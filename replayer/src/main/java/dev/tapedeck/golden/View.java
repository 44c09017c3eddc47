package dev.tapedeck.golden;

import java.util.Arrays;
import java.util.Optional;

/** What of a replay is approved; each view is one file. */
public enum View {
    /** Canonical events, one a line. */
    CANONICAL("canonical", "ndjson"),
    /** Runtime events, one a line. */
    RUNTIME("runtime", "ndjson"),
    /** Amalgm events, one a line. */
    AMALGM("amalgm", "ndjson"),
    /** The host's maps after the last frame. */
    MAPS("maps", "json"),
    /** How many frames of each kind ended how. */
    DISPOSITIONS("dispositions", "json");

    private final String word;
    private final String extension;

    View(String word, String extension) {
        this.word = word;
        this.extension = extension;
    }

    public String word() {
        return word;
    }

    /** The view of that word, or empty when it is none of ours. */
    public static Optional<View> of(String word) {
        return Arrays.stream(values()).filter(view -> view.word.equals(word)).findFirst();
    }

    /** Name of the approved file in the scenario's folder. */
    public String approvedFile() {
        return word + ".approved." + extension;
    }

    /** Name of the file that waits for approval, beside the approved one. */
    public String receivedFile() {
        return word + ".received." + extension;
    }
}
