package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The session that the process holds: which one it is, its settings, and what replaces it. */
final class PiSession {
    private static final Pattern FOLDER = Pattern.compile("<cwd>\\s*(\\S.*?)\\s*</cwd>", Pattern.DOTALL);

    private PiSession() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> told = Conversation.and(
                SESSION_CONFIGURED, THREAD_METADATA_UPDATED, THREAD_STATE_CHANGED);
        book.map("session", SESSION, told, PiSession::header)
                .map("get_state#result", SESSION, told, PiSession::state);
        book.map("switch_session", SESSION, Set.of(), PiSession::asked)
                .gap("which conversation the client asks for is told once the process has it")
                .map("switch_session#result", SESSION, Conversation.and(THREAD_STATE_CHANGED), PiSession::switched);
        for (String replacing : List.of("new_session", "fork", "clone")) {
            book.map(replacing + "#result", SESSION, Conversation.and(THREAD_STATE_CHANGED), PiSession::replaced)
                    .gap("from which conversation it was copied is told by the request only");
        }
        book.map("set_model#result", SESSION, Conversation.and(THREAD_METADATA_UPDATED), (frame, out) ->
                        new Conversation(out).settings(model(frame.node("/data"))))
                .map("cycle_model#result", SESSION, Conversation.and(THREAD_METADATA_UPDATED), PiSession::cycled)
                .map("thinking_level_changed", SESSION, Conversation.and(THREAD_METADATA_UPDATED), (frame, out) ->
                        new Conversation(out).settings(Nodes.object().put("thinkingLevel", frame.text("/level"))))
                .map("session_info_changed", SESSION, Conversation.and(THREAD_METADATA_UPDATED), PiSession::renamed)
                .map("queue_update", DROPPED_TODAY, Conversation.and(THREAD_METADATA_UPDATED), PiSession::queued)
                .map("get_commands#result", DROPPED_TODAY, Conversation.and(THREAD_METADATA_UPDATED), PiSession::listed)
                .also(SESSION)
                .map(
                        "get_available_models#result",
                        SESSION,
                        Conversation.and(THREAD_METADATA_UPDATED),
                        PiSession::listed)
                .map(
                        "get_available_thinking_levels#result",
                        SESSION,
                        Conversation.and(THREAD_METADATA_UPDATED),
                        PiSession::listed)
                .drop("entry_appended:context_edit", "what the model is not shown again; the conversation keeps it")
                .map("entry_appended:custom", OTHER, Conversation.and(THREAD_METADATA_UPDATED), PiSession::entry)
                .map("entry_appended:label", OTHER, Conversation.and(THREAD_METADATA_UPDATED), PiSession::entry)
                .duplicate("entry_appended:message", "message_end")
                .duplicate("entry_appended:custom_message", "message_end:custom")
                .duplicate("entry_appended:branch_summary", "message_end:branchSummary")
                .duplicate("entry_appended:compaction", "compaction_end")
                .duplicate("entry_appended:model_change", "set_model#result")
                .duplicate("entry_appended:thinking_level_change", "thinking_level_changed")
                .duplicate("entry_appended:session_info", "session_info_changed")
                .map("entry_appended:usage", USAGE, PiUsage.TOLD, (frame, out) ->
                        PiUsage.aside(frame.optionalNode("/entry/usage"), new Conversation(out).now(), out))
                .also(COST);
    }

    /** The first line of the one-shot mode. */
    private static void header(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        conversation.session(frame.text("/id"));
        JsonNode config = Nodes.without(frame.node(""), "type", "id", "timestamp");
        out.emit(conversation.now(), null, new SessionConfigured(config));
        conversation.settings(Nodes.only(config, "cwd"));
    }

    private static void state(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        conversation.isKeptIn(frame.optionalText("/data/sessionFile"));
        conversation.session(frame.text("/data/sessionId"));
        JsonNode data = frame.node("/data");
        out.emit(conversation.now(), null, new SessionConfigured(Nodes.without(data, "sessionId")));
        ObjectNode settings = model(data.path("model"));
        settings.setAll(Nodes.only(data, "thinkingLevel", "sessionFile"));
        conversation.settings(settings);
        String name = frame.optionalText("/data/sessionName");
        if (name != null) {
            out.emit(conversation.now(), null, new ThreadMetadataUpdated(name, null, null, null));
        }
    }

    /** What the model may use, and where: told with the instructions, and again when it changes. */
    static void offered(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        Set<String> tools = new LinkedHashSet<>();
        conversation.setting("tools").forEach(tool -> tools.add(tool.asText()));
        frame.at("/message/toolsRemoved").forEach(tool -> tools.remove(name(tool)));
        frame.at("/message/toolsAdded").forEach(tool -> tools.add(name(tool)));
        ObjectNode settings = Nodes.object();
        Matcher folder = FOLDER.matcher(frame.at("/message/sections/cwd").asText());
        if (folder.find()) {
            settings.put("cwd", folder.group(1));
        }
        tools.forEach(settings.putArray("tools")::add);
        conversation.settings(settings);
    }

    private static String name(JsonNode tool) {
        return tool.isTextual() ? tool.textValue() : tool.path("name").asText();
    }

    private static void asked(FrameView frame, Emitter out) {
        new Conversation(out).asksFor(frame.text("/sessionPath"));
    }

    private static void switched(FrameView frame, Emitter out) {
        if (!frame.flag("/data/cancelled")) {
            new Conversation(out).switched();
        }
    }

    private static void replaced(FrameView frame, Emitter out) {
        if (!frame.flag("/data/cancelled")) {
            new Conversation(out).replaced();
        }
    }

    /** With one model there is nothing to go round. */
    private static void cycled(FrameView frame, Emitter out) {
        JsonNode data = frame.optionalNode("/data");
        if (data != null) {
            ObjectNode settings = model(data.path("model"));
            settings.setAll(Nodes.only(data, "thinkingLevel"));
            new Conversation(out).settings(settings);
        }
    }

    private static ObjectNode model(JsonNode model) {
        ObjectNode settings = Nodes.object();
        @Nullable String id = model.path("id").textValue();
        if (id != null) {
            settings.put("model", id).setAll(Nodes.only(model, "provider"));
        }
        return settings;
    }

    /** A name that is taken away is told as an empty one. */
    private static void renamed(FrameView frame, Emitter out) {
        String name = Objects.requireNonNullElse(frame.optionalText("/name"), "");
        out.emit(new Conversation(out).begun(), null, new ThreadMetadataUpdated(name, null, null, null));
    }

    private static void queued(FrameView frame, Emitter out) {
        JsonNode queues = Nodes.only(frame.node(""), "steering", "followUp");
        out.emit(new Conversation(out).begun(), null, new ThreadMetadataUpdated(null, queues, null, null));
    }

    private static void listed(FrameView frame, Emitter out) {
        out.emit(new Conversation(out).begun(), null, new ThreadMetadataUpdated(null, frame.node("/data"), null, null));
    }

    private static void entry(FrameView frame, Emitter out) {
        JsonNode entry = Nodes.without(frame.node("/entry"), "id", "parentId", "timestamp");
        out.emit(new Conversation(out).begun(), null, new ThreadMetadataUpdated(null, entry, null, null));
    }
}
