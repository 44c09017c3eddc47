package dev.tapedeck.host;

import org.jspecify.annotations.Nullable;

/** What a provider would answer to ResumeThread and ReadHistory (decision D4). */
@FunctionalInterface
public interface History {
    /** A provider that remembers nothing. */
    History NONE = seq -> null;

    /**
     * The provider's state when the frame had been sent; null when it has none to tell. Asked with rising numbers.
     */
    @Nullable Maps at(long seq);
}
