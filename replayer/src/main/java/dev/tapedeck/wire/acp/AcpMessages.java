package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.wire.acp.Segments.Speaker;
import org.jspecify.annotations.Nullable;

/** What user and agent say, in chunks and, in version 2, as whole messages. */
final class AcpMessages {
    private AcpMessages() {}

    static void rules(RuleBook.Builder book) {
        var chunk = Emits.content(ITEM_STARTED, CONTENT_DELTA);
        var asked = Emits.contentAndEnd(ITEM_STARTED, CONTENT_DELTA);
        var whole = Emits.content(ITEM_STARTED, ITEM_UPDATED, CONTENT_DELTA);
        book.map(Acp.UPDATE + "agent_message_chunk", TEXT, chunk, chunk(Speaker.AGENT))
                .also(MULTIMODAL)
                .map(Acp.UPDATE + "agent_thought_chunk", REASONING, chunk, chunk(Speaker.THOUGHT))
                .map(Acp.UPDATE + "user_message_chunk", DROPPED_TODAY, asked, chunk(Speaker.USER))
                .also(MULTIMODAL)
                .gap("a user's text of more than " + Segments.MAX_ECHO + " characters confirms no send")
                .map(Acp.UPDATE + "agent_message", TEXT, whole, whole(Speaker.AGENT))
                .also(MULTIMODAL)
                .map(Acp.UPDATE + "agent_thought", REASONING, whole, whole(Speaker.THOUGHT))
                .map(Acp.UPDATE + "user_message", DROPPED_TODAY, asked, whole(Speaker.USER))
                .also(MULTIMODAL)
                .send("session/prompt", AcpMessages::sent);
    }

    private static Rule.Mapping chunk(Speaker speaker) {
        return History.orNow((frame, out) -> {
            JsonNode content = frame.node("/params/update/content");
            String message = frame.optionalText("/params/update/messageId");
            if (AcpContent.textOf(content) instanceof String text && text.isEmpty()) {
                new Segments(out).endBefore(speaker, message, new Conversation(frame, out).now());
            } else {
                said(speaker, message, content, frame, out);
            }
        });
    }

    /** A whole message replaces what was told of it; without content it only says that the message is there. */
    private static Rule.Mapping whole(Speaker speaker) {
        return Version.onlyV2(History.orNow((frame, out) -> {
            String message = frame.text("/params/update/messageId");
            JsonNode content = frame.at("/params/update/content");
            Conversation conversation = new Conversation(frame, out);
            Segments segments = new Segments(out);
            Refs refs = refs(speaker, message, conversation, out);
            boolean history = new History(out).tells(refs);
            Refs open = segments.open(speaker, message, refs);
            if (open != null && speaker != Speaker.USER) {
                out.emit(open, null, new ItemUpdated(
                        ItemSnapshot.of(speaker.item()).text(AcpContent.text(content)).build()));
                return;
            }
            if (open == null) {
                segments.begin(speaker, message, history, refs);
            }
            for (JsonNode block : content) {
                block(speaker, block, history, refs, out);
            }
            if (speaker == Speaker.USER && !content.isEmpty() && !history) {
                segments.end(refs);
            }
        }));
    }

    private static void said(
            Speaker speaker, @Nullable String message, JsonNode content, FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(frame, out);
        Segments segments = new Segments(out);
        Refs refs = refs(speaker, message, conversation, out);
        String thread = Conversation.thread(frame, refs);
        boolean history = new History(out).tells(refs);
        boolean text = speaker == Speaker.USER || AcpContent.textOf(content) != null;
        if (text && !segments.continues(thread, speaker, message)) {
            segments.begin(speaker, message, history, refs);
        }
        segments.name(thread, message);
        block(speaker, content, history, refs, out);
    }

    private static void block(Speaker speaker, JsonNode block, boolean history, Refs refs, Emitter out) {
        String text = AcpContent.textOf(block);
        if (text != null) {
            new Segments(out).text(text, refs);
        } else {
            new Segments(out).attachment(AcpContent.attachment(block), speaker, history, refs);
        }
    }

    /**
     * A message of the user's begins the next turn of a history, and in version 2 the turn that it asks for when nobody
     * prompted for it here.
     */
    private static Refs refs(Speaker speaker, @Nullable String message, Conversation conversation, Emitter out) {
        Refs about = conversation.about();
        String thread = about.thread();
        if (speaker != Speaker.USER || thread == null || new Segments(out).continues(thread, speaker, message)) {
            return conversation.content();
        }
        if (new History(out).tells(about)) {
            if (thread.equals(about.session())) {
                new Turns(out).begin(about, null, true);
            }
            return conversation.content();
        }
        Refs refs = conversation.content();
        if (Version.of(out.scratch()) == Version.V2 && !new Turns(out).runs(thread)) {
            new Turns(out).begin(refs, null, false);
            return conversation.content();
        }
        return refs;
    }

    private static Send sent(FrameView frame) {
        JsonNode prompt = frame.array("/params/prompt");
        return new Send(
                frame.text("/params/sessionId"), AcpContent.text(prompt), AcpContent.attachments(prompt));
    }
}
