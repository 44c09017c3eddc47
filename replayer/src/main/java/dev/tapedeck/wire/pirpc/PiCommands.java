package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.List;

/** What a client may ask, joined with the responses; what an answer tells beside events stands with its family. */
final class PiCommands {
    private static final List<String> COMMANDS = List.of(
            "prompt",
            "steer",
            "follow_up",
            "abort",
            "clear_queue",
            "new_session",
            "get_state",
            "set_model",
            "cycle_model",
            "get_available_models",
            "set_thinking_level",
            "cycle_thinking_level",
            "get_available_thinking_levels",
            "set_steering_mode",
            "set_follow_up_mode",
            "compact",
            "set_auto_compaction",
            "set_auto_retry",
            "abort_retry",
            "abort_bash",
            "get_session_stats",
            "export_html",
            "fork",
            "clone",
            "get_fork_messages",
            "get_entries",
            "get_tree",
            "get_last_assistant_text",
            "set_session_name",
            "get_messages",
            "get_commands");

    private static final String HISTORY = "history that the client asked for; it opens no turn and confirms no send";
    private static final String TAKEN = "the command was taken; events tell what comes of it";
    private static final String NOT_REPEATED = "does not repeat what was set; the state tells it when it is asked for";

    private PiCommands() {}

    static void rules(RuleBook.Builder book) {
        for (String command : COMMANDS) {
            book.request(command, "/id")
                    .drop(command, "the client's own command; its answer and the events after it tell what came of it");
        }
        book.request("switch_session", "/id");
        book.request("bash", "/id")
                .drop("prompt#result", TAKEN)
                .drop("abort#result", TAKEN)
                .drop("abort_retry#result", TAKEN)
                .drop("abort_bash#result", TAKEN)
                .duplicate("steer#result", "queue_update")
                .duplicate("follow_up#result", "queue_update")
                .duplicate("clear_queue#result", "queue_update")
                .duplicate("compact#result", "compaction_end")
                .duplicate("set_thinking_level#result", "thinking_level_changed")
                .duplicate("cycle_thinking_level#result", "thinking_level_changed")
                .duplicate("set_session_name#result", "session_info_changed")
                .drop("set_steering_mode#result", NOT_REPEATED)
                .drop("set_follow_up_mode#result", NOT_REPEATED)
                .drop("set_auto_compaction#result", NOT_REPEATED)
                .drop("set_auto_retry#result", NOT_REPEATED)
                .drop("get_entries#result", HISTORY)
                .drop("get_tree#result", HISTORY)
                .drop("get_fork_messages#result", HISTORY)
                .drop("get_last_assistant_text#result", HISTORY)
                .drop("export_html#result", "where the file lies that the client asked for")
                .map(
                        "get_session_stats#result",
                        USAGE,
                        Conversation.and(THREAD_TOKEN_USAGE_UPDATED, RUNTIME_WARNING),
                        PiUsage::stats)
                .also(COST);
    }

    /** A command that the provider refused is no failure of the turn that runs. */
    static void refused(FrameView frame, Emitter out) {
        String error = frame.text("/error");
        ObjectNode detail = Nodes.only(frame.node(""), "command");
        Refs refs = new Conversation(out).begun().withTurn(null);
        out.emit(refs, null, new RuntimeError(error, ErrorClass.VALIDATION_ERROR, detail, null));
    }
}
