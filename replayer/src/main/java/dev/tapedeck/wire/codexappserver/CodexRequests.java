package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_RESOLVED;
import static dev.tapedeck.canonical.RequestType.APPLY_PATCH_APPROVAL;
import static dev.tapedeck.canonical.RequestType.AUTH_TOKENS_REFRESH;
import static dev.tapedeck.canonical.RequestType.COMMAND_EXECUTION_APPROVAL;
import static dev.tapedeck.canonical.RequestType.DYNAMIC_TOOL_CALL;
import static dev.tapedeck.canonical.RequestType.EXEC_COMMAND_APPROVAL;
import static dev.tapedeck.canonical.RequestType.FILE_CHANGE_APPROVAL;
import static dev.tapedeck.canonical.RequestType.TOOL_USER_INPUT;
import static dev.tapedeck.canonical.RequestType.UNKNOWN;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What the provider asks the client: each line is the rule of the request, of its answer ({@code #result}) and of its
 * refusal ({@code #error}).
 */
final class CodexRequests {
    private static final Set<EventType> ASKED = Set.of(USER_INPUT_REQUESTED, REQUEST_OPENED);
    private static final Set<EventType> ANSWERED = Set.of(USER_INPUT_RESOLVED, REQUEST_RESOLVED);

    private CodexRequests() {}

    static void rules(RuleBook.Builder book) {
        asks(book, "item/commandExecution/requestApproval", COMMAND_EXECUTION_APPROVAL, CodexRequests::command);
        asks(book, "item/fileChange/requestApproval", FILE_CHANGE_APPROVAL, CodexRequests::reason);
        asks(book, "item/permissions/requestApproval", UNKNOWN, CodexRequests::reason);
        asks(book, "applyPatchApproval", APPLY_PATCH_APPROVAL, CodexRequests::reason);
        asks(book, "execCommandApproval", EXEC_COMMAND_APPROVAL, CodexRequests::commandLine);
        asks(book, "item/tool/call", DYNAMIC_TOOL_CALL, frame -> frame.text("/params/tool"));
        asks(book, "account/chatgptAuthTokens/refresh", AUTH_TOKENS_REFRESH, CodexRequests::reason);
        asks(book, "attestation/generate", AUTH_TOKENS_REFRESH, frame -> "attestation token");
        book.map("item/tool/requestUserInput", PERMISSION, ASKED, CodexRequests::asked)
                .map("item/tool/requestUserInput#result", PERMISSION, ANSWERED, CodexRequests::inputAnswered)
                .map("item/tool/requestUserInput#error", PERMISSION, REQUEST_RESOLVED, (frame, out) ->
                        refused(TOOL_USER_INPUT, frame, out));
        book.map("mcpServer/elicitation/request", PERMISSION, ASKED, CodexRequests::elicited)
                .map("mcpServer/elicitation/request#result", PERMISSION, ANSWERED, CodexRequests::elicitationAnswered)
                .map("mcpServer/elicitation/request#error", PERMISSION, REQUEST_RESOLVED, (frame, out) ->
                        refused(typeOf(frame, out), frame, out));
        book.map("serverRequest/resolved", PERMISSION, REQUEST_RESOLVED, CodexRequests::resolved)
                .gap("the decision is told by the client's answer, not here")
                .cancelAnswer("item/commandExecution/requestApproval", member("decision", "cancel"))
                .cancelAnswer("item/fileChange/requestApproval", member("decision", "cancel"))
                .cancelAnswer("item/permissions/requestApproval", nothingGranted())
                .cancelAnswer("applyPatchApproval", member("decision", "abort"))
                .cancelAnswer("execCommandApproval", member("decision", "abort"))
                .cancelAnswer("item/tool/call", failedCall())
                .cancelAnswer("item/tool/requestUserInput", noAnswers())
                .cancelAnswer("mcpServer/elicitation/request", member("action", "cancel"));
    }

    private static void asks(
            RuleBook.Builder book, String method, RequestType type, Function<FrameView, @Nullable String> detail) {
        Concept concept = concept(type);
        ToolKind tool = type == UNKNOWN ? ToolKind.MODE : null; // the only such request asks for a wider sandbox
        book.map(method, concept, REQUEST_OPENED, (frame, out) -> opened(type, tool, detail.apply(frame), frame, out));
        book.map(method + "#result", concept, REQUEST_RESOLVED, (frame, out) -> answered(type, frame, out));
        book.map(method + "#error", concept, REQUEST_RESOLVED, (frame, out) -> refused(type, frame, out));
    }

    private static Concept concept(RequestType type) {
        return switch (type) {
            case COMMAND_EXECUTION_APPROVAL,
                    FILE_CHANGE_APPROVAL,
                    APPLY_PATCH_APPROVAL,
                    EXEC_COMMAND_APPROVAL,
                    TOOL_USER_INPUT,
                    UNKNOWN -> PERMISSION;
            case DYNAMIC_TOOL_CALL -> TOOL_CALL;
            case AUTH_TOKENS_REFRESH -> OTHER;
        };
    }

    private static void asked(FrameView frame, Emitter out) {
        JsonNode questions = frame.node("/params/questions");
        out.emit(new UserInputRequested(questions));
        opened(TOOL_USER_INPUT, null, joined(questions, "question", " / "), frame, out);
    }

    /** What was answered, as one line; there is nothing to allow. */
    private static void inputAnswered(FrameView frame, Emitter out) {
        JsonNode answers = frame.node("/result/answers");
        StringBuilder line = new StringBuilder();
        for (JsonNode answer : answers) {
            for (JsonNode word : answer.path("answers")) {
                line.append(line.isEmpty() ? "" : ", ").append(word.asText());
            }
        }
        out.emit(about(frame, out), null, new UserInputResolved(answers));
        String told = line.isEmpty() ? null : line.toString();
        out.emit(about(frame, out), null, new RequestResolved(TOOL_USER_INPUT, told, frame.node("/result"), null));
    }

    /** An MCP server's form asks the user, unless it only asks whether a tool of it may run. */
    private static void elicited(FrameView frame, Emitter out) {
        String message = frame.optionalText("/params/message");
        String detail = message == null ? frame.optionalText("/params/title") : message;
        if (frame.at("/params/_meta/codex_approval_kind").isTextual()) {
            opened(UNKNOWN, ToolKind.MCP, detail, frame, out);
            return;
        }
        out.emit(new UserInputRequested(frame.node("/params")));
        opened(TOOL_USER_INPUT, null, detail, frame, out);
    }

    private static void elicitationAnswered(FrameView frame, Emitter out) {
        RequestType type = typeOf(frame, out);
        if (type == TOOL_USER_INPUT) {
            out.emit(about(frame, out), null, new UserInputResolved(frame.node("/result")));
        }
        answered(type, frame, out);
    }

    private static RequestType typeOf(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? TOOL_USER_INPUT : open.type();
    }

    private static void opened(
            RequestType type, @Nullable ToolKind tool, @Nullable String detail, FrameView frame, Emitter out) {
        RequestRef request = out.refs().request();
        if (request != null) {
            new OpenRequests(out.scratch()).add(request, type, out.refs());
        }
        out.emit(new RequestOpened(type, detail, frame.optionalNode("/params"), tool));
    }

    private static void answered(RequestType type, FrameView frame, Emitter out) {
        out.emit(about(frame, out), null, answer(type, frame));
    }

    private static RequestResolved answer(RequestType type, FrameView frame) {
        JsonNode granted = frame.at("/result/permissions");
        boolean grants = granted.isObject() && grants(granted);
        String decision = grants ? frame.optionalText("/result/scope") : decision(frame);
        Boolean approved = granted.isObject() ? (Boolean) grants : approved(decision);
        return new RequestResolved(type, decision, frame.node("/result"), null, approved);
    }

    /** An answer that lists permissions has no word; whatever it leaves out is refused. */
    private static boolean grants(JsonNode granted) {
        for (JsonNode permission : granted) {
            if (permission.isContainerNode() ? grants(permission) : allows(permission)) {
                return true;
            }
        }
        return false;
    }

    private static boolean allows(JsonNode value) {
        return !value.isNull() && !(value.isBoolean() && !value.booleanValue());
    }

    /** A word that nobody knows allows nothing (decision D5); no word at all decides nothing. */
    private static @Nullable Boolean approved(@Nullable String decision) {
        return switch (decision) {
            case null -> null;
            case "accept",
                    "acceptForSession",
                    "acceptWithExecpolicyAmendment",
                    "approved",
                    "approved_for_session",
                    "approved_execpolicy_amendment" -> true;
            default -> false;
        };
    }

    private static void refused(RequestType type, FrameView frame, Emitter out) {
        JsonNode error = CodexJson.object("error", frame.node("/error"));
        out.emit(about(frame, out), null, new RequestResolved(type, null, error, null, false));
    }

    /** The provider's own word that a request is over; it comes after an answer and also without one. */
    private static void resolved(FrameView frame, Emitter out) {
        JsonNode id = frame.node("/params/requestId");
        if (!id.isTextual() && !id.isIntegralNumber()) {
            throw FrameView.fault("/params/requestId", "a string or an integer", id);
        }
        RequestRef request = new RequestRef(id.asText(), id.isNumber());
        OpenRequests requests = new OpenRequests(out.scratch());
        OpenRequests.Open open = requests.get(request);
        requests.remove(request);
        out.emit(
                open == null ? out.refs().withRequest(request) : open.refs(),
                null,
                new RequestResolved(open == null ? UNKNOWN : open.type(), null, null, null));
    }

    private static Refs about(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        OpenRequests.Open open = request == null ? null : new OpenRequests(out.scratch()).get(request);
        return open == null ? Refs.NONE.withRequest(request) : open.refs();
    }

    /** The word of the decision; one that carries more is an object with that word as its only member. */
    private static @Nullable String decision(FrameView frame) {
        JsonNode decision = frame.at("/result/decision");
        if (decision.isObject() && decision.size() == 1) {
            return decision.fieldNames().next();
        }
        return decision.isTextual() ? decision.textValue() : frame.at("/result/action").textValue();
    }

    private static @Nullable String command(FrameView frame) {
        String command = frame.optionalText("/params/command");
        return command == null ? reason(frame) : command;
    }

    private static @Nullable String reason(FrameView frame) {
        return frame.optionalText("/params/reason");
    }

    private static String commandLine(FrameView frame) {
        StringBuilder line = new StringBuilder();
        for (JsonNode word : frame.array("/params/command")) {
            line.append(line.isEmpty() ? "" : " ").append(word.asText());
        }
        return line.toString();
    }

    private static @Nullable String joined(JsonNode elements, String member, String separator) {
        StringBuilder text = new StringBuilder();
        for (JsonNode element : elements) {
            if (element.path(member).isTextual()) {
                text.append(text.isEmpty() ? "" : separator).append(element.path(member).textValue());
            }
        }
        return text.isEmpty() ? null : text.toString();
    }

    private static ObjectNode member(String member, String value) {
        return JsonNodeFactory.instance.objectNode().put(member, value);
    }

    private static ObjectNode nothingGranted() {
        ObjectNode answer = member("scope", "turn");
        answer.putObject("permissions");
        return answer;
    }

    private static ObjectNode failedCall() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("success", false);
        answer.putArray("contentItems");
        return answer;
    }

    private static ObjectNode noAnswers() {
        return CodexJson.object("answers", JsonNodeFactory.instance.objectNode());
    }
}
