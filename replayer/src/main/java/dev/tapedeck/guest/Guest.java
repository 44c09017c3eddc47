package dev.tapedeck.guest;

import java.io.IOException;

/** One that answers a call of the mapping protocol, text for text. Used by one thread at a time. */
public interface Guest extends AutoCloseable {
    /**
     * Answers one call; may be called again after it failed.
     *
     * @param call one JSON object on one line
     * @return one JSON object
     * @throws IOException if the guest died, answered too much, or could not be reached
     */
    String answer(String call) throws IOException;

    /** Ends the call that another thread waits for; it then fails. */
    void stop();

    /** Whether it is the older hook, which keeps one state blob. */
    boolean reduces();

    @Override
    void close();
}
