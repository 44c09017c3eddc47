package dev.tapedeck.frame;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Something the recorder or its host did, so that a replay knows of it.
 *
 * @param act {@code spawn} (a new process, a new epoch), {@code subscribe}, {@code signal}, {@code mark} …
 * @param facts further members by name, for instance {@code pid}; scalar values only
 */
public record HostAct(long seq, long micros, String act, Map<String, Object> facts) implements Entry {
    public static final String SPAWN = "spawn";
    /** An event stream was opened: {@code stream} is its name, {@code path} what was asked for, with its query. */
    public static final String SUBSCRIBE = "subscribe";
    /**
     * An event stream ended: {@code stream}, {@code by} ({@code provider} or {@code host}), and {@code alive}, whether
     * the process went on, which makes it a bookkeeping failure and not a protocol failure (decision D13).
     */
    public static final String STREAM_END = "stream-end";
    public static final String SIGNAL = "signal";
    /** A remark of the recorder's own, for instance that logging stopped. */
    public static final String MARK = "mark";

    public HostAct {
        facts = Map.copyOf(facts);
    }

    /** The text of a fact, or null when it is not there or is no text: an act may come from anybody's file. */
    public @Nullable String text(String fact) {
        return facts.get(fact) instanceof String text ? text : null;
    }
}
