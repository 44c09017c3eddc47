package dev.tapedeck.frame;

/** How a line on the wire ended; anything but {@link #LF} is noted in the recording. */
public enum LineEnd {
    LF,
    CRLF,
    /** The stream ended inside the line; such a frame is kept but never decoded. */
    NONE
}
