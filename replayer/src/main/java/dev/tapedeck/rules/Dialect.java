package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Frame;
import org.jspecify.annotations.Nullable;

/** How one family of wires tells kinds, requests and answers apart. */
public interface Dialect {

    /** A reader for one process's frames; it remembers open requests, so each epoch needs its own. */
    Session open();

    /** Where the id of a request or an answer stands, from the payload's root; null when it has none in its payload. */
    default @Nullable JsonPointer placeOfId(Message message) {
        return null;
    }

    /** Reads the frames of one process in arrival order. */
    interface Session {
        /** What the frame is. */
        Message read(Frame frame, JsonNode json);

        /** Another reader that goes on from here; one that remembers nothing is its own. */
        default Session fork() {
            return this;
        }
    }
}
