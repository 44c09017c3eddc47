package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import dev.tapedeck.wire.acp.OpenTools.Use;
import org.jspecify.annotations.Nullable;

/**
 * Sub-agents that speak as sessions of their own. The parent announces each and mirrors its state: that is the item
 * which leads to it, under the session's id. What the parent writes to it is its user's message; what it writes back is
 * what the item gave.
 */
final class AcpSubAgents {
    private AcpSubAgents() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        Acp.UPDATE + "subagent_update",
                        TOOL_CALL,
                        Emits.contentAndEnd(ITEM_STARTED, THREAD_METADATA_UPDATED),
                        Version.onlyV2(AcpSubAgents::told))
                .also(TOOL_STATE, TURN_END, SESSION)
                .gap("what a client may do to a sub-agent is carried by raw only")
                .map(
                        Acp.UPDATE + "session_message",
                        DROPPED_TODAY,
                        Emits.content(ITEM_COMPLETED, ITEM_UPDATED),
                        AcpSubAgents::message)
                .also(TOOL_OUTPUT, TOOL_STATE)
                .drop(Acp.UPDATE + "session_message_chunk", "a piece of a message between an agent's own sessions");
    }

    private static void told(FrameView frame, Emitter out) {
        String child = frame.text("/params/update/sessionId");
        Conversation conversation = new Conversation(frame, out);
        Refs refs = new Refs(child, child, null, null, null);
        conversation.beginSession(refs, out.refs().thread());
        String title = frame.optionalText("/params/update/title");
        if (title != null) {
            out.emit(refs, null, new ThreadMetadataUpdated(title, null, null, null));
        }
        Use use = item(child, title, frame, out);
        if (frame.at("/params/update/state/state").asText().equals("idle")) {
            TurnState state = AcpTurns.state(frame.at("/params/update/state/stopReason").textValue());
            if (new Turns(out).runs(child)) {
                new Turns(out).end(refs, TurnCompleted.of(state));
            }
            end(child, use, state == TurnState.COMPLETED ? ItemStatus.COMPLETED : ItemStatus.FAILED, frame, out);
        }
    }

    private static Use item(String child, @Nullable String title, FrameView frame, Emitter out) {
        Use known = AcpTools.tools(frame, out).get(child);
        if (known != null) {
            return known;
        }
        return AcpTools.begin(
                child,
                ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                        .status(ItemStatus.IN_PROGRESS)
                        .title(title)
                        .childThread(child)
                        .build(),
                Stage.RUNS,
                frame,
                out);
    }

    private static void end(String child, Use use, ItemStatus status, FrameView frame, Emitter out) {
        if (use.stage() != Stage.ENDED) {
            AcpTools.tools(frame, out).put(child, use.withStage(Stage.ENDED));
            out.emit(AcpTools.refs(child, use, out), null, new ItemCompleted(
                    ItemSnapshot.of(use.type()).status(status).build()));
        }
    }

    /** Both sessions tell of a message; the one that gets it counts. */
    private static void message(FrameView frame, Emitter out) {
        JsonNode told = frame.node("/params/update");
        String session = frame.text("/params/sessionId");
        if (!told.path("recipientSessionId").asText().equals(session)) {
            return;
        }
        String text = AcpContent.text(told.path("content"));
        if (new Threads(out.scratch()).orNew(session).session()) {
            Refs refs = new Conversation(frame, out).content();
            new Segments(out).end(refs);
            out.emit(refs.withItem("user:" + frame.text("/params/update/messageId")), null, new ItemCompleted(
                    ItemSnapshot.of(ItemType.USER_MESSAGE).status(ItemStatus.COMPLETED).text(text).build()));
            return;
        }
        String sender = told.path("senderSessionId").asText();
        Use use = AcpTools.tools(frame, out).get(sender);
        if (use != null) {
            out.emit(AcpTools.refs(sender, use, out), null, new ItemUpdated(
                    ItemSnapshot.of(use.type()).text(text).build()));
        }
    }
}
