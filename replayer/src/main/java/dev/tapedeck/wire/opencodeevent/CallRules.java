package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.frame.Direction.OUT;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TURN_END;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Role;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;

/** HTTP calls: prompts, aborts, history. What else a client calls is told by what the events say then. */
final class CallRules {
    /** Calls whose paths hold ids, so that each counts as one kind. */
    private static final List<String> OTHERS = List.of(
            "POST /session",
            "GET /session",
            "GET /session/status",
            "GET /session/{sessionID}",
            "PATCH /session/{sessionID}",
            "DELETE /session/{sessionID}",
            "GET /session/{sessionID}/children",
            "GET /session/{sessionID}/todo",
            "GET /session/{sessionID}/diff",
            "POST /session/{sessionID}/init",
            "POST /session/{sessionID}/fork",
            "POST /session/{sessionID}/share",
            "DELETE /session/{sessionID}/share",
            "POST /session/{sessionID}/summarize",
            "POST /session/{sessionID}/revert",
            "POST /session/{sessionID}/unrevert",
            "POST /session/{sessionID}/command",
            "POST /session/{sessionID}/shell",
            "DELETE /session/{sessionID}/message/{messageID}",
            "DELETE /session/{sessionID}/message/{messageID}/part/{partID}",
            "PATCH /session/{sessionID}/message/{messageID}/part/{partID}",
            "GET /permission",
            "GET /question",
            "POST /instance/dispose",
            "POST /global/dispose",
            "GET /project/{projectID}/directories",
            "PATCH /project/{projectID}",
            "GET /pty",
            "POST /pty",
            "GET /pty/{ptyID}",
            "PUT /pty/{ptyID}",
            "DELETE /pty/{ptyID}",
            "POST /pty/{ptyID}/connect-token",
            "GET /mcp",
            "POST /mcp",
            "GET /config",
            "PATCH /config",
            "POST /mcp/{name}/connect",
            "POST /mcp/{name}/disconnect",
            "POST /mcp/{name}/auth",
            "DELETE /mcp/{name}/auth",
            "POST /api/session",
            "GET /api/session",
            "GET /api/session/active",
            "GET /api/session/{sessionID}",
            "GET /api/session/{sessionID}/context",
            "GET /api/session/{sessionID}/history",
            "GET /api/session/{sessionID}/permission",
            "GET /api/session/{sessionID}/permission/{requestID}",
            "GET /api/session/{sessionID}/question",
            "GET /api/permission/saved",
            "GET /api/model",
            "POST /api/session/{sessionID}/agent",
            "POST /api/session/{sessionID}/model",
            "POST /api/session/{sessionID}/compact",
            "POST /api/session/{sessionID}/wait",
            "POST /api/session/{sessionID}/revert/stage",
            "POST /api/session/{sessionID}/revert/clear",
            "POST /api/session/{sessionID}/revert/commit");

    /** What a history holds beside text. */
    private static final Concept[] HELD = {
        Concept.REASONING, Concept.TOOL_INPUT, Concept.TOOL_STATE, Concept.TOOL_OUTPUT, Concept.MULTIMODAL, Concept.MCP,
        Concept.DROPPED_TODAY
    };

    private static final String REASON =
            "the client's own call; the events after it and its answer tell what came of it";

    private CallRules() {}

    static void rules(RuleBook.Builder book) {
        for (String prompt : List.of("POST /session/{sessionID}/prompt_async", "POST /session/{sessionID}/message")) {
            book.send(prompt, Prompts::parts).drop(prompt, "what the client sends; the provider echoes it");
        }
        String newer = "POST /api/session/{sessionID}/prompt";
        book.send(newer, Prompts::prompt)
                .drop(newer, "what the client sends; the provider echoes it")
                .map("POST /session/{sessionID}/abort", TURN_END, Set.of(), CallRules::abort)
                .map("POST /api/session/{sessionID}/interrupt", TURN_END, Set.of(), CallRules::abort)
                .drop("GET /session/{sessionID}/message", REASON)
                .map("GET /session/{sessionID}/message#result", TEXT, ITEM_COMPLETED, History::messages)
                .also(HELD)
                .map("GET /session/{sessionID}/message/{messageID}#result", TEXT, ITEM_COMPLETED, History::messages)
                .also(HELD)
                .map("GET /api/session/{sessionID}/message#result", TEXT, ITEM_COMPLETED, History::steps)
                .also(HELD)
                .duplicate("POST /session#result", "session.created")
                .duplicate("POST /session/{sessionID}/message#result", "message.part.updated")
                .duplicate("POST /session/{sessionID}/shell#result", "message.part.updated")
                .duplicate("POST /session/{sessionID}/command#result", "message.part.updated")
                .duplicate("POST /api/session#result", "session.created");
        for (String call : OTHERS) {
            book.drop(call, REASON);
        }
        book.dropOthers(IN, Role.REQUEST, REASON)
                .dropOthers(IN, Role.RESULT, "an answer to a request that is not in the recording")
                .dropOthers(OUT, Role.RESULT, "the answer to a call; what the call changed is told by events")
                .mapOthers(OUT, Role.ERROR, ERROR, RUNTIME_ERROR, CallRules::refused);
    }

    private static void abort(FrameView frame, Emitter out) {
        new Turns(frame, out).abortAsked();
    }

    private static void refused(FrameView frame, Emitter out) {
        int status = frame.message().frame().carrier() instanceof Carrier.HttpResponse response ? response.status() : 0;
        out.emit(Errors.ofCall(frame.at(""), status));
    }
}
