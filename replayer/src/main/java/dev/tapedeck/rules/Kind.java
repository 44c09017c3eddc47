package dev.tapedeck.rules;

import java.util.Optional;

/**
 * What a frame is: a {@code :}-separated path from general to special, for instance
 * {@code item/started:commandExecution}; {@code #result} and {@code #error} mark a response, joined with its
 * request's method.
 *
 * @param path the whole path; comes from recordings, so it is data and never a file name or markup
 */
public record Kind(String path) implements Comparable<Kind> {
    /** Longest path that is kept, in characters: a type name is data and may be anything. */
    public static final int MAX_LENGTH = 200;

    /** Stands in a path for a part that should be told and is missing, null, or no plain value. */
    public static final String UNTOLD = "?";

    public Kind {
        if (path.length() > MAX_LENGTH) {
            path = path.substring(0, MAX_LENGTH);
        }
    }

    /** This kind without its most special part, or empty when there is none. */
    public Optional<Kind> parent() {
        int colon = path.lastIndexOf(':');
        return colon < 0 ? Optional.empty() : Optional.of(new Kind(path.substring(0, colon)));
    }

    @Override
    public int compareTo(Kind other) {
        return path.compareTo(other.path);
    }

    @Override
    public String toString() {
        return path;
    }
}
