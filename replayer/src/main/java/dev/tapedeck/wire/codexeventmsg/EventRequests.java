package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.USER_INPUT_REQUESTED;
import static dev.tapedeck.canonical.RequestType.APPLY_PATCH_APPROVAL;
import static dev.tapedeck.canonical.RequestType.DYNAMIC_TOOL_CALL;
import static dev.tapedeck.canonical.RequestType.EXEC_COMMAND_APPROVAL;
import static dev.tapedeck.canonical.RequestType.TOOL_USER_INPUT;
import static dev.tapedeck.canonical.RequestType.UNKNOWN;
import static dev.tapedeck.rules.Concept.PERMISSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;

import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.OpenRequests;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the core asks. No event tells the answer: a call that begins was allowed, a turn's end withdraws the rest. */
final class EventRequests {
    private EventRequests() {}

    static void rules(RuleBook.Builder book) {
        request(book, "exec_approval_request", EXEC_COMMAND_APPROVAL);
        request(book, "apply_patch_approval_request", APPLY_PATCH_APPROVAL);
        request(book, "request_permissions", UNKNOWN);
        request(book, "elicitation_request", TOOL_USER_INPUT);
        book.map("request_user_input", PERMISSION, Set.of(REQUEST_OPENED, USER_INPUT_REQUESTED),
                        EventRequests::question)
                .gap("the answer is not told by an event")
                .map("dynamic_tool_call_request", TOOL_CALL, REQUEST_OPENED, (frame, out) ->
                        opened(DYNAMIC_TOOL_CALL, frame.text("/tool"), frame, out));
    }

    private static void request(RuleBook.Builder book, String kind, RequestType type) {
        book.map(kind, PERMISSION, REQUEST_OPENED, (frame, out) -> opened(type, detail(frame), frame, out))
                .gap("a refusal is not told by an event");
    }

    private static @Nullable String detail(FrameView frame) {
        if (frame.has("/command")) {
            return EventTools.words(frame.at("/command"));
        }
        String reason = frame.optionalText("/reason");
        return reason == null ? frame.optionalText("/message") : reason;
    }

    private static void question(FrameView frame, Emitter out) {
        opened(TOOL_USER_INPUT, null, frame, out);
        Session session = new Session(frame, out);
        session.emit(
                session.refs().withRequest(frame.message().id()).withItem(frame.optionalText("/call_id")),
                new UserInputRequested(frame.node("/questions")));
    }

    private static void opened(RequestType type, @Nullable String detail, FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        RequestRef request = frame.message().id();
        Refs refs = session.refs().withRequest(request).withItem(frame.optionalText("/call_id"));
        if (request != null) {
            new OpenRequests(out.scratch()).add(request, type, refs);
        }
        session.emit(refs, new RequestOpened(type, detail, frame.node("")));
    }

    /** A call that begins needs no answer any more: it was allowed. */
    static void goesOn(FrameView frame, Emitter out) {
        OpenRequests requests = new OpenRequests(out.scratch());
        RequestRef request = new RequestRef(frame.text("/call_id"), false);
        OpenRequests.Open open = requests.get(request);
        if (open != null) {
            requests.remove(request);
            new Session(frame, out).emit(open.refs().withRequest(request), new RequestResolved(
                    open.type(), null, null, null, true));
        }
    }
}
