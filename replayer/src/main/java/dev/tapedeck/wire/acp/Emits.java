package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;

import dev.tapedeck.canonical.EventType;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** What rules of this wire may emit beside what they are for. */
final class Emits {
    private Emits() {}

    /**
     * What a rule may emit that tells content: a child or a recording begun late starts with it, a segment ends; in a
     * history a turn ends when the next one begins.
     */
    static Set<EventType> content(EventType... types) {
        EnumSet<EventType> all = EnumSet.of(THREAD_STARTED, TURN_STARTED, ITEM_COMPLETED);
        all.addAll(List.of(types));
        return all;
    }

    /** What a rule may emit that ends a turn, and with it those of sub-agents; a prompt that waited begins the next. */
    static Set<EventType> contentAndEnd(EventType... types) {
        Set<EventType> all = content(types);
        all.addAll(List.of(TURN_COMPLETED, ITEM_UPDATED));
        return all;
    }
}
