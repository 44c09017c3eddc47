package dev.tapedeck.filter;

/** What a filter must have of a frame, from cheap to dear. */
public enum Needs {
    /** What an index of the recording knows. */
    INDEX,
    /** The frame as it stands in the file. */
    FILE,
    /** The events that the frame became, which only a replay tells. */
    REPLAY
}
