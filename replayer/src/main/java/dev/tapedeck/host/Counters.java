package dev.tapedeck.host;

/** What a host counted over all epochs; figures that no note tells one by one. */
public final class Counters {
    long late;
    long duplicate;
    long retiredItems;
    long retiredTurns;
    long retiredThreads;
    long cutTexts;

    Counters() {}

    Counters(Counters other) {
        late = other.late;
        duplicate = other.duplicate;
        retiredItems = other.retiredItems;
        retiredTurns = other.retiredTurns;
        retiredThreads = other.retiredThreads;
        cutTexts = other.cutTexts;
    }

    /** Events that came too late to change anything but text, or to change anything (decision D7). */
    public long late() {
        return late;
    }

    /** Events that said again what was so already (decision D7). */
    public long duplicate() {
        return duplicate;
    }

    /** Items that left the maps within their budget. */
    public long retiredItems() {
        return retiredItems;
    }

    /** Turns that left the maps (decision D14). */
    public long retiredTurns() {
        return retiredTurns;
    }

    /** Threads that left the maps (decision D14). */
    public long retiredThreads() {
        return retiredThreads;
    }

    /** Times that a heavy text was cut to its end. */
    public long cutTexts() {
        return cutTexts;
    }
}
