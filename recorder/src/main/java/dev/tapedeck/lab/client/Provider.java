package dev.tapedeck.lab.client;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The running provider and its surroundings, as the scripted client sees them. */
public interface Provider {
    /**
     * Sends one line; the line end is added.
     *
     * @throws BrokenStdinException if the provider no longer reads
     */
    void send(byte[] line) throws IOException;

    void closeStdin() throws IOException;

    /**
     * Speaks HTTP with the running process.
     *
     * @throws IOException if the provider does not serve HTTP
     */
    WebClient web() throws IOException;

    /** Sends a signal: {@code INT}, {@code TERM} or {@code KILL}. */
    void signal(String name) throws IOException, InterruptedException;

    /** Waits for the end of the process; false when it still runs after that time. */
    boolean awaitExit(Duration longest) throws IOException, InterruptedException;

    /**
     * Ends the process as its lab says: closes its stdin, and sends a signal to one that does not end by that.
     *
     * @return false when it still runs after that time
     */
    boolean leave(Duration longest) throws IOException, InterruptedException;

    /**
     * Starts a new process after the last one has ended; its lines go to the same client.
     *
     * @param arguments what follows the lab's command; absent when it is what followed it last
     */
    void restart(@Nullable List<String> arguments) throws IOException, InterruptedException;

    void openGate(String name);

    void stopModel();

    void write(Map<String, String> files) throws IOException;

    void delete(String path) throws IOException;
}
