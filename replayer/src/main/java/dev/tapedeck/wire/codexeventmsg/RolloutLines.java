package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.SESSION_CONFIGURED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lines of a rollout file beside its events: who the session is, and what the model said and called. */
final class RolloutLines {
    private RolloutLines() {}

    static void rules(RuleBook.Builder book) {
        book.map("session_meta", SESSION, Set.of(THREAD_STARTED, SESSION_CONFIGURED, THREAD_METADATA_UPDATED),
                        RolloutLines::session)
                .map("turn_context", SESSION, THREAD_METADATA_UPDATED, RolloutLines::context)
                .map("compacted", COMPACTION, THREAD_STATE_CHANGED, RolloutLines::compacted)
                .gap("token counts around a compaction are not told")
                .duplicate("token_usage_record", "token_count")
                .duplicate("response_item:message", "the events of the same message")
                .duplicate("response_item:reasoning", "the events of the same thought")
                .duplicate("response_item:agent_message", "the items of the agents that write to each other");
        for (String call : List.of("function_call", "custom_tool_call", "local_shell_call", "tool_search_call")) {
            book.map("response_item:" + call, TOOL_CALL, Set.of(ITEM_STARTED, TURN_PLAN_UPDATED), RolloutLines::called)
                    .also(TOOL_INPUT, TOOL_STATE, MCP, DROPPED_TODAY);
        }
        for (String output : List.of("function_call_output", "custom_tool_call_output", "tool_search_output")) {
            book.map("response_item:" + output, TOOL_OUTPUT, ITEM_COMPLETED, RolloutLines::returned)
                    .also(TOOL_STATE, MCP)
                    .gap("whether a call failed is told by the words of its output only");
        }
        for (String done : List.of("web_search_call", "image_generation_call")) {
            book.map("response_item:" + done, TOOL_CALL, ITEM_COMPLETED, RolloutLines::done);
        }
        book.also(MULTIMODAL);
        for (String kept : List.of("compaction", "context_compaction", "compaction_summary", "ghost_snapshot")) {
            book.drop("response_item:" + kept, "what the program keeps for the model alone, sealed or by hash");
        }
        book.drop("response_item:additional_tools", "tools that the program offers the model, in the vendor's words")
                .drop("response_item:other", "an entry that the program itself did not know")
                .drop("world_state", "what the program told the model of its surroundings, to tell it changes later")
                .drop("inter_agent_communication", "an agent's letter to another, kept for the model alone")
                .drop("session_start", "a mark of the terminal program's log; the session's first event follows")
                .drop("session_end", "a mark of the terminal program's log, after the session's last event");
    }

    /** A session's file begins with this line, and so does what it kept of the one that it was forked from. */
    private static void session(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String thread = frame.text("/id");
        String parent = parent(frame);
        if (session.hasBegun(thread)) {
            if (parent != null) {
                session.emit(new ThreadMetadataUpdated(null, null, parent, null));
            }
            return;
        }
        session.begins(thread);
        JsonNode about = Nodes.only(
                frame.node(""), "cwd", "originator", "cli_version", "source", "model_provider", "git",
                "forked_from_id");
        SessionFacts facts = SessionFacts.of(frame.optionalText("/cwd"), null);
        if (parent == null) {
            session.emit(new SessionConfigured(about, facts));
        }
        session.emit(new ThreadStarted(thread, parent, about, facts));
    }

    private static @Nullable String parent(FrameView frame) {
        String told = frame.optionalText("/parent_thread_id");
        return told == null ? frame.at("/source/subagent/thread_spawn/parent_thread_id").textValue() : told;
    }

    private static void context(FrameView frame, Emitter out) {
        SessionFacts facts = SessionFacts.of(frame.optionalText("/cwd"), frame.optionalText("/model"));
        JsonNode settings = Nodes.only(
                frame.node(""), "cwd", "model", "effort", "approval_policy", "sandbox_policy", "summary");
        new Session(frame, out).emit(new ThreadMetadataUpdated(null, null, null, settings, facts));
    }

    private static void compacted(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        session.compacts();
        session.emit(new ThreadStateChanged(ThreadState.COMPACTED, null, null));
    }

    private static void called(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        ModelCall call = ModelCall.read(frame);
        if (call.isPlan()) {
            EventTurns.plan(call.arguments(), session);
            return;
        }
        if (!session.wasTold(call.id()) && !session.isCalled(call.id())) {
            session.callOpens(call.id(), call.name());
            session.emit(call.id(), new ItemStarted(call.item()
                    .status(ItemStatus.IN_PROGRESS)
                    .data(frame.node(""))
                    .build()));
        }
    }

    /** An output that an event has told already says nothing new. */
    private static void returned(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String call = frame.text("/call_id");
        String tool = session.callEnds(call);
        CallOutput output = new CallOutput(frame.at("/output"));
        // What the model is told of a call that was broken off is not its output, which an event may still tell.
        if (tool != null && !output.isAborted()) {
            session.emit(call, new ItemCompleted(output
                    .of(ModelCall.type(tool, null))
                    .data(frame.node(""))
                    .build()));
        }
    }

    private static void done(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        ModelCall call = ModelCall.read(frame);
        if (!session.wasTold(call.id())) {
            session.told(call.id());
            session.emit(call.id(), new ItemCompleted(
                    EventTools.ended(call.item(), frame.optionalText("/status")).data(frame.node("")).build()));
        }
    }
}
