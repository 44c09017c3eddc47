package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.SESSION;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Mode, model and options of a session, its title and the commands that it knows. An agent need not repeat what a
 * client has set, so the answer to the client's request changes the settings too.
 */
final class AcpSettings {
    private AcpSettings() {}

    static void rules(RuleBook.Builder book) {
        book.map(Acp.UPDATE + "available_commands_update", DROPPED_TODAY, SESSION_CONFIGURED, (frame, out) ->
                        out.emit(new SessionConfigured(Nodes.object()
                                .set("availableCommands", frame.array("/params/update/availableCommands")))))
                .also(SESSION)
                .map(Acp.UPDATE + "current_mode_update", DROPPED_TODAY, THREAD_METADATA_UPDATED, (frame, out) ->
                        changed(
                                new Conversation(frame, out).heard().withTurn(null),
                                "mode",
                                frame.node("/params/update/currentModeId"),
                                out))
                .map(Acp.UPDATE + "config_option_update", DROPPED_TODAY, THREAD_METADATA_UPDATED, (frame, out) ->
                        options(frame.array("/params/update/configOptions"),
                                new Conversation(frame, out).heard().withTurn(null), out))
                .map(Acp.UPDATE + "session_info_update", SESSION, THREAD_METADATA_UPDATED, AcpSettings::info);
        sets(book, "session/set_mode", "modeId", "mode", DROPPED_TODAY);
        sets(book, "session/set_model", "modelId", "model", SESSION);
        sets(book, "session/set_config_option", "value", "", DROPPED_TODAY);
        sets(book, "session/set_title", "title", "title", SESSION);
    }

    /** The value of the named request is remembered until the agent says whether it took it. */
    private static void sets(RuleBook.Builder book, String method, String member, String setting, Concept concept) {
        book.map(method, concept, Set.<EventType>of(), (frame, out) ->
                        new Asked(out.scratch()).add(frame, frame.optionalNode("/params/" + member), false))
                .map(method + "#result", concept, THREAD_METADATA_UPDATED, (frame, out) -> {
                    Asked.Question question = new Asked(out.scratch()).take(frame);
                    String session = question.session();
                    Refs refs = session == null ? out.refs() : new Refs(session, session, null, null, null);
                    taken(setting, question.value(), refs, frame, out);
                });
    }

    private static void taken(
            String setting, @Nullable JsonNode value, Refs refs, FrameView frame, Emitter out) {
        if (refs.thread() == null) {
            return;
        }
        new Threads(out.scratch()).heard(refs.thread());
        JsonNode options = frame.at("/result/configOptions");
        if (options.isArray()) {
            options(options, refs, out);
        } else if (setting.equals("title")) {
            String told = frame.at("/result/title").textValue();
            String asked = value == null ? null : value.textValue();
            out.emit(refs, null, new ThreadMetadataUpdated(told == null ? asked : told, null, null, null));
        } else if (value != null && !setting.isEmpty()) {
            changed(refs, setting, value, out);
        }
    }

    /** Mode, model and the values of all options, as an answer tells them. */
    static ObjectNode current(JsonNode result) {
        ObjectNode settings = Nodes.object();
        settings.setAll(AcpContent.values(result.path("configOptions")));
        put(settings, "mode", result.at("/modes/currentModeId"));
        put(settings, "model", result.at("/models/currentModelId"));
        return settings;
    }

    private static void put(ObjectNode settings, String name, JsonNode value) {
        if (value.isTextual()) {
            settings.set(name, value);
        }
    }

    private static void options(JsonNode options, Refs refs, Emitter out) {
        JsonNode values = AcpContent.values(options);
        if (!values.isEmpty()) {
            settings(refs, values, out);
        }
    }

    private static void changed(Refs refs, String setting, JsonNode value, Emitter out) {
        settings(refs, Nodes.object().set(setting, value), out);
    }

    private static void settings(Refs refs, JsonNode settings, Emitter out) {
        String model = settings.path("model").textValue();
        SessionFacts facts = model == null ? null : SessionFacts.of(null, model);
        out.emit(refs, null, new ThreadMetadataUpdated(null, null, null, settings, facts));
    }

    private static void info(FrameView frame, Emitter out) {
        JsonNode rest = Nodes.without(frame.node("/params/update"), "sessionUpdate", "title", "_meta");
        String title = frame.optionalText("/params/update/title");
        out.emit(
                new Conversation(frame, out).heard().withTurn(null),
                null,
                new ThreadMetadataUpdated(title, rest.isEmpty() ? null : rest, null, null));
    }
}
