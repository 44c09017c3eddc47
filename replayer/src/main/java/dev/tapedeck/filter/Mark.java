package dev.tapedeck.filter;

/** What the host did by itself after a frame and before the next one. */
public enum Mark {
    /** Anything that it told of. */
    ACTED,
    /** It reconciled its maps from history. */
    RESYNC,
    /** Frames were lost before the subscriber took them. */
    LAG
}
