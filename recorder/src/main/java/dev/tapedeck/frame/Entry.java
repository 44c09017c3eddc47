package dev.tapedeck.frame;

/** One line of a recording between header and end. Only a {@link Frame} counts as a frame. */
public sealed interface Entry permits Frame, LogLine, HostAct {
    /** Place in the recording, from 1, without holes. */
    long seq();

    /** Arrival in µs since the recording started, monotonic. */
    long micros();
}
