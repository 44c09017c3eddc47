package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
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
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the agent asks of its client: permissions, questions, files, terminals, MCP; and what the client answers. */
final class AcpRequests {
    private AcpRequests() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "session/request_permission",
                        PERMISSION,
                        Emits.content(ITEM_STARTED, REQUEST_OPENED),
                        AcpRequests::permission)
                .also(TOOL_CALL, TOOL_INPUT, TOOL_STATE, MCP)
                .map("session/request_permission#result", PERMISSION, REQUEST_RESOLVED, AcpRequests::decided)
                .cancelAnswer("session/request_permission", outcome("cancelled"))
                .map(
                        "elicitation/create",
                        PERMISSION,
                        Set.of(USER_INPUT_REQUESTED, REQUEST_OPENED),
                        AcpRequests::elicitation)
                .map(
                        "elicitation/create#result",
                        PERMISSION,
                        Set.of(USER_INPUT_RESOLVED, REQUEST_RESOLVED),
                        AcpRequests::elicited)
                .cancelAnswer("elicitation/create", Nodes.object().put("action", "cancel"))
                .drop("elicitation/complete",
                        "the page that a question led to is done; the question was answered before")
                .dropFrom(IN, "$/cancel_request",
                        "the client takes its own request back; its answer says what came of it")
                .map("$/cancel_request", OTHER, REQUEST_RESOLVED, AcpRequests::withdrawn);
        for (String method : List.of("fs/read_text_file", "fs/write_text_file")) {
            program(book, method, "/params/path");
        }
        for (String method : List.of("mcp/connect", "mcp/message", "mcp/disconnect")) {
            book.map(method, MCP, REQUEST_OPENED, (frame, out) ->
                    opened(DYNAMIC_TOOL_CALL, frame.at("/params/method").textValue(), frame, out));
            answers(book, method);
        }
        book.map("session/request_permission#error", PERMISSION, REQUEST_RESOLVED, AcpRequests::refused)
                .map("elicitation/create#error", PERMISSION, REQUEST_RESOLVED, AcpRequests::refused);
    }

    /** A request that a program answers by itself, without a user. */
    static void program(RuleBook.Builder book, String method, String detail) {
        book.map(method, OTHER, REQUEST_OPENED, (frame, out) ->
                opened(DYNAMIC_TOOL_CALL, frame.at(detail).textValue(), frame, out));
        answers(book, method);
    }

    private static void answers(RuleBook.Builder book, String method) {
        book.map(method + "#result", OTHER, REQUEST_RESOLVED, AcpRequests::answered)
                .map(method + "#error", OTHER, REQUEST_RESOLVED, AcpRequests::refused);
    }

    /** In version 1 the call stands in the request; in version 2 it is one of the subjects that can be asked about. */
    private static void permission(FrameView frame, Emitter out) {
        JsonNode call = frame.at("/params/toolCall");
        JsonNode subject = call.isObject() ? call : frame.at("/params/subject/toolCall");
        String told = frame.optionalText("/params/title");
        RequestRef request = frame.message().id();
        if (request != null) {
            new Options(out.scratch()).remember(request, frame.array("/params/options"));
        }
        String id = subject.path("toolCallId").textValue();
        if (id == null) {
            opened(RequestType.UNKNOWN, told, new Conversation(frame, out).heard(), frame, out);
            return;
        }
        boolean first = AcpTools.tools(frame, out).get(id) == null;
        ToolCall asked = AcpTools.call(subject, first, frame, out);
        OpenTools.Use use = AcpTools.start(id, asked, false, frame, out);
        AcpTools.tools(frame, out).put(id, use);
        Refs refs = AcpTools.refs(id, use, out);
        String title = asked.title(use.type());
        boolean byType = asked.toolKind() == null || use.type() == ItemType.MCP_TOOL_CALL;
        ToolKind kind = byType ? ToolKind.of(use.type()).orElse(null) : asked.toolKind();
        opened(asked.requestType(use.type()), title == null ? told : title, kind, refs, frame, out);
    }

    private static void decided(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        JsonNode answer = frame.node("/result");
        String outcome = answer.at("/outcome/outcome").asText();
        String option = answer.at("/outcome/optionId").textValue();
        String kind = option == null || request == null ? null : new Options(out.scratch()).kindOf(request, option);
        boolean cancelled = outcome.equals("cancelled");
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        if (open != null && kind != null && kind.startsWith("reject")) {
            new OpenTools(out.scratch(), sessionOf(open.refs(), out)).decline(open.refs().item());
        }
        String decision = cancelled ? outcome : option == null ? outcome : kind == null ? option : kind;
        Boolean approved = kind == null ? null : (Boolean) kind.startsWith("allow");
        resolved(decision, answer, cancelled ? true : null, approved, frame, out);
    }

    private static void elicitation(FrameView frame, Emitter out) {
        JsonNode question = Nodes.without(frame.node("/params"), "sessionId", "_meta");
        Refs refs = questionRefs(frame, out).withRequest(frame.message().id());
        out.emit(refs, null, new UserInputRequested(question));
        opened(TOOL_USER_INPUT, frame.optionalText("/params/message"), refs, frame, out);
    }

    private static void elicited(FrameView frame, Emitter out) {
        JsonNode answer = frame.node("/result");
        String action = answer.path("action").asText();
        JsonNode content = answer.path("content");
        if (!content.isMissingNode()) {
            out.emit(asked(frame, out), null, new UserInputResolved(content));
        }
        boolean cancelled = action.equals("cancel");
        resolved(action, answer, cancelled ? true : null, action.equals("accept"), frame, out);
    }

    /** Whom a question is about: the tool call that it names, else the running turn. */
    static Refs questionRefs(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        String id = frame.at("/params/toolCallId").textValue();
        String session = conversation.session();
        OpenTools.Use use = new OpenTools(out.scratch(), session).get(id);
        return use == null
                ? conversation.heard().withItem(null)
                : new Refs(session, use.thread(), use.turn(), id, null);
    }

    static void opened(RequestType type, @Nullable String detail, FrameView frame, Emitter out) {
        opened(type, detail, questionRefs(frame, out), frame, out);
    }

    static void opened(RequestType type, @Nullable String detail, Refs about, FrameView frame, Emitter out) {
        opened(type, detail, null, about, frame, out);
    }

    static void opened(
            RequestType type,
            @Nullable String detail,
            @Nullable ToolKind kind,
            Refs about,
            FrameView frame,
            Emitter out) {
        RequestRef request = frame.message().id();
        Refs refs = about.withRequest(request);
        if (request != null) {
            new OpenRequests(out.scratch()).add(request, type, refs);
        }
        out.emit(refs, null, new RequestOpened(type, detail, frame.optionalNode("/params"), kind));
    }

    static void answered(FrameView frame, Emitter out) {
        resolved(null, frame.optionalNode("/result"), null, null, frame, out);
    }

    static void refused(FrameView frame, Emitter out) {
        resolved(null, frame.node("/error"), null, null, frame, out);
    }

    static void resolved(
            @Nullable String decision,
            @Nullable JsonNode answer,
            @Nullable Boolean cancelled,
            @Nullable Boolean approved,
            FrameView frame,
            Emitter out) {
        RequestRef request = frame.message().id();
        resolved(request, new RequestResolved(type(request, out), decision, answer, cancelled, approved), out);
    }

    private static void resolved(@Nullable RequestRef request, RequestResolved event, Emitter out) {
        Refs refs = asked(request, out);
        if (request != null) {
            new OpenRequests(out.scratch()).remove(request);
            new Options(out.scratch()).forget(request);
        }
        out.emit(refs, null, event);
    }

    /** The agent takes back what it asked. */
    private static void withdrawn(FrameView frame, Emitter out) {
        JsonNode id = frame.node("/params/requestId");
        RequestRef request = new RequestRef(id.asText(), id.isNumber());
        if (new OpenRequests(out.scratch()).get(request) != null) {
            resolved(request, new RequestResolved(type(request, out), null, null, true), out);
        }
    }

    static Refs asked(FrameView frame, Emitter out) {
        return asked(frame.message().id(), out);
    }

    private static Refs asked(@Nullable RequestRef request, Emitter out) {
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? Refs.NONE.withRequest(request) : open.refs();
    }

    private static RequestType type(@Nullable RequestRef request, Emitter out) {
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? RequestType.UNKNOWN : open.type();
    }

    /** An outcome as the client answers it. */
    static JsonNode outcome(String word) {
        return Nodes.object().set("outcome", Nodes.object().put("outcome", word));
    }

    /** A call is kept with the session, which is the thread unless a sub-agent of it made the call. */
    private static @Nullable String sessionOf(Refs refs, Emitter out) {
        String thread = refs.thread();
        Threads.Thread known = thread == null ? null : new Threads(out.scratch()).get(thread);
        boolean child = known != null && known.parent() != null
                && new OpenTools(out.scratch(), thread).get(refs.item()) == null;
        return child ? known.parent() : thread;
    }
}
