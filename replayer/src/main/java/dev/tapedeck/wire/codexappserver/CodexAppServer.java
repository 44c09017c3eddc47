package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.ERROR;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.Role.REQUEST;
import static dev.tapedeck.rules.Role.RESULT;
import static dev.tapedeck.rules.RuleBook.Scope.ITEM;
import static dev.tapedeck.rules.RuleBook.Scope.SESSION;
import static dev.tapedeck.rules.RuleBook.Scope.THREAD;
import static dev.tapedeck.rules.RuleBook.Scope.TURN;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code codex app-server}, protocol v2 (canonical-events 3.1 and 3.2; runtime-event-path, Codex).
 *
 * <p>A notification or server request without a line of its own is unmapped; only the client's side and its answers
 * have fallbacks. The scratch of this wire is written down in {@code package-info}.
 */
public final class CodexAppServer {
    public static final Wire WIRE = new Wire("codex.app-server");

    public static final RuleBook BOOK = RuleBook.jsonRpc(WIRE)
            .source(OUT, NOTIFICATION, "codex.app-server.notification")
            .source(OUT, REQUEST, "codex.app-server.request")
            .scope(SESSION, "/params/thread/sessionId", "/result/thread/sessionId")
            .scope(
                    THREAD,
                    "/params/threadId",
                    "/params/thread/id",
                    "/params/conversationId",
                    "/result/thread/id",
                    "/result/reviewThreadId")
            .scope(TURN, "/params/turnId", "/params/turn/id", "/result/turn/id")
            .scope(ITEM, "/params/itemId", "/params/item/id", "/params/callId")
            .time("/emittedAtMs", "/params/completedAtMs", "/params/startedAtMs")
            .include(CodexSession::rules)
            .include(CodexThreads::rules)
            .include(CodexTurns::rules)
            .include(CodexItems::rules)
            .include(CodexContent::rules)
            .include(CodexRequests::rules)
            .include(CodexReviews::rules)
            .include(CodexUsage::rules)
            .include(CodexTelemetry::rules)
            .include(CodexServices::rules)
            .dropOthers(IN, REQUEST, "the client's own request; what came of it is told after it")
            .dropOthers(IN, NOTIFICATION, "the client's own notice; it changes nothing that the provider does not tell")
            .dropOthers(IN, RESULT, "an answer to a request that is not in the recording")
            .dropOthers(IN, ERROR, "a refusal of a request that is not in the recording")
            .dropOthers(OUT, RESULT, "answers a call of the client's; thread, turn and items are told by notifications")
            .mapOthers(OUT, ERROR, Concept.ERROR, EventType.RUNTIME_ERROR, CodexTelemetry::refused)
            .build();

    private CodexAppServer() {}
}
