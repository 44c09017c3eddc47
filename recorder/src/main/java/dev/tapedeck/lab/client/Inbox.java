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
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Frames that came from the provider and that no step has taken yet. Filled by some threads, emptied by another.
 *
 * <p>Each came from a source: the provider's stdout, or one of its event streams. Where a step names none, the first
 * source is meant.
 */
public final class Inbox {
    /** Name of the provider's stdout as a source. */
    public static final String STDOUT = "";

    private static final int LAST_SHOWN = 8;
    private static final int SHOWN_LENGTH = 300;

    private final List<Arrived> waiting = new ArrayList<>();
    private final Set<String> endedSources = new HashSet<>();
    private String first = STDOUT;
    private final Deque<String> last = new ArrayDeque<>();
    private long lastArrival = System.nanoTime();
    private boolean ended;

    private record Arrived(String source, JsonNode frame) {}

    /** Which frame is wanted. */
    interface Wanted {
        boolean is(JsonNode frame) throws UnknownVariableException;
    }

    /** A source besides stdout opens, perhaps again. */
    public synchronized void opened(String source) {
        endedSources.remove(source);
        first = first.equals(STDOUT) ? source : first;
    }

    /** Nothing more comes from that source. */
    public synchronized void ended(String source) {
        endedSources.add(source);
        notifyAll();
    }

    /** Waits for the end of a source; false when it goes on after that time. */
    synchronized boolean awaitEnd(String source, Duration longest) throws InterruptedException {
        long deadline = System.nanoTime() + longest.toNanos();
        while (!endedSources.contains(source)) {
            long left = (deadline - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                return false;
            }
            wait(left);
        }
        return true;
    }

    /** What came from the provider at once; what is not JSON is only remembered for reports. */
    public synchronized void add(String source, byte[] line) {
        lastArrival = System.nanoTime();
        String text = new String(line, StandardCharsets.UTF_8);
        last.addLast(text.length() > SHOWN_LENGTH ? text.substring(0, SHOWN_LENGTH) + "…" : text);
        if (last.size() > LAST_SHOWN) {
            last.removeFirst();
        }
        try {
            waiting.add(new Arrived(source, Json.read(line)));
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
        endedSources.clear();
        first = STDOUT;
    }

    /**
     * Takes the first frame that is wanted; empty when the time is over, or provider or source have ended without it.
     *
     * @param named the source it comes from; absent for the first one
     */
    synchronized Optional<JsonNode> take(@Nullable String named, Wanted wanted, Duration longest)
            throws InterruptedException, UnknownVariableException {
        String source = named == null ? first : named;
        long deadline = System.nanoTime() + longest.toNanos();
        int seen = 0;
        while (true) {
            Optional<JsonNode> taken = takeFrom(seen, source, wanted);
            if (taken.isPresent() || ended || endedSources.contains(source)) {
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

    private Optional<JsonNode> takeFrom(int seen, String source, Wanted wanted) throws UnknownVariableException {
        Iterator<Arrived> frames = waiting.listIterator(seen);
        while (frames.hasNext()) {
            Arrived arrived = frames.next();
            if (arrived.source().equals(source) && wanted.is(arrived.frame())) {
                frames.remove();
                return Optional.of(arrived.frame());
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

    synchronized boolean hasEnded(@Nullable String source) {
        return ended || endedSources.contains(source == null ? first : source);
    }

    /** The last lines that came, shortened, oldest first. */
    public synchronized List<String> lastLines() {
        return List.copyOf(last);
    }
}
