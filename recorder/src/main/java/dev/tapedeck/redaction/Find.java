package dev.tapedeck.redaction;

import org.jspecify.annotations.Nullable;

/**
 * A private value in a text.
 *
 * @param from index of its first character
 * @param to index behind its last character
 * @param with what is to stand there instead; absent while that is not known
 */
record Find(int from, int to, Category category, @Nullable String with) {
    int length() {
        return to - from;
    }
}
