package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.HashMap;
import java.util.Map;

/**
 * A conversation's messages, as the client asks for them after it was opened: of the time before, so history. Once a
 * turn has run here they are a second view of what was told. An item is {@code history/MESSAGE/BLOCK} by its place, a
 * tool's the id of its call; they belong to no turn.
 */
final class PiHistory {
    private final Refs refs;
    private final Emitter out;
    private final Map<String, JsonNode> results = new HashMap<>();

    private PiHistory(Refs refs, JsonNode messages, Emitter out) {
        this.refs = refs;
        this.out = out;
        for (JsonNode message : messages) {
            if (message.path("role").asText().equals("toolResult")) {
                results.put(message.path("toolCallId").asText(), message);
            }
        }
    }

    static void rules(RuleBook.Builder book) {
        book.map("get_messages#result", SESSION, Conversation.and(ITEM_COMPLETED), PiHistory::told)
                .also(DROPPED_TODAY, TEXT, REASONING, TOOL_CALL, TOOL_INPUT, TOOL_STATE, TOOL_OUTPUT)
                .gap("turns and what they used are not told again");
    }

    private static void told(FrameView frame, Emitter out) {
        Conversation conversation = new Conversation(out);
        JsonNode messages = frame.array("/data/messages");
        if (conversation.hasTurns() || messages.isEmpty()) {
            return;
        }
        PiHistory history = new PiHistory(conversation.begun(), messages, out.asHistory());
        for (int i = 0; i < messages.size(); i++) {
            history.message(messages.get(i), "history/" + i);
        }
    }

    /** What the program tells the model of itself and of what was compacted is no part of the conversation. */
    private void message(JsonNode message, String item) {
        JsonNode content = message.path("content");
        switch (message.path("role").asText()) {
            case "user" -> complete(item, message, ItemSnapshot.of(ItemType.USER_MESSAGE)
                    .text(PiContent.text(content))
                    .attachments(PiContent.attachments(content)), ItemStatus.COMPLETED);
            case "assistant" -> {
                String stop = message.path("stopReason").textValue();
                ItemStatus status = PiTurns.broken(stop) ? ItemStatus.FAILED : ItemStatus.COMPLETED;
                for (int i = 0; i < content.size(); i++) {
                    block(content.get(i), message, item + "/" + i, status);
                }
            }
            default -> {}
        }
    }

    private void block(JsonNode block, JsonNode message, String item, ItemStatus status) {
        switch (block.path("type").asText()) {
            case StreamedMessage.TEXT -> complete(item, message, ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                    .text(block.path("text").asText()), status);
            case StreamedMessage.THINKING -> complete(item, message, ItemSnapshot.of(ItemType.REASONING)
                    .text(block.path("thinking").asText())
                    .redacted(block.path("redacted").asBoolean() ? true : null), status);
            case StreamedMessage.TOOL_CALL -> call(block, message);
            default -> out.unmapped("get_messages#result:" + block.path("type").asText(), block);
        }
    }

    /** A call without a result was never executed. */
    private void call(JsonNode block, JsonNode message) {
        String id = PiTools.text(block, "id");
        JsonNode result = results.get(id);
        boolean good = result != null && !result.path("isError").asBoolean();
        complete(
                id,
                message,
                PiTool.named(PiTools.text(block, "name"))
                        .item(block.path("arguments"))
                        .text(result == null ? null : PiContent.text(result.path("content")))
                        .attachments(result == null ? null : PiContent.attachments(result.path("content"))),
                good ? ItemStatus.COMPLETED : ItemStatus.FAILED);
    }

    private void complete(String item, JsonNode message, ItemSnapshot.Builder snapshot, ItemStatus status) {
        out.emit(
                refs.withItem(item),
                FrameView.timeOf(message.path("timestamp")),
                new ItemCompleted(snapshot.status(status).build()));
    }
}
