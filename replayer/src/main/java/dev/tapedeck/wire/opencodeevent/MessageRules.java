package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Messages as wholes, and the text that extends their parts. */
final class MessageRules {
    /** Messages whose writer is remembered; late parts still come behind the end of a turn. */
    private static final int REMEMBERED = 100;

    private static final String KEY = "messages";

    private MessageRules() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> completed = Set.of(EventType.ITEM_COMPLETED);
        book.discriminate("message.updated", "/info/role")
                .discriminate("message.part.delta", "/field")
                .map("message.updated:user", OTHER, completed, MessageRules::user)
                .also(MULTIMODAL, DROPPED_TODAY)
                .gap("a message's own summary of its changes is carried by raw only")
                .map("message.updated:assistant", TURN_END, completed, MessageRules::assistant)
                .also(MULTIMODAL, DROPPED_TODAY)
                .gap("a structured answer stands in the message and has no item; its tool call has")
                .map("message.part.delta:text", TEXT, CONTENT_DELTA, MessageRules::delta)
                .also(dev.tapedeck.rules.Concept.REASONING)
                .drop("message.removed", "the seed has no event for a message that is taken back")
                .drop("message.part.removed", "the seed has no event for a part that is taken back");
    }

    /** Who wrote a message. */
    enum Writer {
        USER("u"),
        MODEL("a"),
        /** The model, for the place of what a compaction left out. */
        SUMMARY("s");

        private final String word;

        Writer(String word) {
            this.word = word;
        }

    }

    /**
     * Who wrote a message.
     *
     * @param copied whether a fork has copied it, so that it tells again what its first session has told
     */
    record Author(Writer writer, boolean copied) {
        private static final String COPIED = "c";

        /** Whoever was told; null for a message that was never told. */
        static @Nullable Author of(String message, Scratch.Editor scratch) {
            JsonNode all = scratch.get(KEY);
            String told = all == null ? null : all.path(message).textValue();
            if (told == null) {
                return null;
            }
            Writer writer = told.startsWith(Writer.USER.word)
                    ? Writer.USER
                    : told.startsWith(Writer.SUMMARY.word) ? Writer.SUMMARY : Writer.MODEL;
            return new Author(writer, told.endsWith(COPIED));
        }

        /** Returns whether that is news. */
        boolean remember(String message, Scratch.Editor scratch) {
            String word = writer.word + (copied ? COPIED : "");
            JsonNode all = scratch.get(KEY);
            if (all != null && all.path(message).asText().equals(word)) {
                return false;
            }
            ObjectNode rest = SessionMemory.bounded(all, REMEMBERED);
            scratch.put(KEY, rest.put(message, word));
            return true;
        }
    }

    /** Takes note of who wrote the message that a frame is about; of a copy nothing else is to be told. */
    private static Author author(Writer writer, FrameView frame, Turns turns) {
        JsonNode created = frame.at("/info/time/created");
        Author author = new Author(writer, Past.isCopy(created, turns.memory));
        if (!author.copied()) {
            Past.happens(created, turns.memory);
        }
        return author;
    }

    private static void user(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        String message = frame.text("/info/id");
        Author author = author(Writer.USER, frame, turns);
        if (Past.isUntold(turns.memory) || author.remember(message, out.scratch())) {
            new Prompts(turns, out).complete();
        }
    }

    private static void assistant(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        boolean summary = frame.at("/info/summary").asBoolean();
        Author author = author(summary ? Writer.SUMMARY : Writer.MODEL, frame, turns);
        boolean news = author.remember(frame.text("/info/id"), out.scratch());
        new Prompts(turns, out).complete();
        if (author.copied()) {
            return;
        }
        JsonNode error = frame.at("/info/error");
        if (news && turns.running()) {
            turns.called();
        }
        if (error.isObject()) {
            turns.failed(error.path("name").asText(), Errors.message(error));
        }
        String finish = frame.optionalText("/info/finish");
        if (finish != null && turns.running()) {
            turns.finished(finish);
        }
    }

    private static void delta(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        String part = frame.text("/partID");
        String delta = frame.text("/delta");
        OpenParts parts = new OpenParts(out.scratch());
        ItemType type = parts.type(part);
        if (type == null) {
            parts.hold(part, turns.session(), delta);
        } else {
            append(type, part, delta, turns, out);
        }
    }

    /** Text that extends a part. */
    static void append(ItemType type, String part, String delta, Turns turns, Emitter out) {
        StreamKind stream = type == ItemType.REASONING ? StreamKind.REASONING_TEXT : StreamKind.ASSISTANT_TEXT;
        String item = type == ItemType.CONTEXT_COMPACTION ? compacting(turns, part) : part;
        @Nullable ItemType told = type == ItemType.CONTEXT_COMPACTION ? type : null;
        out.emit(turns.now().withItem(item), null, new ContentDelta(stream, delta, null, null, told));
    }

    /** The compaction that runs, which takes a summary's text; else the part itself. */
    static String compacting(Turns turns, String part) {
        JsonNode running = turns.memory.get("compacting");
        return running == null ? part : running.path(0).asText();
    }
}
