package dev.tapedeck.wire.opencodeevent2;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.opencodeevent.OpenCodeEvent;

/**
 * The rule book of {@code opencode serve}, stream {@code /api/event} (runtime-event-path, OpenCode serve).
 *
 * <p>Only events that the server keeps have a number; one that is left out was lost.
 */
public final class OpenCodeEvent2 {
    public static final Wire WIRE = new Wire("opencode.event2");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type", "/data", "")
            .sequence("/durable/aggregateID", "/durable/seq")
            .include(OpenCodeEvent::families)
            .include(Executions::rules)
            .build();

    private OpenCodeEvent2() {}
}
