package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Frame;

/** How one family of wires tells kinds, requests and answers apart. */
public interface Dialect {

    /** A reader for one process's frames; it remembers open requests, so each epoch needs its own. */
    Session open();

    /** Reads the frames of one process in arrival order. */
    interface Session {
        /** What the frame is. */
        Message read(Frame frame, JsonNode json);
    }
}
