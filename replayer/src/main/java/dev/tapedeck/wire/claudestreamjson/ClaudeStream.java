package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.StreamKind.ASSISTANT_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_TEXT;
import static dev.tapedeck.canonical.StreamKind.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The model's answer as it is streamed: messages of blocks, blocks of deltas. */
final class ClaudeStream {
    private static final String START = "stream_event:content_block_start:";
    private static final String DELTA = "stream_event:content_block_delta:";

    private ClaudeStream() {}

    static void rules(RuleBook.Builder book) {
        book.map("stream_event:message_start", OTHER, Conversation.and(), ClaudeStream::messageStart);
        text(book, "text", TEXT, ItemType.ASSISTANT_MESSAGE, false);
        text(book, "thinking", REASONING, ItemType.REASONING, false);
        text(book, "redacted_thinking", REASONING, ItemType.REASONING, true);
        book.gap("the encrypted thought itself is carried by raw only");
        for (String type : ClaudeMessages.TOOL_USES) {
            book.map(START + type, TOOL_CALL, Conversation.and(ITEM_STARTED), ClaudeStream::toolStart)
                    .also(TOOL_STATE, MCP, DROPPED_TODAY);
        }
        for (String type : ClaudeMessages.TOOL_RESULTS) {
            book.duplicate(START + type, "assistant");
        }
        book.duplicate(START + "container_upload", "assistant").duplicate(START + "compaction", "assistant");
        delta(book, "text_delta", TEXT, ASSISTANT_TEXT, "/event/delta/text");
        delta(book, "thinking_delta", REASONING, REASONING_TEXT, "/event/delta/thinking");
        book.map(DELTA + "input_json_delta", Concept.TOOL_INPUT, CONTENT_DELTA, ClaudeStream::inputDelta)
                .drop(DELTA + "signature_delta", "proves a thought to the vendor; raw keeps it, nobody reads it")
                .duplicate(DELTA + "citations_delta", "assistant")
                .duplicate(DELTA + "compaction_delta", "assistant")
                .map("stream_event:content_block_stop", TEXT, ITEM_COMPLETED, ClaudeStream::blockStop)
                .also(REASONING)
                .gap("a tool's item stays open until its result")
                .map("stream_event:message_delta", USAGE, THREAD_TOKEN_USAGE_UPDATED, ClaudeUsage::messageDelta)
                .map("stream_event:message_stop", TEXT, ITEM_COMPLETED, ClaudeStream::messageStop)
                .also(REASONING)
                .drop("stream_event:ping", "keeps the stream alive")
                .map("stream_event:error", ERROR, RUNTIME_ERROR, ClaudeStream::error);
    }

    private static void text(RuleBook.Builder book, String type, Concept concept, ItemType item, boolean redacted) {
        book.map(START + type, concept, Conversation.and(ITEM_STARTED), (frame, out) -> {
            Refs refs = new Conversation(out).running();
            int index = index(frame);
            StreamedMessage message = message(frame, out, refs);
            String id = message.item(index);
            message.open(index, type, id);
            out.emit(refs.withItem(id), null, new ItemStarted(ItemSnapshot.of(item)
                    .status(ItemStatus.IN_PROGRESS)
                    .redacted(redacted ? true : null)
                    .build()));
        });
    }

    private static void delta(
            RuleBook.Builder book, String type, Concept concept, StreamKind kind, String pointer) {
        book.map(DELTA + type, concept, Conversation.and(CONTENT_DELTA), (frame, out) ->
                emit(kind, frame.text(pointer), null, frame, out));
    }

    private static void messageStart(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        String uuid = frame.optionalText("/uuid");
        if (message.hasSeen(uuid)) {
            return;
        }
        message.restart(frame.text("/event/message/id"));
        message.repeats(uuid);
        JsonNode usage = frame.optionalNode("/event/message/usage");
        if (usage != null) {
            message.usage(ClaudeUsage.input(usage));
        }
    }

    private static void toolStart(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        String id = frame.text("/event/content_block/id");
        JsonNode block = frame.node("/event/content_block");
        String name = ClaudeMessages.toolName(frame.text("/event/content_block/name"), block);
        message(frame, out, refs).open(index(frame), frame.text("/event/content_block/type"), id);
        new OpenTools(out.scratch()).start(id, name, Conversation.thread(frame, refs));
        out.emit(refs.withItem(id), null, new ItemStarted(
                ClaudeTool.named(name).item(null).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void inputDelta(FrameView frame, Emitter out) {
        String delta = frame.text("/event/delta/partial_json");
        Refs refs = new Conversation(out).now();
        StreamedMessage.Block block = message(frame, out, refs).block(index(frame));
        OpenTools.Use use = block == null ? null : new OpenTools(out.scratch()).get(block.item());
        if (use == null) {
            // Whose input it is was lost with the block's start; its snapshot tells the whole of it.
            return;
        }
        emit(TOOL_INPUT, delta, use.tool().itemType(), frame, out);
    }

    /** An empty delta says nothing; the first one of a tool's input always is empty. */
    private static void emit(
            StreamKind kind, String delta, @Nullable ItemType type, FrameView frame, Emitter out) {
        int index = index(frame);
        if (delta.isEmpty()) {
            return;
        }
        Refs refs = new Conversation(out).running();
        StreamedMessage message = message(frame, out, refs);
        StreamedMessage.Block block = message.block(index);
        String item = block == null ? message.item(index) : block.item();
        if (block == null) {
            message.open(index, kind == ASSISTANT_TEXT ? "text" : "thinking", item);
        }
        out.emit(refs.withItem(item), null, new ContentDelta(kind, delta, null, null, type));
    }

    /** A block is over once a snapshot told the whole of it; without one the end of its message says how it ended. */
    private static void blockStop(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).now();
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        StreamedMessage.Block block = message.block(index(frame));
        if (block == null || !block.seen()) {
            return;
        }
        message.close(block);
        complete(block, ItemStatus.COMPLETED, null, refs, out);
    }

    private static void messageStop(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).now();
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        Integer abandonedFrom = frame.optionalInt("/abandoned_blocks/from_block_index");
        for (StreamedMessage.Block block : message.openBlocks()) {
            boolean abandoned = !block.seen() && abandonedFrom != null && block.index() >= abandonedFrom;
            message.close(block);
            if (abandoned) {
                new OpenTools(out.scratch()).end(block.item());
                complete(block, ItemStatus.FAILED, "abandoned by the provider", refs, out);
            } else {
                complete(block, ItemStatus.COMPLETED, null, refs, out);
            }
        }
        message.end();
    }

    /** Blocks that a snapshot told in whole are over with their turn, though nobody said that their stream stopped. */
    static void endSeen(String thread, Refs refs, Emitter out) {
        StreamedMessage message = new StreamedMessage(out.scratch(), thread, refs);
        for (StreamedMessage.Block block : message.openBlocks()) {
            if (block.seen()) {
                message.close(block);
                complete(block, ItemStatus.COMPLETED, null, refs, out);
            }
        }
    }

    private static void complete(
            StreamedMessage.Block block, ItemStatus status, @Nullable String detail, Refs refs, Emitter out) {
        ItemType type =
                switch (block.type()) {
                    case "text" -> ItemType.ASSISTANT_MESSAGE;
                    case "thinking", "redacted_thinking" -> ItemType.REASONING;
                    default -> ItemType.DYNAMIC_TOOL_CALL;
                };
        if (type == ItemType.DYNAMIC_TOOL_CALL && status == ItemStatus.COMPLETED) {
            return;
        }
        out.emit(refs.withItem(block.item()), null, new ItemCompleted(
                ItemSnapshot.of(type).status(status).detail(detail).build()));
    }

    private static void error(FrameView frame, Emitter out) {
        out.emit(new Conversation(out).now(), null, new RuntimeError(
                Objects.requireNonNullElse(frame.optionalText("/event/error/message"), "the stream failed"),
                ErrorClass.PROVIDER_ERROR,
                frame.optionalNode("/event/error"),
                true));
    }

    private static int index(FrameView frame) {
        Integer index = frame.optionalInt("/event/index");
        if (index == null) {
            throw FrameView.fault("/event/index", "the number of a block", frame.at("/event/index"));
        }
        return index;
    }

    /** The message that a block belongs to; one whose beginning nobody has seen has no id at first. */
    private static StreamedMessage message(FrameView frame, Emitter out, Refs refs) {
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        String told = frame.optionalText("/api_message_id");
        if (told != null) {
            message.begin(told);
        } else if (!message.isBegun()) {
            message.beginUntold();
        }
        return message;
    }
}
