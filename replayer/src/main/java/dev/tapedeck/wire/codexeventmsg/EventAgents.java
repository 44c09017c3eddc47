package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Sub-agents: each call to one is an item, and the agent's thread a child of the caller's. */
final class EventAgents {
    private static final List<String> CALLS =
            List.of("agent_spawn", "agent_interaction", "waiting", "close", "resume");

    private EventAgents() {}

    static void rules(RuleBook.Builder book) {
        for (String call : CALLS) {
            book.map("collab_" + call + "_begin", TOOL_CALL, ITEM_STARTED, (frame, out) ->
                            new Session(frame, out).emit(frame.text("/call_id"), new ItemStarted(
                                    call(call, frame).status(ItemStatus.IN_PROGRESS).build())))
                    .also(TOOL_INPUT, TOOL_STATE)
                    .map("collab_" + call + "_end", TOOL_OUTPUT, Set.of(ITEM_COMPLETED, THREAD_METADATA_UPDATED),
                            (frame, out) -> ended(call, frame, out))
                    .also(TOOL_STATE);
        }
        book.map("sub_agent_activity", TOOL_STATE, Set.of(ITEM_UPDATED, THREAD_METADATA_UPDATED),
                EventAgents::activity);
    }

    private static void ended(String call, FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String child = frame.optionalText("/new_thread_id");
        if (child != null) {
            adopt(child, session);
        }
        session.told(frame.text("/call_id"));
        boolean failed = call.equals("agent_spawn") && child == null || frame.at("/status").has("errored");
        session.emit(frame.text("/call_id"), new ItemCompleted(
                call(call, frame).status(failed ? ItemStatus.FAILED : ItemStatus.COMPLETED).build()));
    }

    private static void adopt(String child, Session session) {
        Refs parent = session.refs();
        session.emit(
                parent.withThread(child).withTurn(null).withItem(null),
                new ThreadMetadataUpdated(null, null, parent.thread(), null));
    }

    private static ItemSnapshot.Builder call(String call, FrameView frame) {
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(call)
                .tool(call)
                .input(Nodes.only(frame.node(""), "prompt", "model", "reasoning_effort"))
                .text(answer(frame.at("/status")))
                .childThread(child(frame))
                .data(frame.node(""));
    }

    private static @Nullable String child(FrameView frame) {
        String spawned = frame.optionalText("/new_thread_id");
        return spawned == null ? frame.optionalText("/receiver_thread_id") : spawned;
    }

    /** What the agent said last, where its status carries it. */
    private static @Nullable String answer(JsonNode status) {
        return status.path("completed").textValue();
    }

    private static void activity(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String child = frame.text("/agent_thread_id");
        if (frame.text("/kind").equals("started")) {
            adopt(child, session);
        }
        String item = frame.optionalText("/event_id");
        session.emit(item == null ? frame.text("/call_id") : item, new ItemUpdated(
                ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                        .title(frame.text("/kind"))
                        .tool(frame.text("/kind"))
                        .childThread(child)
                        .data(frame.node(""))
                        .build()));
    }
}
