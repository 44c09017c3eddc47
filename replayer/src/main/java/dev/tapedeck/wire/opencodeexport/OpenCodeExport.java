package dev.tapedeck.wire.opencodeexport;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TEXT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Transcript;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The rule book of OpenCode's exports; what they hold and lack is written down in {@code package-info}. */
public final class OpenCodeExport {
    public static final Wire WIRE = new Wire("opencode.export");

    public static final RuleBook BOOK = RuleBook.speaking(WIRE, new ExportDialect())
            .lacks("deltas", "requests and their answers", "states of the session", "errors between the answers")
            .time("/info/time/created")
            .map("session", SESSION, Set.of(SESSION_CONFIGURED, THREAD_STARTED), OpenCodeExport::session)
            .map("message:user", DROPPED_TODAY, Set.of(TURN_STARTED, TURN_COMPLETED, ITEM_COMPLETED),
                    OpenCodeExport::user)
            .map("message:assistant", TEXT,
                    Set.of(ITEM_COMPLETED, THREAD_TOKEN_USAGE_UPDATED, THREAD_STATE_CHANGED, RUNTIME_ERROR,
                            TURN_COMPLETED),
                    ExportedAnswer::read)
            .gap("text comes whole, never in deltas")
            .build();

    private OpenCodeExport() {}

    private static void session(FrameView frame, Emitter out) {
        String thread = frame.text("/info/id");
        if (!Transcript.begins(thread, out)) {
            return;
        }
        JsonNode about = Nodes.only(frame.node("/info"), "directory", "title", "version", "share", "parentID");
        SessionFacts facts = new SessionFacts(
                frame.optionalText("/info/directory"), null, null, frame.optionalText("/info/title"));
        Transcript transcript = new Transcript(out);
        transcript.emit(new SessionConfigured(about, facts));
        transcript.emit(new ThreadStarted(thread, frame.optionalText("/info/parentID"), about, facts));
    }

    private static void user(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        transcript.userSpeaks(frame.at("/info/model/modelID").textValue());
        List<String> texts = new ArrayList<>();
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode part : frame.array("/parts")) {
            String type = part.path("type").asText();
            // What the program adds to the prompt by itself is not what the user said.
            if (type.equals("text") && !part.path("synthetic").asBoolean()) {
                texts.add(part.path("text").asText());
            } else if (type.equals("file")) {
                attachments.add(new Attachment("file", part.path("filename").textValue(), null));
            }
        }
        transcript.emit(frame.text("/info/id"), new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(String.join("\n", texts))
                .attachments(attachments.isEmpty() ? null : attachments)
                .data(frame.node("/info"))
                .build()));
    }
}
