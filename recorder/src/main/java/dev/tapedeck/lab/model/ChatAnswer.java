package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers one scripted stream into a whole chat completion, for a client that does not want a stream. */
final class ChatAnswer implements ModelStream {
    private final AnswerSender sender;
    private final ChatShape shape;
    private final StringBuilder text = new StringBuilder();
    private final StringBuilder reasoning = new StringBuilder();
    private final ArrayNode calls = JsonNodeFactory.instance.arrayNode();
    private final ObjectNode more = JsonNodeFactory.instance.objectNode();
    private ObjectNode metadata = more;
    private JsonNode counts = more;

    ChatAnswer(AnswerSender sender, ChatShape shape) {
        this.sender = sender;
        this.shape = shape;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) {
        this.metadata = metadata;
        counts = usage;
    }

    @Override
    public void beginText(@Nullable String phase) {
        // Texts follow each other without a mark.
    }

    @Override
    public void text(String piece) {
        text.append(piece);
    }

    @Override
    public void endText() {
        // Nothing ends before the answer does.
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) {
        content.forEach(reasoning::append);
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments) {
        String whole = arguments.isTextual() ? arguments.textValue() : Json.write(arguments);
        customCall(name, List.of(whole));
    }

    @Override
    public void customCall(String name, List<String> pieces) {
        calls.add(shape.call(calls.size(), name, String.join("", pieces)));
    }

    /** Further members of the message. */
    @Override
    public void item(JsonNode added, JsonNode done) {
        more.setAll((ObjectNode) done);
    }

    @Override
    public void event(JsonNode event) {
        // An event belongs to a stream.
    }

    @Override
    public void complete() throws IOException {
        incomplete(ChatShape.finishReason(calls.size()));
    }

    @Override
    public void incomplete(String reason) throws IOException {
        ObjectNode message = JsonNodeFactory.instance.objectNode().put("role", "assistant");
        if (text.isEmpty() && !calls.isEmpty()) {
            message.putNull("content");
        } else {
            message.put("content", text.toString());
        }
        if (!reasoning.isEmpty()) {
            message.put("reasoning_content", reasoning.toString());
        }
        if (!calls.isEmpty()) {
            message.set("tool_calls", calls);
        }
        ObjectNode answer = shape.response("chat.completion");
        answer.putArray("choices")
                .addObject()
                .put("index", 0)
                .put("finish_reason", reason)
                .set("message", message.setAll(more));
        answer.set("usage", ChatShape.usage(counts));
        sender.send(200, answer.setAll(metadata));
    }

    @Override
    public void fail(String code, String message) throws IOException {
        sender.send(500, ChatShape.error(code, message));
    }
}
