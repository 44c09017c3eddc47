package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Role.ERROR;
import static dev.tapedeck.rules.Role.NOTIFICATION;
import static dev.tapedeck.rules.Role.REQUEST;
import static dev.tapedeck.rules.Role.RESULT;
import static dev.tapedeck.rules.RuleBook.Scope.SESSION;
import static dev.tapedeck.rules.RuleBook.Scope.THREAD;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.RuleBook;

/**
 * The rule book of {@code claude --output-format stream-json} (canonical-events 4.1 and 4.2; normalization-matrix,
 * column Claude Code).
 *
 * <p>A message or server request without a line of its own is unmapped; only the client's side and its answers have
 * fallbacks. Threads, turns, items and the scratch of this wire are written down in {@code package-info}.
 */
public final class ClaudeStreamJson {
    public static final Wire WIRE = new Wire("claude.stream-json");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type")
            .discriminate("system", "/subtype")
            .discriminate("result", "/subtype")
            .discriminate("stream_event", "/event/type")
            .discriminate("stream_event:content_block_start", "/event/content_block/type")
            .discriminate("stream_event:content_block_delta", "/event/delta/type")
            .discriminate("control_request", "/request/subtype")
            .request("control_request", "/request_id")
            .answer("control_response", "/response/request_id", "/response/subtype", "error")
            .source(OUT, NOTIFICATION, "claude.sdk.message")
            .source(OUT, REQUEST, "claude.sdk.permission")
            .source(IN, RESULT, "claude.sdk.permission")
            .source(IN, ERROR, "claude.sdk.permission")
            .scope(SESSION, "/session_id")
            .scope(THREAD, "/parent_tool_use_id", "/session_id")
            .time("/timestamp")
            .resumes(Resumption::resume)
            .include(ClaudeSession::rules)
            .include(ClaudeStream::rules)
            .include(ClaudeMessages::rules)
            .include(ClaudeUser::rules)
            .include(ClaudeTurns::rules)
            .include(ClaudeRequests::rules)
            .include(ClaudeTasks::rules)
            .include(ClaudeTelemetry::rules)
            .dropOthers(
                    IN, REQUEST, "the client's own request; its answer and the events after it tell what came of it")
            .dropOthers(IN, NOTIFICATION, "the client's own notice; it changes nothing that the provider does not tell")
            .dropOthers(IN, RESULT, "an answer to a request that is not in the recording")
            .dropOthers(IN, ERROR, "a refusal of a request that is not in the recording")
            .dropOthers(OUT, RESULT, "answers a request of the client's; what it changed is told by messages")
            .mapOthers(OUT, ERROR, Concept.ERROR, EventType.RUNTIME_ERROR, ClaudeTelemetry::refused)
            .build();

    private ClaudeStreamJson() {}
}
