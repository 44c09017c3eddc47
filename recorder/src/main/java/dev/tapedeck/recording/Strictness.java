package dev.tapedeck.recording;

/** What a reader does at damage in the middle of a file. */
public enum Strictness {
    /** Stops with a {@link RecordingException}. */
    STRICT,
    /** Skips exactly the damaged line, lists it in {@link RecordingReader#damages()} and goes on. */
    TOLERANT
}
