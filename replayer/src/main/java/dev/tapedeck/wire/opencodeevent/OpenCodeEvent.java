package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.rules.RuleBook.Scope.THREAD;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code opencode serve}, stream {@code /event} or {@code /global/event} (runtime-event-path, OpenCode
 * serve; normalization-matrix, column OpenCode).
 *
 * <p>An event without a line of its own is unmapped; only calls and their answers have fallbacks. Threads, turns, items
 * and the scratch of this wire are written down in {@code package-info}.
 */
public final class OpenCodeEvent {
    public static final Wire WIRE = new Wire("opencode.event");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type", "/properties", "/payload")
            .include(OpenCodeEvent::families)
            .duplicate("sync", "the event of the same id")
            .sequence("/payload/syncEvent/aggregateID", "/payload/syncEvent/seq")
            .build();

    private OpenCodeEvent() {}

    /** What the server tells and is asked, whatever the envelope of its events. */
    public static void families(RuleBook.Builder book) {
        book.scope(THREAD, "/sessionID", "/info/sessionID", "/part/sessionID", "/info/id", "{sessionID}")
                .time("/timestamp", "/time", "/created")
                .resumes(Turns::resume)
                .include(ServerRules::rules)
                .include(SessionRules::rules)
                .include(MessageRules::rules)
                .include(PartRules::rules)
                .include(StepEvents::next)
                .include(RequestRules::rules)
                .include(CallRules::rules);
    }
}
