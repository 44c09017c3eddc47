package dev.tapedeck.wire.pisession;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Transcript;
import dev.tapedeck.wire.pirpc.PiTool;
import java.util.Set;

/** The rule book of Pi's session files; what they hold and lack is written down in {@code package-info}. */
public final class PiSessionFile {
    public static final Wire WIRE = new Wire("pi.session");

    public static final RuleBook BOOK = RuleBook.typed(WIRE, "/type")
            .lacks("deltas", "requests and their answers", "starts and ends of turns", "progress of tools")
            .discriminate("message", "/message/role")
            .time("/timestamp")
            .resumes(Transcript::resume)
            .map("session", SESSION, Set.of(SESSION_CONFIGURED, THREAD_STARTED), PiSessionFile::session)
            .map("model_change", SESSION, THREAD_METADATA_UPDATED, PiSessionFile::model)
            .map("thinking_level_change", SESSION, THREAD_METADATA_UPDATED, PiSessionFile::settings)
            .map("session_info", SESSION, THREAD_METADATA_UPDATED, (frame, out) -> new Transcript(out).emit(
                    new ThreadMetadataUpdated(frame.optionalText("/name"), null, null, null)))
            .map("message:user", DROPPED_TODAY, Set.of(TURN_STARTED, TURN_COMPLETED, ITEM_COMPLETED),
                    PiSessionFile::user)
            .map("message:assistant", TEXT,
                    Set.of(
                            TURN_STARTED, ITEM_STARTED, ITEM_COMPLETED, THREAD_TOKEN_USAGE_UPDATED, RUNTIME_ERROR,
                            TURN_COMPLETED),
                    PiAnswer::read)
            .gap("text comes whole, never in deltas")
            .map("message:toolResult", TOOL_OUTPUT, ITEM_COMPLETED, PiSessionFile::result)
            .map("message:bashExecution", TOOL_OUTPUT, ITEM_COMPLETED, PiSessionFile::bash)
            .map("compaction", COMPACTION, THREAD_STATE_CHANGED, PiSessionFile::compaction)
            .drop("message:system", "what the program tells the model of itself, in the vendor's words")
            .drop("message:custom", "what an extension added for the model, in a shape of its own")
            .drop("message:branchSummary", "the model's reminder of a branch that was left")
            .drop("message:compactionSummary", "the model's reminder of what was compacted")
            .drop("branch_summary", "the model's reminder of a branch that was left")
            .drop("custom", "an extension's own memory, which nobody else reads")
            .drop("custom_message", "what an extension added for the model, in a shape of its own")
            .drop("label", "a mark that the user set to find an entry again")
            .build();

    private PiSessionFile() {}

    private static void session(FrameView frame, Emitter out) {
        String thread = frame.text("/id");
        if (!Transcript.begins(thread, out)) {
            return;
        }
        JsonNode about = Nodes.only(
                frame.node(""), "cwd", "version", "provider", "modelId", "thinkingLevel", "parentSession");
        SessionFacts facts = SessionFacts.of(frame.optionalText("/cwd"), frame.optionalText("/modelId"));
        Transcript transcript = new Transcript(out);
        transcript.emit(new SessionConfigured(about, facts));
        transcript.emit(new ThreadStarted(thread, null, about, facts));
    }

    private static void model(FrameView frame, Emitter out) {
        SessionFacts facts = SessionFacts.of(null, frame.text("/modelId"));
        JsonNode settings = Nodes.only(frame.node(""), "provider", "modelId");
        new Transcript(out).emit(new ThreadMetadataUpdated(null, null, null, settings, facts));
    }

    private static void settings(FrameView frame, Emitter out) {
        JsonNode settings = Nodes.only(frame.node(""), "thinkingLevel");
        new Transcript(out).emit(new ThreadMetadataUpdated(null, null, null, settings));
    }

    private static void user(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        transcript.userSpeaks(null);
        JsonNode content = frame.node("/message/content");
        transcript.emit(line(frame), new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(content.isTextual() ? content.textValue() : Nodes.joined(content, "text", "\n"))
                .data(frame.node("/message"))
                .build()));
    }

    private static void result(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        String id = frame.text("/message/toolCallId");
        transcript.toolEnds(id);
        boolean failed = Boolean.TRUE.equals(frame.optionalFlag("/message/isError"));
        transcript.emit(id, new ItemCompleted(PiTool.named(frame.text("/message/toolName"))
                .item(null)
                .title(null)
                .status(failed ? ItemStatus.FAILED : ItemStatus.COMPLETED)
                .text(Nodes.joined(frame.at("/message/content"), "text", "\n"))
                .data(frame.node("/message"))
                .build()));
    }

    /** A command that the user ran in the program's window. */
    private static void bash(FrameView frame, Emitter out) {
        Integer exit = frame.optionalInt("/message/exitCode");
        boolean cancelled = Boolean.TRUE.equals(frame.optionalFlag("/message/cancelled"));
        boolean failed = cancelled || exit != null && exit != 0;
        new Transcript(out).emit(line(frame), new ItemCompleted(ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .status(failed ? ItemStatus.FAILED : ItemStatus.COMPLETED)
                .detail(cancelled ? "cancelled" : null)
                .title(frame.text("/message/command"))
                .text(frame.optionalText("/message/output"))
                .exitCode(exit)
                .data(frame.node("/message"))
                .build()));
    }

    private static void compaction(FrameView frame, Emitter out) {
        Long before = frame.optionalInteger("/tokensBefore");
        new Transcript(out).emit(new ThreadStateChanged(
                ThreadState.COMPACTED, Nodes.only(frame.node(""), "summary", "tokensBefore"),
                before == null ? null : new Compaction(null, before, null, null)));
    }

    /** Name of an item that has none: the line that told it. */
    static String line(FrameView frame) {
        return Long.toString(frame.message().seq());
    }
}
