package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.wire.opencodeevent.MessageRules.Author;
import dev.tapedeck.wire.opencodeevent.MessageRules.Writer;
import java.util.List;
import java.util.Set;

/** Parts of messages but tools: snapshots of the whole part, sent anew with every change beside its text. */
final class PartRules {
    private static final String PART = "message.part.updated:";

    private PartRules() {}

    static void rules(RuleBook.Builder book) {
        Set<EventType> streamed = Set.of(ITEM_STARTED, ITEM_UPDATED, ITEM_COMPLETED, CONTENT_DELTA);
        Set<EventType> prompt = Set.of(ITEM_STARTED, ITEM_UPDATED, ITEM_COMPLETED);
        book.discriminate("message.part.updated", "/part/type")
                .map(PART + "text", TEXT, streamed, live(PartRules::text))
                .also(COMPACTION, DROPPED_TODAY)
                .gap("what the provider itself puts beside a user's words (synthetic) is carried by raw only")
                .map(PART + "reasoning", REASONING, streamed, live(PartRules::reasoning))
                .map(PART + "file", MULTIMODAL, prompt, live(PartRules::file))
                .also(DROPPED_TODAY)
                .map(PART + "agent", MULTIMODAL, prompt, live(PartRules::prompt))
                .also(DROPPED_TODAY)
                .map(PART + "subtask", TEXT, prompt, live(PartRules::prompt))
                .also(DROPPED_TODAY)
                .map(PART + "compaction", COMPACTION, ITEM_STARTED, live(PartRules::compaction))
                .map(PART + "step-finish", USAGE, THREAD_TOKEN_USAGE_UPDATED, live(PartRules::stepFinish))
                .also(COST)
                .gap("why the step ended is told with the turn's end only for the last step")
                .drop(PART + "step-start", "the beginning of a model call; its message and its parts tell it")
                .drop(PART + "snapshot", "names a stored state of the workspace; no host state depends on it")
                .drop(PART + "patch", "names the files that a step changed; the tools' own items tell the changes")
                .duplicate(PART + "retry", "session.status:retry");
        ToolParts.rules(book);
    }

    /** Of a message that a fork has copied, the parts tell again what they told in its first session. */
    static Rule.Mapping live(Rule.Mapping mapping) {
        return (frame, out) -> {
            Author author = Author.of(frame.text("/part/messageID"), out.scratch());
            if (author != null && author.copied()) {
                copied(author, frame, out);
            } else {
                mapping.map(frame, out);
            }
        };
    }

    /**
     * Of a message that was not told, files, text without a time and what the provider writes for the user are the
     * user's, and other text within a compaction is its summary.
     */
    private static Writer writer(FrameView frame, Emitter out) {
        Author told = Author.of(frame.text("/part/messageID"), out.scratch());
        if (told != null) {
            return told.writer();
        }
        boolean users = frame.at("/part/type").asText().equals("file")
                || frame.at("/part/type").asText().equals("text")
                        && (!frame.has("/part/time") || frame.at("/part/synthetic").asBoolean());
        boolean compacting = new Turns(frame, out).memory.get("compacting") != null;
        return users ? Writer.USER : compacting ? Writer.SUMMARY : Writer.MODEL;
    }

    private static void copied(Author author, FrameView frame, Emitter out) {
        if (author.writer() == Writer.USER) {
            prompt(frame, out);
        } else {
            History.part(frame.node("/part"), author.writer(), true, out.asHistory());
        }
    }

    private static void text(FrameView frame, Emitter out) {
        switch (writer(frame, out)) {
            case USER -> prompt(frame, out);
            case MODEL -> streamed(ItemType.ASSISTANT_MESSAGE, frame, out);
            case SUMMARY -> streamed(ItemType.CONTEXT_COMPACTION, frame, out);
        }
    }

    private static void reasoning(FrameView frame, Emitter out) {
        streamed(ItemType.REASONING, frame, out);
    }

    /** Text of a part so far, or, once the part has an end, the whole of it. */
    private static void streamed(ItemType told, FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        OpenParts parts = new OpenParts(out.scratch());
        String part = frame.text("/part/id");
        String text = frame.text("/part/text");
        boolean ofCompaction = told == ItemType.CONTEXT_COMPACTION && turns.memory.get("compacting") != null;
        ItemType type = told == ItemType.CONTEXT_COMPACTION && !ofCompaction ? ItemType.ASSISTANT_MESSAGE : told;
        Refs refs = turns.now().withItem(ofCompaction ? MessageRules.compacting(turns, part) : part);
        ItemSnapshot.Builder item = ItemSnapshot.of(type);
        boolean ended = frame.at("/part/time/end").isNumber();
        if (ended) {
            parts.close(part);
            item.text(text).redacted(isWithheld(type, text, frame) ? true : null);
            out.emit(refs, null, ofCompaction ? new ItemUpdated(item.build()) : new ItemCompleted(item
                    .status(ItemStatus.COMPLETED)
                    .startedAt(frame.time("/part/time/start"))
                    .completedAt(frame.time("/part/time/end"))
                    .build()));
            return;
        }
        boolean first = parts.type(part) == null;
        String delta = frame.optionalText("/delta");
        if (!first && delta != null) {
            MessageRules.append(type, part, delta, turns, out);
            return;
        }
        if (!first || ofCompaction) {
            if (first) {
                parts.open(part, type, turns.session());
            }
            out.emit(refs, null, new ItemUpdated(item.text(text).build()));
            return;
        }
        String before = parts.open(part, type, turns.session());
        out.emit(refs, null, new ItemStarted(item.text(text)
                .status(ItemStatus.IN_PROGRESS)
                .startedAt(frame.time("/part/time/start"))
                .build()));
        if (text.isEmpty() && !before.isEmpty()) {
            MessageRules.append(type, part, before, turns, out);
        }
    }

    /** A thought that ends without a word, with something for the vendor's own eyes beside it. */
    private static boolean isWithheld(ItemType type, String text, FrameView frame) {
        return type == ItemType.REASONING && text.isEmpty() && !frame.at("/part/metadata").isEmpty();
    }

    private static void prompt(FrameView frame, Emitter out) {
        String message = frame.text("/part/messageID");
        Author author = Author.of(message, out.scratch());
        new Prompts(new Turns(frame, out), out).part(message, frame.node("/part"), author);
    }

    private static void file(FrameView frame, Emitter out) {
        if (writer(frame, out) == Writer.USER) {
            prompt(frame, out);
            return;
        }
        Attachment file = Prompts.attachment(frame.node("/part"));
        out.emit(new Turns(frame, out).now().withItem(frame.text("/part/id")), null, new ItemCompleted(
                ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                        .status(ItemStatus.COMPLETED)
                        .attachments(file == null ? null : List.of(file))
                        .build()));
    }

    private static void compaction(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        String part = frame.text("/part/id");
        String reason = frame.at("/part/auto").asBoolean() ? "auto" : "manual";
        turns.memory.put("compacting", EventJson.array().add(part).add(reason));
        out.emit(turns.next().withItem(part), null, new ItemStarted(
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void stepFinish(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        JsonNode tokens = frame.node("/part/tokens");
        if (turns.memory.number("n") == 0) {
            // A step outside of any turn is a copy whose message was not told.
            return;
        }
        StepUsage.step(frame.text("/part/id"), tokens, frame.at("/part/cost"), turns.memory, turns.now(), out);
    }
}
