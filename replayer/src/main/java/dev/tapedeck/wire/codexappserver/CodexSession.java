package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.ACCOUNT_UPDATED;
import static dev.tapedeck.canonical.EventType.AUTH_STATUS;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.SESSION_STARTED;
import static dev.tapedeck.canonical.EventType.SESSION_STATE_CHANGED;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.TelemetryPayload.AccountUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Start of the session, account and login. */
final class CodexSession {
    private static final Set<EventType> START = Set.of(SESSION_STARTED, SESSION_CONFIGURED);
    private static final Set<EventType> SANDBOX = Set.of(SESSION_STATE_CHANGED, RUNTIME_WARNING);

    private CodexSession() {}

    static void rules(RuleBook.Builder book) {
        book.map("initialize#result", SESSION, START, CodexSession::initialized)
                .gap("tools are not told; model and working folder come with each thread")
                .map("account/updated", OTHER, ACCOUNT_UPDATED, CodexSession::account)
                .map("account/login/completed", ERROR, AUTH_STATUS, CodexSession::loggedIn)
                .map("account/gatewayOAuth/changed", ERROR, AUTH_STATUS, CodexSession::gateway)
                .map("modelProvider/authRecoveryStarted", ERROR, AUTH_STATUS, recovery(true))
                .map("modelProvider/authRecoveryCompleted", ERROR, AUTH_STATUS, recovery(false))
                .map("windowsSandbox/setupCompleted", OTHER, SANDBOX, CodexSession::windowsSandbox);
    }

    /** The user agent names product and version first, then the machine, which is no part of the session. */
    private static void initialized(FrameView frame, Emitter out) {
        String agent = frame.optionalText("/result/userAgent");
        int machine = agent == null ? -1 : agent.indexOf(" (");
        out.emit(new SessionStarted(machine < 0 ? agent : agent.substring(0, machine), null));
        out.emit(new SessionConfigured(CodexJson.without(frame.node("/result"), "userAgent")));
    }

    /** An account is told whole: without a mode nobody is logged in. */
    private static void account(FrameView frame, Emitter out) {
        String auth = frame.optionalText("/params/authMode");
        String plan = frame.optionalText("/params/planType");
        out.emit(new AccountUpdated(frame.node("/params"), auth, plan, auth != null));
    }

    private static void loggedIn(FrameView frame, Emitter out) {
        boolean success = frame.flag("/params/success");
        String error = frame.optionalText("/params/error");
        out.emit(new AuthStatus(false, null, success ? null : error == null ? "login failed" : error));
    }

    private static void gateway(FrameView frame, Emitter out) {
        String status = frame.text("/params/status");
        String error = frame.optionalText("/params/error");
        boolean failed = status.equals("failed");
        boolean over = failed || status.equals("succeeded");
        out.emit(new AuthStatus(!over, List.of(status), failed && error == null ? status : error));
    }

    private static Rule.Mapping recovery(boolean running) {
        return (frame, out) -> out.emit(new AuthStatus(running, List.of(frame.text("/params/message")), null));
    }

    private static void windowsSandbox(FrameView frame, Emitter out) {
        boolean success = frame.flag("/params/success");
        @Nullable String error = frame.optionalText("/params/error");
        String mode = frame.text("/params/mode");
        out.emit(new SessionStateChanged(success ? SessionState.READY : SessionState.ERROR, "windows sandbox", error));
        JsonNode detail = frame.node("/params");
        out.emit(new RuntimeWarning("Windows sandbox (" + mode + ") " + (success ? "is set up" : "failed"), detail));
    }
}
