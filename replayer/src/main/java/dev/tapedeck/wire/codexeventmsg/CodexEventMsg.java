package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.Role.REQUEST;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code EventMsg} (canonical-events 3.3) and of the rollout files that hold it.
 *
 * <p>Envelopes, threads, turns, items and the scratch of this wire are written down in {@code package-info}.
 */
public final class CodexEventMsg {
    public static final Wire WIRE = new Wire("codex.event-msg");

    public static final RuleBook BOOK = RuleBook.speaking(WIRE, new EventMsgDialect())
            .lacks("deltas", "starts of items", "requests and their answers", "retries")
            .source(OUT, NOTIFICATION, "codex.eventmsg")
            .source(OUT, REQUEST, "codex.eventmsg")
            .include(EventSession::rules)
            .include(EventTurns::rules)
            .include(EventText::rules)
            .include(EventTools::rules)
            .include(EventAgents::rules)
            .include(EventItems::rules)
            .include(EventRequests::rules)
            .include(EventTelemetry::rules)
            .include(RolloutLines::rules)
            .dropOthers(IN, NOTIFICATION, "the client's own submission; the events after it tell what came of it")
            .build();

    private CodexEventMsg() {}
}
