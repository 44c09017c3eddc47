package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.StreamKind.ASSISTANT_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_TEXT;
import static dev.tapedeck.canonical.StreamKind.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.COST;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.wire.pirpc.StreamedMessage.Block;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Messages: the user's, what the model tells block by block and then as a whole, and what others put there. */
final class PiMessages {
    private static final String UPDATE = "message_update:";
    private static final String EVENT = "/assistantMessageEvent";

    private PiMessages() {}

    static void rules(RuleBook.Builder book) {
        book.duplicate("message_start:user", "message_end:user")
                .map("message_end:user", DROPPED_TODAY, Conversation.and(ITEM_COMPLETED), PiMessages::user)
                .also(MULTIMODAL)
                .map("message_start:assistant", OTHER, Conversation.inTurn(), PiMessages::assistantStart)
                .duplicate(UPDATE + "start", "message_start:assistant")
                .map(UPDATE + "text_start", TEXT, Conversation.inTurn(ITEM_STARTED), PiMessages::textStart)
                .map(UPDATE + "text_delta", TEXT, Conversation.inTurn(CONTENT_DELTA), text(ASSISTANT_TEXT))
                .map(UPDATE + "text_end", TEXT, Conversation.inTurn(ITEM_UPDATED), PiMessages::textEnd)
                .map(UPDATE + "thinking_start", REASONING, Conversation.inTurn(ITEM_STARTED), PiMessages::textStart)
                .map(UPDATE + "thinking_delta", REASONING, Conversation.inTurn(CONTENT_DELTA), text(REASONING_TEXT))
                .map(UPDATE + "thinking_end", REASONING, Conversation.inTurn(ITEM_UPDATED), PiMessages::textEnd)
                .map(UPDATE + "toolcall_start", TOOL_CALL, Conversation.inTurn(ITEM_STARTED), PiMessages::callStart)
                .also(TOOL_STATE, MCP)
                .map(UPDATE + "toolcall_delta", Concept.TOOL_INPUT, CONTENT_DELTA, PiMessages::callDelta)
                .map(UPDATE + "toolcall_end", Concept.TOOL_INPUT, ITEM_UPDATED, PiMessages::callEnd)
                .also(TOOL_STATE, MCP)
                .duplicate(UPDATE + "done", "message_end:assistant")
                .duplicate(UPDATE + "error", "message_end:assistant")
                .map(
                        "message_end:assistant",
                        USAGE,
                        Conversation.inTurn(ITEM_STARTED, ITEM_COMPLETED, THREAD_TOKEN_USAGE_UPDATED, RUNTIME_WARNING),
                        PiMessages::assistantEnd)
                .also(COST, TEXT, REASONING, TOOL_CALL, TOOL_STATE, Concept.TOOL_INPUT, MCP)
                .gap("signatures of thoughts and the vendor's diagnostics are carried by raw only")
                .duplicate("message_start:toolResult", "tool_execution_end")
                .map(
                        "message_end:toolResult",
                        USAGE,
                        PiUsage.TOLD,
                        PiMessages::toolResult)
                .also(COST)
                .gap("the result itself is told by tool_execution_end")
                .duplicate("message_start:system", "message_end:system")
                .map("message_end:system", SESSION, Conversation.and(THREAD_METADATA_UPDATED), PiSession::offered)
                .gap("the vendor's instructions to the model are left out")
                .duplicate("message_start:bashExecution", "bash#result")
                .duplicate("message_end:bashExecution", "bash#result")
                .duplicate("message_start:compactionSummary", "compaction_end")
                .duplicate("message_end:compactionSummary", "compaction_end")
                .duplicate("message_start:custom", "message_end:custom")
                .map("message_end:custom", OTHER, RUNTIME_WARNING, PiMessages::custom)
                .gap("pictures of an extension's note are carried by raw only")
                .duplicate("message_start:branchSummary", "message_end:branchSummary")
                .map("message_end:branchSummary", OTHER, RUNTIME_WARNING, PiMessages::branchSummary)
                .send("prompt", PiMessages::sent)
                .send("steer", PiMessages::sent)
                .send("follow_up", PiMessages::sent);
    }

    /** A message that is told at once. */
    private static void user(FrameView frame, Emitter out) {
        JsonNode content = frame.node("/message/content");
        Refs refs = new Conversation(out).begun();
        new StreamedMessage(out).close();
        String item = "user:" + frame.message().seq();
        out.emit(refs.withItem(item), null, new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(PiContent.text(content))
                .attachments(PiContent.attachments(content))
                .data(Nodes.without(frame.node("/message"), "timestamp"))
                .completedAt(frame.time("/message/timestamp"))
                .build()));
    }

    /** What an extension put into the conversation is neither the user's word nor the model's. */
    private static void custom(FrameView frame, Emitter out) {
        JsonNode detail = Nodes.only(frame.node("/message"), "customType", "display", "details");
        out.emit(now(out), null, new RuntimeWarning(PiContent.text(frame.node("/message/content")), detail));
    }

    /** What is known of the branch that the client has left. */
    private static void branchSummary(FrameView frame, Emitter out) {
        out.emit(now(out), null, new RuntimeWarning(frame.text("/message/summary"), null));
    }

    private static void assistantStart(FrameView frame, Emitter out) {
        new Conversation(out).running();
        new StreamedMessage(out).begin(frame.node("/message"));
    }

    private static void textStart(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        StreamedMessage message = new StreamedMessage(out);
        message.ensure();
        int index = index(frame);
        boolean text = frame.text(EVENT + "/type").equals("text_start");
        String type = text ? StreamedMessage.TEXT : StreamedMessage.THINKING;
        Block block = new Block(type, message.item(index));
        message.open(index, block);
        out.emit(refs.withItem(block.item()), null, new ItemStarted(
                ItemSnapshot.of(itemType(type)).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static Rule.Mapping text(StreamKind kind) {
        return (frame, out) -> {
            String delta = frame.text(EVENT + "/delta");
            if (!delta.isEmpty()) {
                Refs refs = new Conversation(out).running();
                String type = kind == ASSISTANT_TEXT ? StreamedMessage.TEXT : StreamedMessage.THINKING;
                String item = opened(new StreamedMessage(out), index(frame), type);
                out.emit(refs.withItem(item), null, new ContentDelta(kind, delta, null, null));
            }
        };
    }

    private static void textEnd(FrameView frame, Emitter out) {
        boolean text = frame.text(EVENT + "/type").equals("text_end");
        ItemType type = text ? ItemType.ASSISTANT_MESSAGE : ItemType.REASONING;
        Refs refs = new Conversation(out).running();
        String block = text ? StreamedMessage.TEXT : StreamedMessage.THINKING;
        String item = opened(new StreamedMessage(out), index(frame), block);
        out.emit(refs.withItem(item), null, new ItemUpdated(
                ItemSnapshot.of(type).text(frame.text(EVENT + "/content")).build()));
    }

    /** Before 1.0 the call stands in the message so far. */
    private static void callStart(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        int index = index(frame);
        boolean lean = frame.has(EVENT + "/id");
        String call = EVENT + "/partial/content/" + index;
        String id = frame.text(lean ? EVENT + "/id" : call + "/id");
        String name = frame.text(lean ? EVENT + "/toolName" : call + "/name");
        new StreamedMessage(out).open(index, new Block(StreamedMessage.TOOL_CALL, id));
        PiTools.called(id, name, null, refs, out);
    }

    private static void callDelta(FrameView frame, Emitter out) {
        String delta = frame.text(EVENT + "/delta");
        OpenTools tools = new OpenTools(out.scratch());
        Block block = new StreamedMessage(out).block(index(frame));
        String item = block == null ? tools.lastCalled() : block.item();
        if (delta.isEmpty() || item == null) {
            return;
        }
        OpenTools.Call call = tools.get(item);
        ItemType type = call == null ? null : call.tool().itemType();
        out.emit(now(out).withItem(item), null, new ContentDelta(TOOL_INPUT, delta, null, null, type));
    }

    private static void callEnd(FrameView frame, Emitter out) {
        PiTool tool = PiTool.named(frame.text(EVENT + "/toolCall/name"));
        out.emit(now(out).withItem(frame.text(EVENT + "/toolCall/id")), null, new ItemUpdated(
                tool.item(frame.node(EVENT + "/toolCall/arguments")).build()));
    }

    /** The whole message: every block of it is over but tool calls, which wait for their execution. */
    private static void assistantEnd(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        StreamedMessage message = new StreamedMessage(out);
        Map<String, Block> streamed = new LinkedHashMap<>(message.blocks());
        String stop = frame.optionalText("/message/stopReason");
        String error = frame.optionalText("/message/errorMessage");
        JsonNode content = frame.array("/message/content");
        Ended ended = new Ended(PiTurns.broken(stop) ? ItemStatus.FAILED : ItemStatus.COMPLETED, stop, frame, out);
        for (int index = 0; index < content.size(); index++) {
            Block known = streamed.remove(Integer.toString(index));
            boolean call = content.get(index).path("type").asText().equals(StreamedMessage.TOOL_CALL);
            String item = known != null ? known.item() : call ? "" : message.item(index);
            ended.block(content.get(index), item, refs);
        }
        message.close();
        for (Block lost : streamed.values()) {
            ended.complete(ItemSnapshot.of(itemType(lost.type())), lost.item(), refs);
        }
        PiTurns.outcome(stop, error, out);
        PiUsage.message(frame.optionalNode("/message/usage"), refs, out);
    }

    /** How a message of the model's ended, and with it its blocks. */
    private record Ended(ItemStatus status, @Nullable String stop, FrameView frame, Emitter out) {

        void block(JsonNode block, String item, Refs refs) {
            String type = block.path("type").asText();
            switch (type) {
                case StreamedMessage.TEXT ->
                    complete(ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                            .text(block.path("text").asText())
                            .data(block), item, refs);
                case StreamedMessage.THINKING ->
                    complete(ItemSnapshot.of(ItemType.REASONING)
                            .text(block.path("thinking").asText())
                            .redacted(block.path("redacted").asBoolean() ? true : null)
                            .data(block), item, refs);
                case StreamedMessage.TOOL_CALL -> call(block, refs);
                default -> out.unmapped("message_end:assistant:" + type, block);
            }
        }

        /** A call in a message that broke off is never executed. */
        private void call(JsonNode block, Refs refs) {
            String id = PiTools.text(block, "id");
            String name = PiTools.text(block, "name");
            PiTools.called(id, name, block.path("arguments"), refs, out);
            if (status == ItemStatus.FAILED) {
                new OpenTools(out.scratch()).end(id);
                complete(PiTool.named(name).item(block.path("arguments")), id, refs);
            }
        }

        void complete(ItemSnapshot.Builder item, String id, Refs refs) {
            out.emit(refs.withItem(id), null, new ItemCompleted(item.status(status)
                    .detail(status == ItemStatus.FAILED ? stop : null)
                    .completedAt(null)
                    .build()));
        }
    }

    /** Models that a tool asked by itself cost too. */
    private static void toolResult(FrameView frame, Emitter out) {
        PiUsage.aside(frame.optionalNode("/message/usage"), now(out), out);
    }

    private static Send sent(FrameView frame) {
        JsonNode images = frame.optionalNode("/images");
        return new Send(
                null,
                frame.text("/message"),
                Objects.requireNonNullElse(images == null ? null : PiContent.attachments(images), List.of()));
    }

    private static Refs now(Emitter out) {
        return new Conversation(out).now();
    }

    /** Item of a block, which begins where its start was lost. */
    private static String opened(StreamedMessage message, int index, String type) {
        Block known = message.block(index);
        if (known != null) {
            return known.item();
        }
        message.ensure();
        Block block = new Block(type, message.item(index));
        message.open(index, block);
        return block.item();
    }

    private static int index(FrameView frame) {
        Integer index = frame.optionalInt(EVENT + "/contentIndex");
        if (index == null) {
            throw FrameView.fault(EVENT + "/contentIndex", "the number of a block", frame.at(EVENT + "/contentIndex"));
        }
        return index;
    }

    private static ItemType itemType(String block) {
        return switch (block) {
            case StreamedMessage.TEXT -> ItemType.ASSISTANT_MESSAGE;
            case StreamedMessage.THINKING -> ItemType.REASONING;
            default -> ItemType.DYNAMIC_TOOL_CALL;
        };
    }
}
