package dev.tapedeck.canonical;

/**
 * A request's id as the wire spelled it: number 7 and string "7" are different requests, and 0 is an id.
 *
 * @param text the digits of a number, or the characters of a string
 * @param number whether the id stood on the wire as a number
 */
public record RequestRef(String text, boolean number) {
    /** Spelling that keeps numbers and strings apart: {@code 7} or {@code "7"}. */
    public String key() {
        return number ? text : '"' + text + '"';
    }

    /** The id of that spelling. */
    public static RequestRef ofKey(String key) {
        boolean quoted = key.length() >= 2 && key.startsWith("\"") && key.endsWith("\"");
        return quoted ? new RequestRef(key.substring(1, key.length() - 1), false) : new RequestRef(key, true);
    }

    @Override
    public String toString() {
        return key();
    }
}
