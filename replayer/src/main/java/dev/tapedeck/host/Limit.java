package dev.tapedeck.host;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Every bound of the host (runtime-event-path, Budgets; decisions D1, D4 and D14), with its standard value. */
public enum Limit {
    /** Frames that wait for the subscriber; the oldest are lost beyond it. */
    QUEUE("queue", 8192, "frames"),
    /** Frames of one call of the hook. */
    BATCH("batch", 1024, "frames"),
    /** Values that one call may emit. */
    EMITTED("emitted", 4L << 20, "bytes"),
    /** Scratch after a call. */
    SCRATCH("scratch", 64L << 10, "bytes"),
    /** State blob of the older hook after a call. */
    STATE_BLOB("state-blob", 256L << 10, "bytes"),
    /** Items in the maps. */
    ITEMS("items", 1000, "items"),
    /** Text of all items together, as UTF-8. */
    ITEM_TEXT("item-text", 8L << 20, "bytes"),
    /** What a heavy text keeps, its end, when all texts together are too much; heavier than twice this is heavy. */
    TEXT_TAIL("text-tail", 64L << 10, "bytes"),
    /** Server requests that wait for an answer. */
    REQUESTS("requests", 64, "requests"),
    /** Turns in the maps that are over. */
    IDLE_TURNS("idle-turns", 1000, "turns"),
    /** Threads in the maps, the bound one and the newest among them, which never go. */
    THREADS("threads", 1000, "threads"),
    /**
     * Settled requests and confirmed sends that the maps keep, sends that wait for evidence, and items that are
     * remembered after they retired or, without a place in the maps, ended.
     */
    SETTLED("settled", 1000, "entries"),
    /** Lines of preamble before the first provider frame. */
    PREAMBLE_LINES("preamble-lines", 64, "lines"),
    /** Preamble before the first provider frame, line ends not counted. */
    PREAMBLE("preamble", 64L << 10, "bytes"),
    /** A line that is decoded. */
    LINE("line", 64L << 20, "bytes"),
    /** Items of one page of history. */
    HISTORY_PAGE("history-page", 50, "items");

    private final String word;
    private final long standard;
    private final String unit;

    Limit(String word, long standard, String unit) {
        this.word = word;
        this.standard = standard;
        this.unit = unit;
    }

    /** Name in options and messages. */
    public String word() {
        return word;
    }

    /** Value unless a run says otherwise, in {@link #unit}. */
    public long standard() {
        return standard;
    }

    public String unit() {
        return unit;
    }

    /** The words of all limits, for messages. */
    public static String words() {
        return Arrays.stream(values()).map(Limit::word).collect(Collectors.joining(", "));
    }

    /** The limit of that word, or empty when it is none of ours. */
    public static Optional<Limit> of(String word) {
        return Arrays.stream(values()).filter(limit -> limit.word.equals(word)).findFirst();
    }
}
