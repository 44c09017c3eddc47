package dev.tapedeck.lab.model;

import static dev.tapedeck.lab.model.MessageShape.object;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
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
    private final MessageShape shape;
    private int index = -1;
    private boolean calls;
    private int outputTokens;

    MessageStream(EventSender events, MessageShape shape) {
        this.events = events;
        this.shape = shape;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) throws IOException, InterruptedException {
        outputTokens = usage.path("output").asInt(MessageShape.OUTPUT_TOKENS);
        events.send(event("message_start").<ObjectNode>set("message", shape.message(metadata, usage, 1)));
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
        delta("signature_delta", "signature", shape.signature(index));
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
        begin(shape.toolUse(index + 1, name).<ObjectNode>set("input", object()));
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

    /** Any event; blocks that the script itself begins are counted, so that later ones come behind them. */
    @Override
    public void event(JsonNode event) throws IOException, InterruptedException {
        if (event.path("type").asText().equals("content_block_start")) {
            index = event.path("index").asInt(index + 1);
        }
        events.send(event);
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        stop(MessageShape.stopReason(calls));
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
        events.send(MessageShape.error(code, message));
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
}
