package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ACCOUNT_UPDATED;
import static dev.tapedeck.canonical.EventType.AUTH_STATUS;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.SESSION_STARTED;
import static dev.tapedeck.canonical.EventType.SESSION_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.TelemetryPayload.AccountUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The life of a session: what was agreed, who is logged in, how sessions are opened and closed. */
final class AcpSession {
    /** Requests that open a session, with an id of the agent's or the client's making. */
    private static final String[] OPENING = {"session/new", "session/load", "session/resume", Asked.FORK};

    private AcpSession() {}

    static void rules(RuleBook.Builder book) {
        book.map("initialize", SESSION, Set.of(), (frame, out) ->
                        Version.agreed(frame.optionalInt("/params/protocolVersion"), out.scratch()))
                .map("initialize#result", SESSION, SESSION_CONFIGURED, AcpSession::initialized)
                .gap("the client's own capabilities are carried by raw only");
        for (String login : new String[] {"authenticate", "auth/login"}) {
            book.map(login + "#result", SESSION, AUTH_STATUS, (frame, out) ->
                            out.emit(new AuthStatus(false, null, null)))
                    .map(login + "#error", ERROR, Set.of(AUTH_STATUS, RUNTIME_ERROR), AcpSession::loginFailed);
        }
        for (String logout : new String[] {"logout", "auth/logout"}) {
            book.map(logout + "#result", SESSION, ACCOUNT_UPDATED, (frame, out) ->
                    out.emit(new AccountUpdated(Nodes.object(), "none", null)));
        }
        book.map("auth/status#result", SESSION, ACCOUNT_UPDATED, account("/result"))
                .map("auth/status_update", SESSION, ACCOUNT_UPDATED, account("/params"))
                .map("_auth/status_update", SESSION, ACCOUNT_UPDATED, account("/params/authStatus"));
        for (String opening : OPENING) {
            book.map(opening, SESSION, Set.of(ITEM_COMPLETED), AcpSession::asks)
                    .map(
                            opening + "#result",
                            SESSION,
                            Set.of(
                                    SESSION_STARTED,
                                    THREAD_STARTED,
                                    THREAD_METADATA_UPDATED,
                                    SESSION_CONFIGURED,
                                    SESSION_STATE_CHANGED,
                                    TURN_COMPLETED,
                                    ITEM_COMPLETED),
                            opening.equals("session/new") ? AcpSession::made : AcpSession::opened)
                    .gap("the modes, models and options to choose from are carried as configuration, not typed")
                    .map(opening + "#error", ERROR, Set.of(RUNTIME_ERROR, TURN_COMPLETED, ITEM_COMPLETED),
                            AcpSession::notOpened);
        }
        over(book, "session/close", ThreadState.CLOSED);
        over(book, "session/delete", ThreadState.CLOSED);
        over(book, "session/archive", ThreadState.ARCHIVED);
        over(book, "session/unarchive", ThreadState.UNARCHIVED);
    }

    private static void over(RuleBook.Builder book, String method, ThreadState state) {
        book.map(method, OTHER, Set.<EventType>of(), (frame, out) -> new Asked(out.scratch()).add(frame, null, false))
                .map(method + "#result", OTHER, THREAD_STATE_CHANGED, (frame, out) -> {
                    String session = new Asked(out.scratch()).take(frame).session();
                    if (session != null) {
                        out.emit(new Refs(session, session, null, null, null), null,
                                new ThreadStateChanged(state, null, null));
                    }
                    if (session != null && state == ThreadState.CLOSED) {
                        new Threads(out.scratch()).forget(session);
                    }
                });
    }

    private static void initialized(FrameView frame, Emitter out) {
        Version.agreed(frame.optionalInt("/result/protocolVersion"), out.scratch());
        out.emit(new SessionConfigured(Nodes.without(frame.node("/result"), "_meta")));
    }

    private static void loginFailed(FrameView frame, Emitter out) {
        RuntimeError told = AcpErrors.error(frame.node("/error"));
        out.emit(new AuthStatus(false, null, told.message()));
        out.emit(new RuntimeError(told.message(), ErrorClass.PERMISSION_ERROR, told.detail(), null));
    }

    private static Rule.Mapping account(String place) {
        return (frame, out) -> {
            JsonNode account = frame.node(place);
            out.emit(new AccountUpdated(account, Nodes.firstText(account, "kind", "state"), null));
        };
    }

    /** What a session is opened with stands only in the request; its history comes before the answer. */
    private static void asks(FrameView frame, Emitter out) {
        ObjectNode given = Nodes.object();
        String folder = frame.at("/params/cwd").textValue();
        if (folder != null) {
            given.put("cwd", folder);
        }
        JsonNode servers = McpServers.given(frame.at("/params/mcpServers"));
        if (servers != null) {
            given.set("servers", servers);
        }
        String session = frame.at("/params/sessionId").textValue();
        int turns = session == null || frame.message().kind().path().equals(Asked.FORK)
                ? 0
                : new History(out).begin(session);
        if (turns > 0) {
            given.put("turns", turns);
        }
        new Asked(out.scratch()).add(frame, given, true);
    }

    /** The request that a session be opened was refused: whatever was told of its history, it goes on as before. */
    private static void notOpened(FrameView frame, Emitter out) {
        Asked.Question question = new Asked(out.scratch()).take(frame);
        Conversation conversation = new Conversation(frame, out);
        String session = question.session();
        if (session != null && question.value() != null) {
            new History(out).opened(session, question.value().path("turns").asInt(), false);
        }
        out.emit(conversation.refused(question), null, AcpErrors.error(frame.node("/error")));
    }

    private static void made(FrameView frame, Emitter out) {
        String session = frame.text("/result/sessionId");
        AcpUsage.begins(session, out.scratch());
        open(session, new Asked(out.scratch()).take(frame), null, frame, out);
    }

    private static void opened(FrameView frame, Emitter out) {
        Asked.Question question = new Asked(out.scratch()).take(frame);
        String told = frame.optionalText("/result/sessionId");
        String session = told == null ? question.session() : told;
        if (session == null) {
            session = new Conversation(frame, out).session();
        }
        if (session != null) {
            open(session, question, Nodes.object().put("sessionId", session), frame, out);
        }
    }

    private static void open(
            String session, Asked.Question question, @Nullable JsonNode resume, FrameView frame, Emitter out) {
        Refs refs = new Refs(session, session, null, null, null);
        JsonNode given = Objects.requireNonNullElse(question.value(), Nodes.object());
        if (given.has("servers")) {
            McpServers.put(out.scratch(), session, given.path("servers"));
        }
        new History(out).opened(session, given.path("turns").asInt(), resume != null);
        out.emit(refs, null, new SessionStarted(null, resume));
        ObjectNode settings = AcpSettings.current(frame.node("/result"));
        if (given.has("cwd")) {
            settings.set("cwd", given.path("cwd"));
        }
        SessionFacts facts = SessionFacts.of(given.path("cwd").textValue(), settings.path("model").textValue());
        if (!new Conversation(frame, out).begin(refs, null, settings, facts)) {
            out.emit(refs, null, new ThreadMetadataUpdated(null, null, null, settings, facts));
        }
        JsonNode choices = Nodes.without(frame.node("/result"), "sessionId", "_meta");
        if (!choices.isEmpty()) {
            out.emit(refs, null, new SessionConfigured(choices));
        }
        out.emit(refs, null, new SessionStateChanged(SessionState.READY, null, null));
    }
}
