package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_RESOLVED;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.SESSION;

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
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What extensions ask of the user, with the answers, and what they show without asking. */
final class PiRequests {
    private static final String ASK = "extension_ui_request:";

    private PiRequests() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> opened = Conversation.and(REQUEST_OPENED, USER_INPUT_REQUESTED);
        Set<EventType> resolved = Set.of(REQUEST_RESOLVED, USER_INPUT_RESOLVED);
        for (String dialog : List.of("select", "confirm", "input", "editor")) {
            book.request(ASK + dialog, "/id")
                    .map(ASK + dialog, PERMISSION, opened, PiRequests::asked)
                    .map(ASK + dialog + "#result", PERMISSION, resolved, PiRequests::answered)
                    .map(ASK + dialog + "#error", PERMISSION, resolved, PiRequests::cancelled)
                    .cancelAnswer(ASK + dialog, Nodes.object().put("cancelled", true));
        }
        for (String shown : List.of("setStatus", "setWidget", "setTitle", "set_editor_text")) {
            book.map(ASK + shown, OTHER, Conversation.and(THREAD_METADATA_UPDATED), PiRequests::shown)
                    .also(SESSION);
        }
        book.map(ASK + "notify", OTHER, RUNTIME_WARNING, PiRequests::notified)
                .map("extension_error", ERROR, RUNTIME_WARNING, PiRequests::failed);
    }

    /** Between the start of a tool's execution and its first sign of life, a yes or no is about that tool. */
    private static void asked(FrameView frame, Emitter out) {
        boolean yesOrNo = frame.text("/method").equals("confirm");
        OpenTools tools = new OpenTools(out.scratch());
        String call = yesOrNo ? tools.awaitingApproval() : null;
        OpenTools.Call tool = tools.get(call);
        Refs refs = new Conversation(out).begun().withItem(call);
        RequestType type = tool == null ? RequestType.TOOL_USER_INPUT : tool.tool().approval();
        JsonNode question = Nodes.without(frame.node(""), "type", "id");
        if (refs.request() != null) {
            new OpenRequests(out.scratch()).add(refs.request(), type, refs);
        }
        if (tool == null) {
            out.emit(refs, null, new UserInputRequested(question));
        }
        String message = frame.optionalText("/message");
        String title = frame.text("/title");
        out.emit(refs, null, new RequestOpened(
                type,
                message == null ? title : title + ' ' + message,
                question,
                tool == null ? null : tool.tool().kind()));
    }

    private static void answered(FrameView frame, Emitter out) {
        Boolean confirmed = frame.optionalFlag("/confirmed");
        String decision = confirmed == null ? frame.optionalText("/value") : confirmed ? "confirmed" : "declined";
        if (Boolean.FALSE.equals(confirmed)) {
            refuse(frame, out);
        }
        resolved(decision, !Boolean.FALSE.equals(confirmed), null, frame, out);
    }

    private static void cancelled(FrameView frame, Emitter out) {
        refuse(frame, out);
        resolved("cancelled", false, true, frame, out);
    }

    private static void refuse(FrameView frame, Emitter out) {
        OpenTools tools = new OpenTools(out.scratch());
        OpenRequests.Open open = open(frame, out);
        String id = open == null ? null : open.refs().item();
        OpenTools.Call call = tools.get(id);
        if (id != null && call != null) {
            tools.put(id, new OpenTools.Call(call.name(), call.state(), true));
        }
    }

    private static void resolved(
            @Nullable String decision, boolean approved, @Nullable Boolean cancelled, FrameView frame, Emitter out) {
        OpenRequests.Open open = open(frame, out);
        RequestRef request = frame.message().id();
        JsonNode answer = Nodes.without(frame.node(""), "type", "id");
        Refs refs = open == null ? Refs.NONE.withRequest(request) : open.refs();
        RequestType type = open == null ? RequestType.UNKNOWN : open.type();
        if (request != null) {
            new OpenRequests(out.scratch()).remove(request);
        }
        if (type == RequestType.TOOL_USER_INPUT) {
            out.emit(refs, null, new UserInputResolved(answer));
        }
        out.emit(refs, null, new RequestResolved(type, decision, answer, cancelled, approved));
    }

    private static OpenRequests.@Nullable Open open(FrameView frame, Emitter out) {
        RequestRef request = frame.message().id();
        return request == null ? null : new OpenRequests(out.scratch()).get(request);
    }

    /** Status lines, widgets, titles and prefilled input are the client's to show, under their keys. */
    private static void shown(FrameView frame, Emitter out) {
        ObjectNode what = Nodes.without(frame.node(""), "type", "id");
        out.emit(new Conversation(out).begun(), null, new ThreadMetadataUpdated(null, what, null, null));
    }

    private static void notified(FrameView frame, Emitter out) {
        JsonNode detail = Nodes.only(frame.node(""), "notifyType");
        out.emit(new Conversation(out).now(), null, new RuntimeWarning(frame.text("/message"), detail));
    }

    private static void failed(FrameView frame, Emitter out) {
        JsonNode detail = Nodes.only(frame.node(""), "extensionPath", "event");
        out.emit(new Conversation(out).now(), null, new RuntimeWarning(frame.text("/error"), detail));
    }
}
