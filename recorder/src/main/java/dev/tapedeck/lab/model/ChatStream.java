package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one scripted stream as the chunks of OpenAI chat completions, with the widespread {@code reasoning_content}.
 *
 * <p>The counts come in a chunk of their own when the request asks for them. Ids are made of the response's and the
 * call's place in the script.
 */
final class ChatStream implements ModelStream {
    private final EventSender events;
    private final ChatShape shape;
    private final boolean counted;
    private ObjectNode metadata = JsonNodeFactory.instance.objectNode();
    private JsonNode counts = metadata;
    private int calls;

    /**
     * @param counted whether the request asks for the counts
     */
    ChatStream(EventSender events, ChatShape shape, boolean counted) {
        this.events = events;
        this.shape = shape;
        this.counted = counted;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) throws IOException, InterruptedException {
        this.metadata = metadata;
        counts = usage;
        send(object().put("role", "assistant").put("content", ""));
        this.metadata = object();
    }

    @Override
    public void beginText(@Nullable String phase) {
        // Chunks of text need no announcement.
    }

    @Override
    public void text(String piece) throws IOException, InterruptedException {
        send(object().put("content", piece));
    }

    @Override
    public void endText() {
        // Nor do they have an end.
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) throws IOException, InterruptedException {
        for (String thought : content) {
            for (String piece : EventSender.cut(thought, ChatShape.REASONING_PIECES)) {
                send(object().put("reasoning_content", piece));
            }
        }
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments)
            throws IOException, InterruptedException {
        customCall(name, EventSender.cut(arguments));
    }

    @Override
    public void customCall(String name, List<String> pieces) throws IOException, InterruptedException {
        int index = calls++;
        sendCall(shape.call(index, name, "").put("index", index));
        for (String piece : pieces) {
            ObjectNode call = object().put("index", index);
            call.putObject("function").put("arguments", piece);
            sendCall(call);
        }
    }

    private void sendCall(ObjectNode call) throws IOException, InterruptedException {
        ObjectNode delta = object();
        delta.putArray("tool_calls").add(call);
        send(delta);
    }

    /** Any delta, as it stands. */
    @Override
    public void item(JsonNode added, JsonNode done) throws IOException, InterruptedException {
        send(done);
    }

    @Override
    public void event(JsonNode event) throws IOException, InterruptedException {
        events.data(event);
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        finish(ChatShape.finishReason(calls));
    }

    @Override
    public void incomplete(String reason) throws IOException, InterruptedException {
        finish(reason);
    }

    private void finish(String reason) throws IOException, InterruptedException {
        ObjectNode chunk = chunk();
        chunk.putArray("choices")
                .addObject()
                .put("index", 0)
                .put("finish_reason", reason)
                .putObject("delta");
        events.data(chunk);
        if (counted) {
            ObjectNode last = chunk();
            last.putArray("choices");
            events.data(last.<ObjectNode>set("usage", ChatShape.usage(counts)));
        }
        events.done();
    }

    @Override
    public void fail(String code, String message) throws IOException, InterruptedException {
        events.data(ChatShape.error(code, message));
    }

    private void send(JsonNode delta) throws IOException, InterruptedException {
        ObjectNode chunk = chunk();
        chunk.putArray("choices")
                .addObject()
                .put("index", 0)
                .putNull("finish_reason")
                .set("delta", delta);
        events.data(chunk.setAll(metadata));
    }

    private ObjectNode chunk() {
        return shape.response("chat.completion.chunk");
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
