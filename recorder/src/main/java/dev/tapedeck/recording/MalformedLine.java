package dev.tapedeck.recording;

import org.jspecify.annotations.Nullable;

/** A line that is no line of the format; the reader adds file, line number and offset. */
final class MalformedLine extends Exception {
    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String found;

    MalformedLine(String expected, @Nullable String found) {
        super(expected + " expected, found " + found, null, false, false);
        this.expected = expected;
        this.found = found == null ? "nothing" : found;
    }

    String expected() {
        return expected;
    }

    String found() {
        return found;
    }
}
