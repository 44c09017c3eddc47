package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one scripted stream as the server-sent events of the Anthropic Messages API.
 *
 * <p>Ids are made of the response's and the block's place in the script, so that every run sends the same ones.
 */
final class MessageStream implements ModelStream {
    private static final int REASONING_PIECES = 3;

    private final EventSender events;
    private final int number;
    private final String model;
    private int index = -1;
    private boolean calls;
    private int outputTokens;

    /**
     * @param number the response's place in the script, from 1
     * @param model the name that the request gave
     */
    MessageStream(EventSender events, int number, String model) {
        this.events = events;
        this.number = number;
        this.model = model;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) throws IOException, InterruptedException {
        outputTokens = usage.path("output").asInt(40);
        ObjectNode message = object()
                .put("id", "msg_" + number)
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model);
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.putObject("usage")
                .put("input_tokens", usage.path("input").asInt(200))
                .put("cache_creation_input_tokens", usage.path("written").asInt(100))
                .put("cache_read_input_tokens", usage.path("cached").asInt(1000))
                .put("output_tokens", 1)
                .put("service_tier", "standard");
        message.setAll(metadata);
        events.send(event("message_start").<ObjectNode>set("message", message));
    }

    @Override
    public void beginText(@Nullable String phase) throws IOException, InterruptedException {
        begin(object().put("type", "text").put("text", ""));
    }

    @Override
    public void text(String piece) throws IOException, InterruptedException {
        delta("text_delta", "text", piece);
    }

    @Override
    public void endText() throws IOException, InterruptedException {
        end();
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) throws IOException, InterruptedException {
        for (String thought : content) {
            thinking(thought);
        }
    }

    private void thinking(String thought) throws IOException, InterruptedException {
        begin(object().put("type", "thinking").put("thinking", "").put("signature", ""));
        for (String cut : EventSender.cut(thought, REASONING_PIECES)) {
            delta("thinking_delta", "thinking", cut);
        }
        byte[] signature = ("scripted signature_" + number + "_" + (index + 1)).getBytes(StandardCharsets.UTF_8);
        delta("signature_delta", "signature", Base64.getEncoder().encodeToString(signature));
        end();
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments)
            throws IOException, InterruptedException {
        customCall(name, EventSender.cut(arguments));
    }

    @Override
    public void customCall(String name, List<String> pieces) throws IOException, InterruptedException {
        calls = true;
        // The id names the place of the block that begins now.
        ObjectNode block = object().put("type", "tool_use").put("id", "toolu_" + number + "_" + (index + 2));
        begin(block.put("name", name).<ObjectNode>set("input", object()));
        delta("input_json_delta", "partial_json", "");
        for (String piece : pieces) {
            delta("input_json_delta", "partial_json", piece);
        }
        end();
    }

    @Override
    public void item(JsonNode added, JsonNode done) throws IOException, InterruptedException {
        begin(added);
        end();
    }

    @Override
    public void event(JsonNode event) throws IOException, InterruptedException {
        events.send(event);
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        stop(calls ? "tool_use" : "end_turn");
    }

    @Override
    public void incomplete(String reason) throws IOException, InterruptedException {
        stop(reason);
    }

    private void stop(String reason) throws IOException, InterruptedException {
        ObjectNode delta = event("message_delta");
        delta.putObject("delta").put("stop_reason", reason).putNull("stop_sequence");
        delta.putObject("usage").put("output_tokens", outputTokens);
        events.send(delta);
        events.send(event("message_stop"));
    }

    @Override
    public void fail(String code, String message) throws IOException, InterruptedException {
        ObjectNode error = object().put("type", code).put("message", message);
        events.send(event("error").<ObjectNode>set("error", error));
    }

    private void begin(JsonNode block) throws IOException, InterruptedException {
        index++;
        events.send(event("content_block_start").put("index", index).<ObjectNode>set("content_block", block));
    }

    private void delta(String type, String member, String value) throws IOException, InterruptedException {
        ObjectNode delta = event("content_block_delta").put("index", index);
        delta.putObject("delta").put("type", type).put(member, value);
        events.send(delta);
    }

    private void end() throws IOException, InterruptedException {
        events.send(event("content_block_stop").put("index", index));
    }

    private static ObjectNode event(String type) {
        return object().put("type", type);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
