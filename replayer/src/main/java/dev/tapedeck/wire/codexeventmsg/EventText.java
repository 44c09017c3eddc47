package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.StreamKind.ASSISTANT_TEXT;
import static dev.tapedeck.canonical.StreamKind.PLAN_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_SUMMARY_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_TEXT;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;

/** Messages and thoughts: the older events without ids, the newer ones with the id of their item. */
final class EventText {
    private EventText() {}

    static void rules(RuleBook.Builder book) {
        book.map("agent_message_delta", TEXT, CONTENT_DELTA, segment(ASSISTANT_TEXT))
                .map("agent_message_content_delta", TEXT, CONTENT_DELTA, delta(ASSISTANT_TEXT))
                .map("agent_message", TEXT, ITEM_COMPLETED, (frame, out) ->
                        whole(ItemType.ASSISTANT_MESSAGE, frame.text("/message"), false, frame, out))
                .map("agent_reasoning_delta", REASONING, CONTENT_DELTA, segment(REASONING_SUMMARY_TEXT))
                .map("agent_reasoning_raw_content_delta", REASONING, CONTENT_DELTA, segment(REASONING_TEXT))
                .map("reasoning_content_delta", REASONING, CONTENT_DELTA, delta(REASONING_SUMMARY_TEXT))
                .map("reasoning_raw_content_delta", REASONING, CONTENT_DELTA, delta(REASONING_TEXT))
                .map("agent_reasoning", REASONING, ITEM_COMPLETED, (frame, out) ->
                        whole(ItemType.REASONING, frame.text("/text"), true, frame, out))
                .map("agent_reasoning_raw_content", REASONING, ITEM_COMPLETED, (frame, out) ->
                        whole(ItemType.REASONING, frame.text("/text"), true, frame, out))
                .map("agent_reasoning_section_break", REASONING, ITEM_UPDATED, EventText::sectionBreak)
                .map("plan_delta", DROPPED_TODAY, CONTENT_DELTA, delta(PLAN_TEXT))
                .map("user_message", DROPPED_TODAY, ITEM_COMPLETED, EventText::userMessage);
    }

    /** Text whose item is told. */
    private static Rule.Mapping delta(StreamKind kind) {
        return (frame, out) -> new Session(frame, out).emit(frame.text("/item_id"), new ContentDelta(
                kind,
                frame.text("/delta"),
                frame.optionalInt("/content_index"),
                frame.optionalInt("/summary_index")));
    }

    /** Text whose item is not told: it belongs to the message or thought that is being written. */
    private static Rule.Mapping segment(StreamKind kind) {
        return (frame, out) -> {
            Session session = new Session(frame, out);
            String item = session.openText(kind != ASSISTANT_TEXT);
            session.emit(item, new ContentDelta(kind, frame.text("/delta"), null, null));
        };
    }

    private static void whole(ItemType type, String text, boolean thought, FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        session.emit(session.closeText(thought), new ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.COMPLETED)
                .text(text)
                .data(frame.node(""))
                .build()));
    }

    private static void sectionBreak(FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        String told = frame.optionalText("/item_id");
        String item = told == null || told.isEmpty() ? session.openText(true) : told;
        session.emit(item, new ItemUpdated(ItemSnapshot.of(ItemType.REASONING).data(frame.node("")).build()));
    }

    private static void userMessage(FrameView frame, Emitter out) {
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode image : frame.at("/images")) {
            attachments.add(new Attachment("image", image.isTextual() ? null : image.toString(), null));
        }
        for (JsonNode image : frame.at("/local_images")) {
            attachments.add(new Attachment("image", image.asText(), null));
        }
        Session session = new Session(frame, out);
        session.emit(session.closeText(false), new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(frame.text("/message"))
                .attachments(attachments.isEmpty() ? null : attachments)
                .data(frame.node(""))
                .build()));
    }
}
