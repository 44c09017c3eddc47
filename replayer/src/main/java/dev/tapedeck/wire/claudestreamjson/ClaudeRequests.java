package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.HOOK_COMPLETED;
import static dev.tapedeck.canonical.EventType.HOOK_STARTED;
import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_RESOLVED;
import static dev.tapedeck.canonical.RequestType.DYNAMIC_TOOL_CALL;
import static dev.tapedeck.canonical.RequestType.TOOL_USER_INPUT;
import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.HookOutcome;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The control protocol: what the provider asks the client, with answer ({@code #result}), refusal ({@code #error}) and
 * withdrawal, and the list of what a client may ask.
 *
 * <p>Control frames name no session: a request is about the tool use that it names, else about the running session.
 */
final class ClaudeRequests {
    private static final String ASK = "control_request:";
    private static final String ANSWER = "/response/response";

    /** Where a call of a tool that the client itself serves tells which use it is for. */
    private static final String CALLED_FOR = "/request/message/params/_meta/claudecode~1toolUseId";

    /** What only the client asks; the answers that change something are told by messages too. */
    private static final List<String> CLIENT_ASKS = List.of(
            "initialize",
            "set_permission_mode",
            "set_model",
            "set_max_thinking_tokens",
            "rename_session",
            "set_color",
            "mcp_status",
            "get_context_usage",
            "get_session_cost",
            "list_models",
            "get_usage",
            "get_binary_version",
            "mcp_call",
            "file_suggestions",
            "rewind_files",
            "cancel_async_message",
            "read_file",
            "seed_read_state",
            "mcp_set_servers",
            "register_repo_root",
            "reload_plugins",
            "reload_skills",
            "reload_output_styles",
            "mcp_reconnect",
            "mcp_toggle",
            "set_has_subscribers",
            "stop_task",
            "background_tasks",
            "get_task_output",
            "apply_flag_settings",
            "get_settings",
            "get_hooks_listing",
            "update_settings",
            "list_permission_rules",
            "mcp_read_resource");

    private ClaudeRequests() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> resolved = Set.of(REQUEST_RESOLVED, USER_INPUT_RESOLVED);
        Set<EventType> hooked = Set.of(HOOK_COMPLETED, REQUEST_RESOLVED);
        Set<EventType> opened = Set.of(REQUEST_OPENED, USER_INPUT_REQUESTED);
        book.map(ASK + "can_use_tool", PERMISSION, opened, ClaudeRequests::mayUseTool)
                .map(ASK + "can_use_tool#result", PERMISSION, resolved, ClaudeRequests::decided)
                .map(ASK + "can_use_tool#error", PERMISSION, REQUEST_RESOLVED, ClaudeRequests::refused)
                .cancelAnswer(
                        ASK + "can_use_tool",
                        Nodes.object().put("behavior", "deny").put("message", "the turn is over"))
                .cancelAnswer(ASK + "elicitation", Nodes.object().put("action", "cancel"))
                .cancelAnswer(ASK + "hook_callback", Nodes.object());
        for (String asksUser : List.of("elicitation", "request_user_dialog")) {
            book.map(ASK + asksUser, PERMISSION, opened, ClaudeRequests::asksUser)
                    .map(ASK + asksUser + "#result", PERMISSION, resolved, ClaudeRequests::userAnswered)
                    .map(ASK + asksUser + "#error", PERMISSION, REQUEST_RESOLVED, ClaudeRequests::refused);
        }
        book.map(ASK + "mcp_message", MCP, REQUEST_OPENED, ClaudeRequests::mcpMessage)
                .map(ASK + "mcp_message#result", MCP, REQUEST_RESOLVED, ClaudeRequests::answered)
                .map(ASK + "mcp_message#error", MCP, REQUEST_RESOLVED, ClaudeRequests::refused)
                .map(ASK + "hook_callback", OTHER, Set.of(HOOK_STARTED, REQUEST_OPENED), ClaudeRequests::hook)
                .map(ASK + "hook_callback#result", OTHER, hooked, ClaudeRequests::hookAnswered)
                .map(ASK + "hook_callback#error", OTHER, hooked, ClaudeRequests::hookRefused)
                .map("control_cancel_request", PERMISSION, REQUEST_RESOLVED, ClaudeRequests::withdrawn)
                .dropFrom(IN, "control_cancel_request", "the client takes its own request back")
                .map(ASK + "interrupt", TURN_END, Set.of(), ClaudeRequests::interrupt)
                .gap("that a turn is to stop is no event; how it ended is told by its result")
                .drop("keep_alive", "keeps the pipe alive");
        for (String asked : CLIENT_ASKS) {
            book.drop(ASK + asked, "the client's own request; its answer and the events after it tell what came of it");
        }
    }

    private static void mayUseTool(FrameView frame, Emitter out) {
        ClaudeTool tool = ClaudeTool.named(frame.text("/request/tool_name"));
        JsonNode input = frame.node("/request/input");
        boolean interactive = Boolean.TRUE.equals(frame.optionalFlag("/request/requires_user_interaction"));
        RequestType type = interactive ? TOOL_USER_INPUT : tool.requestType();
        if (type == TOOL_USER_INPUT) {
            out.emit(about(frame, out), null, new UserInputRequested(
                    input.has("questions") ? input.get("questions") : input));
        }
        opened(type, detail(tool, input, frame), tool.kind(), frame, out);
    }

    private static @Nullable String detail(ClaudeTool tool, JsonNode input, FrameView frame) {
        String question = input.at("/questions/0/question").textValue();
        if (question != null) {
            return question;
        }
        String title = tool.title(input);
        String told = Nodes.firstText(frame.node("/request"), "title", "description", "decision_reason");
        return title.equals(tool.tool()) && told != null ? told : title;
    }

    private static void asksUser(FrameView frame, Emitter out) {
        JsonNode request = Nodes.without(frame.node("/request"), "subtype");
        out.emit(about(frame, out), null, new UserInputRequested(request));
        opened(TOOL_USER_INPUT, Nodes.firstText(request, "message", "title", "dialog_kind"), null, frame, out);
    }

    private static void mcpMessage(FrameView frame, Emitter out) {
        String method = frame.at("/request/message/method").textValue();
        String server = frame.text("/request/server_name");
        opened(DYNAMIC_TOOL_CALL, method == null ? server : server + ": " + method, ToolKind.MCP, frame, out);
    }

    private static void hook(FrameView frame, Emitter out) {
        String event = frame.at("/request/input/hook_event_name").asText("unknown");
        out.emit(about(frame, out), null, new HookStarted(id(frame), frame.text("/request/callback_id"), event));
        opened(DYNAMIC_TOOL_CALL, event, null, frame, out);
    }

    private static void hookAnswered(FrameView frame, Emitter out) {
        out.emit(asked(frame, out), null, new HookCompleted(id(frame), HookOutcome.SUCCESS, null, null, null, null));
        answered(frame, out);
    }

    private static void hookRefused(FrameView frame, Emitter out) {
        String error = frame.optionalText("/response/error");
        out.emit(asked(frame, out), null, new HookCompleted(id(frame), HookOutcome.ERROR, error, null, null, null));
        refused(frame, out);
    }

    private static void decided(FrameView frame, Emitter out) {
        JsonNode answer = frame.optionalNode(ANSWER);
        Refs refs = asked(frame, out);
        if (answer != null && answer.path("behavior").asText().equals("deny")) {
            new OpenTools(out.scratch()).decline(refs.item());
            if (answer.path("interrupt").asBoolean()) {
                interrupt(frame, out);
            }
        }
        if (answer != null && type(frame, out) == TOOL_USER_INPUT) {
            JsonNode answers = answer.at("/updatedInput/answers");
            out.emit(refs, null, new UserInputResolved(answers.isMissingNode() ? answer : answers));
        }
        answered(frame, out);
    }

    private static void interrupt(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        conversation.interrupt(conversation.session());
    }

    private static void userAnswered(FrameView frame, Emitter out) {
        JsonNode answer = frame.optionalNode(ANSWER);
        if (answer != null) {
            out.emit(asked(frame, out), null, new UserInputResolved(answer));
        }
        answered(frame, out);
    }

    private static void opened(
            RequestType type, @Nullable String detail, @Nullable ToolKind tool, FrameView frame, Emitter out) {
        Refs refs = about(frame, out);
        RequestRef request = refs.request();
        if (request != null) {
            new OpenRequests(out.scratch()).add(request, type, refs);
        }
        out.emit(refs, null, new RequestOpened(type, detail, frame.optionalNode("/request"), tool));
    }

    private static void answered(FrameView frame, Emitter out) {
        JsonNode answer = frame.optionalNode(ANSWER);
        String decision = answer == null ? null : Nodes.firstText(answer, "behavior", "action");
        String chosen = answer == null ? "" : chosen(answer.at("/updatedInput/answers"));
        resolved(new RequestResolved(
                type(frame, out), chosen.isEmpty() ? decision : chosen, answer, null, approved(decision)), frame, out);
    }

    /** What the user answered to the questions of a tool, which says more than that the tool may go on. */
    private static String chosen(JsonNode answers) {
        List<String> texts = new ArrayList<>();
        answers.forEach(answer -> texts.add(answer.asText()));
        return String.join(", ", texts);
    }

    private static void refused(FrameView frame, Emitter out) {
        JsonNode error = Nodes.only(frame.node("/response"), "error");
        resolved(new RequestResolved(type(frame, out), null, error, null, false), frame, out);
    }

    /** A word that nobody knows allows nothing (decision D5); no word at all decides nothing. */
    private static @Nullable Boolean approved(@Nullable String decision) {
        return decision == null ? null : (Boolean) (decision.equals("allow") || decision.equals("accept"));
    }

    private static void resolved(RequestResolved event, FrameView frame, Emitter out) {
        Refs refs = asked(frame, out);
        if (refs.request() != null) {
            new OpenRequests(out.scratch()).remove(refs.request());
        }
        out.emit(refs, null, event);
    }

    private static void withdrawn(FrameView frame, Emitter out) {
        RequestRef request = new RequestRef(frame.text("/request_id"), false);
        OpenRequests requests = new OpenRequests(out.scratch());
        OpenRequests.Open open = requests.get(request);
        requests.remove(request);
        out.emit(
                open == null ? out.refs().withRequest(request) : open.refs(),
                null,
                new RequestResolved(open == null ? RequestType.UNKNOWN : open.type(), null, null, true));
    }

    /** Whom a request is about: the tool use that it names and that one's thread, else the running session. */
    private static Refs about(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        String named = frame.optionalText("/request/tool_use_id");
        String tool = named == null ? frame.optionalText(CALLED_FOR) : named;
        OpenTools.Use use = new OpenTools(out.scratch()).get(tool);
        String session = conversation.session();
        String thread = use == null ? session : use.thread();
        return new Refs(
                session,
                thread,
                thread == null ? null : conversation.runningTurn(thread),
                use == null ? null : tool,
                frame.message().id());
    }

    private static Refs asked(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? Refs.NONE.withRequest(request) : open.refs();
    }

    private static RequestType type(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? RequestType.UNKNOWN : open.type();
    }

    private static String id(FrameView frame) {
        RequestRef request = frame.message().id();
        return request == null ? "" : request.text();
    }
}
