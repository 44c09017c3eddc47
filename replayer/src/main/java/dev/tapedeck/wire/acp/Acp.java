package dev.tapedeck.wire.acp;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.ERROR;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.Role.REQUEST;
import static dev.tapedeck.rules.Role.RESULT;
import static dev.tapedeck.rules.RuleBook.Scope.SESSION;
import static dev.tapedeck.rules.RuleBook.Scope.THREAD;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of the Agent Client Protocol, versions 1 and 2 (canonical-events 5; runtime-event-path, OpenCode acp;
 * decision D11), whoever speaks it.
 *
 * <p>Most rules serve both versions; the few kinds that mean one thing in version 1 and another in version 2 say so in
 * their row ({@link Version#byVersion}). An update or a request of the agent's without a line of its own is unmapped;
 * only the client's side and its answers have fallbacks. Threads, turns, items and the scratch of this wire are
 * written down in {@code package-info}.
 */
public final class Acp {
    public static final Wire WIRE = new Wire("acp");

    /** What an agent tells of its work, by the name of the update. */
    static final String UPDATE = "session/update:";

    public static final RuleBook BOOK = RuleBook.jsonRpc(WIRE)
            .discriminate("session/update", "/params/update/sessionUpdate")
            .source(OUT, NOTIFICATION, "cursor.acp.notification")
            .source(OUT, REQUEST, "cursor.acp.request")
            .source(OUT, RESULT, "cursor.acp.response")
            .source(OUT, ERROR, "cursor.acp.response")
            .scope(SESSION, "/params/sessionId", "/result/sessionId")
            .scope(
                    THREAD,
                    "/params/update/_meta/claudeCode/parentToolUseId",
                    "/params/sessionId",
                    "/result/sessionId")
            .streamsOnly(ItemType.USER_MESSAGE, ItemType.ASSISTANT_MESSAGE, ItemType.REASONING)
            .streamsOnly(
                    ItemType.COMMAND_EXECUTION,
                    ItemType.FILE_CHANGE,
                    ItemType.MCP_TOOL_CALL,
                    ItemType.DYNAMIC_TOOL_CALL,
                    ItemType.COLLAB_AGENT_TOOL_CALL,
                    ItemType.WEB_SEARCH,
                    ItemType.CONTEXT_COMPACTION,
                    ItemType.PLAN)
            .keeps(Threads::keep)
            .resumes(Resumption::adopt)
            .include(AcpSession::rules)
            .include(AcpSettings::rules)
            .include(AcpTurns::rules)
            .include(AcpMessages::rules)
            .include(AcpTools::rules)
            .include(AcpTerminals::rules)
            .include(AcpPlans::rules)
            .include(AcpUsage::rules)
            .include(AcpCompaction::rules)
            .include(AcpRequests::rules)
            .include(AcpExtensions::rules)
            .include(AcpSubAgents::rules)
            .include(AcpErrors::rules)
            .dropOthers(IN, REQUEST,
                    "the client's own request; its answer and the updates after it tell what came of it")
            .dropOthers(IN, NOTIFICATION, "the client's own notice; it changes nothing that the agent does not tell")
            .dropOthers(IN, RESULT, "an answer to a request that is not in the recording")
            .dropOthers(IN, ERROR, "a refusal of a request that is not in the recording")
            .dropOthers(OUT, RESULT, "answers a request of the client's; what it changed is told by updates")
            .mapOthers(OUT, ERROR, Concept.ERROR, EventType.RUNTIME_ERROR, AcpErrors::refused)
            .build();

    private Acp() {}
}
