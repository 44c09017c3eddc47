package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_RESOLVED;
import static dev.tapedeck.rules.Concept.PERMISSION;

import com.fasterxml.jackson.databind.JsonNode;
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
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Permissions and questions: events that ask, calls that answer, events that tell what was answered. What was asked is
 * settled when the provider says so, not when a client has called.
 */
public final class RequestRules {
    private static final String WORDS = "words";
    private static final int ANSWERS_KEPT = 4;
    private static final int WORDS_KEPT = 2_000;

    private RequestRules() {}

    static void rules(RuleBook.Builder book) {
        permission(book, "permission.");
        permission(book, "permission.v2.");
        question(book, "question.", "rejected");
        question(book, "question.v2.", "rejected");
        book.answerCall("POST /permission/{requestID}/reply", "requestID")
                .answerCall("POST /session/{sessionID}/permissions/{permissionID}", "permissionID")
                .answerCall("POST /api/session/{sessionID}/permission/{requestID}/reply", "requestID")
                .answerCall("POST /question/{requestID}/reply", "requestID")
                .answerCall("POST /question/{requestID}/reject", "requestID")
                .answerCall("POST /api/session/{sessionID}/question/{requestID}/reply", "requestID")
                .answerCall("POST /api/session/{sessionID}/question/{requestID}/reject", "requestID");
    }

    private static void permission(RuleBook.Builder book, String family) {
        book.request(family + "asked", "/id")
                .map(family + "asked", PERMISSION, REQUEST_OPENED, RequestRules::permissionAsked)
                .map(family + "replied", PERMISSION, REQUEST_RESOLVED, RequestRules::permissionReplied)
                .map(family + "asked#result", PERMISSION, Set.of(), RequestRules::said)
                .gap("words of more than " + WORDS_KEPT
                        + " characters that come with an answer are carried by raw only")
                .cancelAnswer(family + "asked", EventJson.object().put("reply", "reject"));
    }

    /** Questions, or whatever else asks the user for words. */
    public static void question(RuleBook.Builder book, String family, String withdrawn) {
        String asked = family.equals("form.") ? "form.created" : family + "asked";
        Set<EventType> resolved = Set.of(REQUEST_RESOLVED, USER_INPUT_RESOLVED);
        book.request(asked, "/id")
                .map(asked, PERMISSION, Set.of(REQUEST_OPENED, USER_INPUT_REQUESTED), RequestRules::questionAsked)
                .map(family + "replied", PERMISSION, resolved, RequestRules::questionReplied)
                .map(family + withdrawn, PERMISSION, REQUEST_RESOLVED, RequestRules::questionRejected)
                .duplicate(asked + "#result", family + "replied");
    }

    private static void permissionAsked(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        String name = EventJson.id(body, "permission", "action", "type");
        OpenCodeTool tool = new McpServers(out.scratch()).tool(name);
        Refs refs = about(frame, out);
        opened(tool.requestType(), refs, out);
        out.emit(refs, null, new RequestOpened(tool.requestType(), detail(body, name), args(body), kind(tool)));
    }

    /** What is asked, without the ids that say whom it is about. */
    private static JsonNode args(JsonNode body) {
        JsonNode rest = body;
        for (String id : new String[] {"id", "sessionID", "messageID", "callID", "tool", "source"}) {
            rest = EventJson.without(rest, id);
        }
        return rest;
    }

    private static @Nullable ToolKind kind(OpenCodeTool tool) {
        return tool.kind() == ToolKind.UNKNOWN ? null : tool.kind();
    }

    /** What may be done, in one line. */
    private static String detail(JsonNode body, String name) {
        String told = EventJson.firstText(body.path("metadata"), "command", "filepath", "url", "description");
        if (told != null) {
            return told;
        }
        StringBuilder patterns = new StringBuilder();
        for (JsonNode pattern : body.path(body.has("resources") ? "resources" : "patterns")) {
            patterns.append(patterns.isEmpty() ? "" : ", ").append(pattern.asText());
        }
        return patterns.isEmpty() ? name : patterns.toString();
    }

    private static void questionAsked(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        Refs refs = about(frame, out);
        String first = body.at("/questions/0/question").textValue();
        opened(RequestType.TOOL_USER_INPUT, refs, out);
        out.emit(refs, null, new UserInputRequested(body.has("questions") ? body.get("questions") : args(body)));
        out.emit(refs, null, new RequestOpened(
                RequestType.TOOL_USER_INPUT,
                first == null ? EventJson.firstText(body, "title", "message") : first,
                args(body),
                ToolKind.ASK));
    }

    private static void opened(RequestType type, Refs refs, Emitter out) {
        if (refs.request() != null) {
            new OpenRequests(out.scratch()).add(refs.request(), type, refs);
        }
    }

    /** What the user says beside the verdict, which only the client's call tells; the event after it settles. */
    private static void said(FrameView frame, Emitter out) {
        String words = frame.optionalText("/message");
        RequestRef request = frame.message().id();
        if (words != null && words.length() <= WORDS_KEPT && request != null) {
            ObjectNode kept = SessionMemory.bounded(out.scratch().get(WORDS), ANSWERS_KEPT);
            out.scratch().put(WORDS, kept.put(request.key(), words));
        }
    }

    private static void permissionReplied(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        String reply = EventJson.firstText(body, "reply", "response");
        boolean rejected = "reject".equals(reply);
        Asked asked = new Asked(body, out);
        if (rejected) {
            new OpenTools(out.scratch()).decline(asked.refs.item());
        }
        ObjectNode answer = EventJson.only(body, "reply", "response", "message");
        String words = asked.words();
        if (words != null && !answer.has("message")) {
            answer.put("message", words);
        }
        out.emit(asked.refs, null, new RequestResolved(
                asked.type, reply, answer, null, reply == null ? null : (Boolean) !rejected));
    }

    private static void questionReplied(FrameView frame, Emitter out) {
        JsonNode body = frame.node("");
        Asked asked = new Asked(body, out);
        JsonNode answers = body.has("answers") ? body.get("answers") : args(body);
        out.emit(asked.refs, null, new UserInputResolved(answers));
        out.emit(asked.refs, null, new RequestResolved(asked.type, null, answers, null));
    }

    private static void questionRejected(FrameView frame, Emitter out) {
        Asked asked = new Asked(frame.node(""), out);
        new OpenTools(out.scratch()).decline(asked.refs.item());
        out.emit(asked.refs, null, new RequestResolved(asked.type, "reject", null, true));
    }

    /** Whom a request is about: the tool call that it names, by message and call. */
    private static Refs about(FrameView frame, Emitter out) {
        Refs refs = new Turns(frame, out).now();
        JsonNode source = frame.at(frame.has("/tool") ? "/tool" : "/source");
        String message = EventJson.firstText(source, "messageID");
        String call = EventJson.firstText(source, "callID", "id");
        return message == null || call == null ? refs : refs.withItem(OpenTools.key(message, call));
    }

    /** What an event settles; it is open no more. */
    private static final class Asked {
        private final Refs refs;
        private final RequestType type;
        private final Scratch.Editor scratch;
        private final RequestRef request;

        Asked(JsonNode body, Emitter out) {
            scratch = out.scratch();
            request = new RequestRef(EventJson.id(body, "requestID", "permissionID", "id"), false);
            OpenRequests requests = new OpenRequests(out.scratch());
            OpenRequests.Open open = requests.get(request);
            requests.remove(request);
            refs = open == null ? out.refs().withRequest(request) : open.refs();
            type = open == null ? RequestType.UNKNOWN : open.type();
        }

        /** What the user said with the answer, once. */
        @Nullable String words() {
            JsonNode all = scratch.get(WORDS);
            if (all == null || !all.has(request.key())) {
                return null;
            }
            ObjectNode rest = EventJson.without(all, request.key());
            if (rest.isEmpty()) {
                scratch.remove(WORDS);
            } else {
                scratch.put(WORDS, rest);
            }
            return all.path(request.key()).textValue();
        }
    }
}
