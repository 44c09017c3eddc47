package dev.tapedeck.play;

import dev.tapedeck.frame.Frame;

/** What comes from the client. */
public sealed interface Heard {
    /** A line, or the request of an exchange. Its number is of no meaning. */
    record Spoken(Frame frame) implements Heard {}

    record Signalled(String signal) implements Heard {}

    /** An event stream was opened. */
    record Subscribed(String stream) implements Heard {}

    /** The client says nothing more. */
    record Silent() implements Heard {}
}
