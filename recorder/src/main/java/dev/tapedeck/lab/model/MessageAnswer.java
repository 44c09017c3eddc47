package dev.tapedeck.lab.model;

import static dev.tapedeck.lab.model.MessageShape.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Gathers one scripted stream into a whole message of the Messages API, for a client that wants no stream. */
final class MessageAnswer implements ModelStream {
    private final AnswerSender sender;
    private final MessageShape shape;
    private final ArrayNode blocks = JsonNodeFactory.instance.arrayNode();
    private final StringBuilder text = new StringBuilder();
    private ObjectNode message = object();
    private boolean calls;

    MessageAnswer(AnswerSender sender, MessageShape shape) {
        this.sender = sender;
        this.shape = shape;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) {
        message = shape.message(metadata, usage, usage.path("output").asInt(MessageShape.OUTPUT_TOKENS));
    }

    @Override
    public void beginText(@Nullable String phase) {
        text.setLength(0);
    }

    @Override
    public void text(String piece) {
        text.append(piece);
    }

    @Override
    public void endText() {
        blocks.add(object().put("type", "text").put("text", text.toString()));
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) {
        for (String thought : content) {
            blocks.add(object()
                    .put("type", "thinking")
                    .put("thinking", thought)
                    .put("signature", shape.signature(blocks.size())));
        }
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments) throws IOException {
        calls = true;
        JsonNode input = arguments.isTextual()
                ? Json.read(arguments.textValue().getBytes(StandardCharsets.UTF_8))
                : arguments;
        blocks.add(shape.toolUse(blocks.size(), name).<ObjectNode>set("input", input));
    }

    @Override
    public void customCall(String name, List<String> pieces) throws IOException {
        call(name, null, JsonNodeFactory.instance.textNode(String.join("", pieces)));
    }

    @Override
    public void item(JsonNode added, JsonNode done) {
        blocks.add(done);
    }

    @Override
    public void event(JsonNode event) {
        // An event belongs to a stream.
    }

    @Override
    public void complete() throws IOException {
        incomplete(MessageShape.stopReason(calls));
    }

    @Override
    public void incomplete(String reason) throws IOException {
        message.set("content", blocks);
        sender.send(200, message.put("stop_reason", reason));
    }

    @Override
    public void fail(String code, String words) throws IOException {
        sender.send(500, MessageShape.error(code, words));
    }
}
