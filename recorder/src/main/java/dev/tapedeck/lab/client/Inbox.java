package dev.tapedeck.lab.client;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.script.UnknownVariableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Frames that came from the provider and that no step has taken yet. Filled by one thread, emptied by another. */
public final class Inbox {
    private static final int LAST_SHOWN = 8;
    private static final int SHOWN_LENGTH = 300;

    private final List<JsonNode> waiting = new ArrayList<>();
    private final Deque<String> last = new ArrayDeque<>();
    private long lastArrival = System.nanoTime();
    private boolean ended;

    /** Which frame is wanted. */
    interface Wanted {
        boolean is(JsonNode frame) throws UnknownVariableException;
    }

    /** A line of the provider; one that is not JSON is only remembered for reports. */
    public synchronized void add(byte[] line) {
        lastArrival = System.nanoTime();
        String text = new String(line, StandardCharsets.UTF_8);
        last.addLast(text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text);
        if (last.size() > LAST_SHOWN) {
            last.removeFirst();
        }
        try {
            waiting.add(Json.read(line));
        } catch (IOException e) {
            return;
        }
        notifyAll();
    }

    /** The provider's output has ended. */
    public synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** A new process begins: nothing of the old one is waited for any more. */
    public synchronized void begin() {
        ended = false;
        waiting.clear();
    }

    /** Takes the first frame that is wanted; empty when the time is over or the provider has ended without it. */
    synchronized Optional<JsonNode> take(Wanted wanted, Duration longest)
            throws InterruptedException, UnknownVariableException {
        long deadline = System.nanoTime() + longest.toNanos();
        int seen = 0;
        while (true) {
            Optional<JsonNode> taken = takeFrom(seen, wanted);
            if (taken.isPresent() || ended) {
                return taken;
            }
            seen = waiting.size();
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return Optional.empty();
            }
            wait(left);
        }
    }

    private Optional<JsonNode> takeFrom(int seen, Wanted wanted) throws UnknownVariableException {
        Iterator<JsonNode> frames = waiting.listIterator(seen);
        while (frames.hasNext()) {
            JsonNode frame = frames.next();
            if (wanted.is(frame)) {
                frames.remove();
                return Optional.of(frame);
            }
        }
        return Optional.empty();
    }

    /** Waits until no frame has come for that long; false when the whole time went by without such a silence. */
    synchronized boolean awaitQuiet(Duration quiet, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!ended) {
            long left = (lastArrival + quiet.toNanos() - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return true;
            }
            if (System.nanoTime() >= deadline) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    synchronized boolean hasEnded() {
        return ended;
    }

    /** The last lines that came, shortened, oldest first. */
    public synchronized List<String> lastLines() {
        return List.copyOf(last);
    }
}
