package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one scripted stream as the server-sent events of the OpenAI Responses API.
 *
 * <p>Ids are made of the response's and the part's place in the script, so that every run sends the same ones.
 */
final class ResponseStream implements ModelStream {
    private static final int ARGUMENT_PIECES = 3;
    private static final int REASONING_PIECES = 3;

    private final EventSender events;
    private final int number;
    private final StringBuilder text = new StringBuilder();
    private ObjectNode message = object();
    private JsonNode counts = object();
    private int index = -1;

    /**
     * @param number the response's place in the script, from 1
     */
    ResponseStream(EventSender events, int number) {
        this.events = events;
        this.number = number;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) throws IOException, InterruptedException {
        counts = usage;
        ObjectNode created = response("in_progress");
        created.putArray("output");
        created.setAll(metadata);
        sendResponse("response.created", created);
    }

    @Override
    public void beginText(@Nullable String phase) throws IOException, InterruptedException {
        index++;
        message = object().put("type", "message").put("id", id("msg")).put("role", "assistant");
        text.setLength(0);
        if (phase != null) {
            message.put("phase", phase);
        }
        ObjectNode added = message.deepCopy().put("status", "in_progress");
        added.putArray("content");
        item("response.output_item.added", added);
        events.send(part("response.content_part.added").<ObjectNode>set("part", outputText("")));
    }

    @Override
    public void text(String piece) throws IOException, InterruptedException {
        text.append(piece);
        events.send(part("response.output_text.delta").put("delta", piece));
    }

    @Override
    public void endText() throws IOException, InterruptedException {
        events.send(part("response.output_text.done").put("text", text.toString()));
        message.put("status", "completed").putArray("content").add(outputText(text.toString()));
        item("response.output_item.done", message);
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) throws IOException, InterruptedException {
        index++;
        String id = id("rs");
        ObjectNode added = object().put("type", "reasoning").put("id", id);
        added.putArray("summary");
        item("response.output_item.added", added.putNull("content").putNull("encrypted_content"));
        ObjectNode done = object().put("type", "reasoning").put("id", id);
        summary(id, summary, done.putArray("summary"));
        if (content.isEmpty()) {
            done.putNull("content");
        } else {
            content(id, content, done.putArray("content"));
        }
        item("response.output_item.done", done.put("encrypted_content", "c2VhbGVk"));
    }

    private void summary(String id, List<String> summary, ArrayNode done) throws IOException, InterruptedException {
        for (int i = 0; i < summary.size(); i++) {
            String words = summary.get(i);
            ObjectNode empty = object().put("type", "summary_text").put("text", "");
            events.send(summary("response.reasoning_summary_part.added", id, i).<ObjectNode>set("part", empty));
            for (String piece : EventSender.cut(words, REASONING_PIECES)) {
                events.send(summary("response.reasoning_summary_text.delta", id, i).put("delta", piece));
            }
            events.send(summary("response.reasoning_summary_text.done", id, i).put("text", words));
            done.addObject().put("type", "summary_text").put("text", words);
        }
    }

    private void content(String id, List<String> content, ArrayNode done) throws IOException, InterruptedException {
        for (int i = 0; i < content.size(); i++) {
            for (String piece : EventSender.cut(content.get(i), REASONING_PIECES)) {
                events.send(itemEvent("response.reasoning_text.delta", id)
                        .put("content_index", i)
                        .put("delta", piece));
            }
            done.addObject().put("type", "reasoning_text").put("text", content.get(i));
        }
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments)
            throws IOException, InterruptedException {
        index++;
        String id = id("fc");
        String whole = arguments.isTextual() ? arguments.textValue() : Json.write(arguments);
        ObjectNode item = object()
                .put("type", "function_call")
                .put("id", id)
                .put("call_id", id("call"))
                .put("name", name);
        if (namespace != null) {
            item.put("namespace", namespace);
        }
        item("response.output_item.added", item.deepCopy().put("arguments", "").put("status", "in_progress"));
        for (String piece : EventSender.cut(whole, ARGUMENT_PIECES)) {
            events.send(itemEvent("response.function_call_arguments.delta", id).put("delta", piece));
        }
        events.send(itemEvent("response.function_call_arguments.done", id).put("arguments", whole));
        item("response.output_item.done", item.put("arguments", whole).put("status", "completed"));
    }

    @Override
    public void customCall(String name, List<String> pieces) throws IOException, InterruptedException {
        index++;
        String id = id("ctc");
        String input = String.join("", pieces);
        ObjectNode item = object()
                .put("type", "custom_tool_call")
                .put("id", id)
                .put("call_id", id("call"))
                .put("name", name);
        item("response.output_item.added", item.deepCopy().put("input", "").put("status", "in_progress"));
        for (String piece : pieces) {
            events.send(itemEvent("response.custom_tool_call_input.delta", id)
                    .put("call_id", id("call"))
                    .put("delta", piece));
        }
        events.send(itemEvent("response.custom_tool_call_input.done", id).put("input", input));
        item("response.output_item.done", item.put("input", input).put("status", "completed"));
    }

    @Override
    public void item(JsonNode added, JsonNode done) throws IOException, InterruptedException {
        index++;
        item("response.output_item.added", added);
        item("response.output_item.done", done);
    }

    @Override
    public void event(JsonNode event) throws IOException, InterruptedException {
        events.send(event);
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        ObjectNode response = response("completed");
        response.putArray("output");
        response.set("usage", usage());
        sendResponse("response.completed", response);
    }

    @Override
    public void incomplete(String reason) throws IOException, InterruptedException {
        ObjectNode response = response("incomplete");
        response.putObject("incomplete_details").put("reason", reason);
        sendResponse("response.incomplete", response);
    }

    @Override
    public void fail(String code, String message) throws IOException, InterruptedException {
        ObjectNode response = response("failed");
        response.putObject("error").put("code", code).put("message", message);
        sendResponse("response.failed", response.putNull("usage"));
    }

    private JsonNode usage() {
        int input = counts.path("input").asInt(1200);
        int output = counts.path("output").asInt(40);
        ObjectNode usage = object().put("input_tokens", input);
        usage.putObject("input_tokens_details").put("cached_tokens", counts.path("cached").asInt(1000));
        usage.put("output_tokens", output);
        usage.putObject("output_tokens_details").put("reasoning_tokens", counts.path("reasoning").asInt(12));
        return usage.put("total_tokens", input + output);
    }

    private void item(String type, JsonNode item) throws IOException, InterruptedException {
        events.send(event(type).put("output_index", index).<ObjectNode>set("item", item));
    }

    private ObjectNode itemEvent(String type, String id) {
        return event(type).put("item_id", id).put("output_index", index);
    }

    private ObjectNode part(String type) {
        return itemEvent(type, id("msg")).put("content_index", 0);
    }

    private ObjectNode summary(String type, String id, int summaryIndex) {
        return itemEvent(type, id).put("summary_index", summaryIndex);
    }

    private static ObjectNode outputText(String text) {
        ObjectNode part = object().put("type", "output_text").put("text", text);
        part.putArray("annotations");
        return part;
    }

    private ObjectNode response(String status) {
        return object().put("id", "resp_" + number).put("object", "response").put("status", status);
    }

    private void sendResponse(String type, ObjectNode response) throws IOException, InterruptedException {
        events.send(event(type).<ObjectNode>set("response", response));
    }

    private String id(String prefix) {
        return prefix + "_" + number + "_" + (index + 1);
    }

    private static ObjectNode event(String type) {
        return object().put("type", type);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
