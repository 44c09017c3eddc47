package dev.tapedeck.host;

import org.jspecify.annotations.Nullable;

/** What a provider would answer to ResumeThread and ReadHistory (decision D4). */
@FunctionalInterface
public interface History {
    /** Why something ends that was read where frames were lost, and that history does not know. */
    String UNKNOWN = "unknown to history";

    /** Why an item ends that was open when its turn did (decision D2). */
    String TURN_ENDED = "turn ended";

    /** A provider that remembers nothing. */
    History NONE = seq -> null;

    /**
     * The provider's state when the frame had been sent; null when it has none to tell. Asked with rising numbers.
     */
    @Nullable Maps at(long seq);
}
