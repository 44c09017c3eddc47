package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ACCOUNT_UPDATED;
import static dev.tapedeck.canonical.EventType.AUTH_STATUS;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.SESSION_STARTED;
import static dev.tapedeck.canonical.EventType.SESSION_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.SessionState;
import dev.tapedeck.canonical.TelemetryPayload.AccountUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Start and settings of a session, its state, and compaction of its context. */
final class ClaudeSession {
    private static final String COMPACTING = "compacting";

    private ClaudeSession() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "system:init",
                        SESSION,
                        Conversation.and(SESSION_STARTED, SESSION_CONFIGURED, THREAD_METADATA_UPDATED),
                        ClaudeSession::init)
                .map(
                        "control_request:initialize#result",
                        SESSION,
                        Set.of(SESSION_CONFIGURED, ACCOUNT_UPDATED),
                        ClaudeSession::initialized)
                .map("control_request:set_model#result", SESSION, THREAD_METADATA_UPDATED, ClaudeSession::modelSet)
                .map(
                        "system:status",
                        COMPACTION,
                        Conversation.and(
                                SESSION_STATE_CHANGED, THREAD_METADATA_UPDATED, ITEM_STARTED, ITEM_COMPLETED),
                        ClaudeSession::status)
                .map(
                        "system:compact_boundary",
                        COMPACTION,
                        THREAD_STATE_CHANGED,
                        ClaudeSession::compacted)
                .gap("which messages were kept is carried by raw only; the rest waits for the words that sum it up")
                .map("system:session_state_changed", OTHER, SESSION_STATE_CHANGED, ClaudeSession::stateChanged)
                .map("system:worker_shutting_down", OTHER, SESSION_STATE_CHANGED, ClaudeSession::shuttingDown)
                .map("system:session_title_changed", SESSION, THREAD_METADATA_UPDATED, ClaudeSession::titleChanged)
                .map("system:commands_changed", DROPPED_TODAY, THREAD_METADATA_UPDATED, metadata("commands"))
                .map("active_goal", OTHER, THREAD_METADATA_UPDATED, metadata("value"))
                .map("conversation_reset", OTHER, THREAD_STATE_CHANGED, ClaudeSession::reset)
                .map("auth_status", ERROR, AUTH_STATUS, ClaudeSession::authStatus);
    }

    /** Comes before every turn, asked for or not; a turn that still ran then has lost its end. */
    private static void init(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        Refs refs = out.refs();
        String session = frame.text("/session_id");
        String model = frame.optionalText("/model");
        String mode = frame.optionalText("/permissionMode");
        JsonNode settings = Nodes.only(frame.node(""), "model", "permissionMode", "cwd");
        if (conversation.begins()) {
            String version = frame.optionalText("/claude_code_version");
            out.emit(refs, null, new SessionStarted(version == null ? null : "Claude Code " + version, null));
        }
        out.emit(refs, null, new SessionConfigured(config(frame.node("")), facts(frame)));
        boolean changed = !Objects.equals(model, conversation.setting("model"))
                || !Objects.equals(mode, conversation.setting("mode"));
        if (!conversation.thread(refs, model, settings) && changed) {
            out.emit(refs, null, new ThreadMetadataUpdated(null, null, null, settings));
        }
        conversation.settings(session, model, mode);
        conversation.turnAnnounced(refs, model, frame.optionalText("/uuid"));
    }

    private static SessionFacts facts(FrameView frame) {
        List<String> tools = new ArrayList<>();
        frame.at("/tools").forEach(tool -> tools.add(tool.asText()));
        return new SessionFacts(
                frame.optionalText("/cwd"), frame.optionalText("/model"), tools.isEmpty() ? null : tools, null);
    }

    /** What the session can do and how; what names this process or this frame is no setting. */
    private static JsonNode config(JsonNode frame) {
        ObjectNode config = Nodes.without(frame, "type");
        config.remove(List.of("subtype", "uuid", "session_id", "messaging_socket_path", "user_message_uuids"));
        return config;
    }

    private static void initialized(FrameView frame, Emitter out) {
        JsonNode response = frame.optionalNode("/response/response");
        if (response == null) {
            return;
        }
        out.emit(new SessionConfigured(Nodes.without(response, "account", "pid")));
        JsonNode account = response.path("account");
        if (account.isObject()) {
            out.emit(new AccountUpdated(
                    account,
                    Nodes.firstText(account, "tokenSource", "apiKeySource"),
                    Nodes.firstText(account, "subscriptionType")));
        }
    }

    /** The client's wish came true for the session that runs. */
    private static void modelSet(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        String session = conversation.session();
        String model = frame.optionalText("/response/response/model");
        if (session != null && model != null && !model.equals(conversation.setting("model"))) {
            conversation.settings(session, model, conversation.setting("mode"));
            JsonNode settings = Nodes.object().put("model", model);
            out.emit(
                    new Refs(session, session, conversation.runningTurn(session), null, null),
                    null,
                    new ThreadMetadataUpdated(null, null, null, settings));
        }
    }

    private static void status(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        String status = frame.optionalText("/status");
        Refs refs = COMPACTING.equals(status) ? conversation.running() : conversation.now();
        String mode = frame.optionalText("/permissionMode");
        String result = frame.optionalText("/compact_result");
        String error = frame.optionalText("/compact_error");
        SessionState state = status == null && refs.turn() == null ? SessionState.READY : SessionState.RUNNING;
        out.emit(refs, null, new SessionStateChanged(state, status, error));
        if (mode != null && !mode.equals(conversation.setting("mode")) && conversation.session() != null) {
            conversation.settings(conversation.session(), conversation.setting("model"), mode);
            JsonNode settings = Nodes.object().put("permissionMode", mode);
            out.emit(refs, null, new ThreadMetadataUpdated(null, null, null, settings));
        }
        Compacting compacting = new Compacting(out);
        if (COMPACTING.equals(status)) {
            compacting.start(frame.message().seq(), refs);
        } else if (result != null && !result.equals("success")) {
            compacting.fail(error == null ? result : error, refs);
        }
    }

    private static void compacted(FrameView frame, Emitter out) {
        JsonNode metadata = frame.optionalNode("/compact_metadata");
        JsonNode kept = Nodes.only(
                metadata == null ? Nodes.object() : metadata,
                "trigger",
                "pre_tokens",
                "post_tokens",
                "cumulative_dropped_tokens",
                "duration_ms");
        new Compacting(out).over(kept, new Conversation(out).now());
    }

    private static void stateChanged(FrameView frame, Emitter out) {
        String told = frame.text("/state");
        SessionState state =
                switch (told) {
                    case "idle" -> SessionState.READY;
                    case "running" -> SessionState.RUNNING;
                    case "requires_action" -> SessionState.WAITING;
                    default -> SessionState.ERROR;
                };
        out.emit(new SessionStateChanged(state, told, null));
    }

    private static void shuttingDown(FrameView frame, Emitter out) {
        out.emit(new SessionStateChanged(SessionState.STOPPED, frame.optionalText("/reason"), null));
    }

    private static void titleChanged(FrameView frame, Emitter out) {
        out.emit(new ThreadMetadataUpdated(frame.text("/title"), null, null, null));
    }

    private static Rule.Mapping metadata(String member) {
        return (frame, out) -> {
            JsonNode told = Nodes.object().set(member, frame.node("/" + member));
            out.emit(new ThreadMetadataUpdated(null, told, null, null));
        };
    }

    /** The conversation goes on under another session id, which its next frames tell. */
    private static void reset(FrameView frame, Emitter out) {
        JsonNode detail = Nodes.only(frame.node(""), "trigger", "new_conversation_id");
        out.emit(new ThreadStateChanged(ThreadState.CLOSED, detail, null));
    }

    private static void authStatus(FrameView frame, Emitter out) {
        List<String> output = new ArrayList<>();
        for (JsonNode line : frame.at("/output")) {
            output.add(line.asText());
        }
        out.emit(new AuthStatus(
                frame.optionalFlag("/isAuthenticating"),
                output.isEmpty() ? null : output,
                frame.optionalText("/error")));
    }
}
