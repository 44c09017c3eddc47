package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.model.ModelResponse.Close;
import dev.tapedeck.lab.model.Output.Piece;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Writes one scripted stream as the server-sent events of the OpenAI Responses API.
 *
 * <p>Ids are made of the response's and the part's place in the script, so that every run sends the same ones.
 */
final class ResponseStream implements ModelStream {
    private static final int ARGUMENT_PIECES = 3;

    private final EventSender events;
    private final Variables variables;
    private final Gates gates;
    private final int number;
    private int index = -1;

    /**
     * @param number the response's place in the script, from 1
     */
    ResponseStream(EventSender events, Variables variables, Gates gates, int number) {
        this.events = events;
        this.variables = variables;
        this.gates = gates;
        this.number = number;
    }

    @Override
    public void write(ModelResponse.Stream stream) throws IOException, InterruptedException, UnknownVariableException {
        ObjectNode created = response("in_progress");
        created.putArray("output");
        if (stream.metadata() != null) {
            created.setAll((ObjectNode) variables.fill(stream.metadata()));
        }
        sendResponse("response.created", created);
        boolean whole = true;
        for (Output output : stream.output()) {
            whole = whole && write(output);
        }
        close(stream);
    }

    private boolean write(Output output) throws IOException, InterruptedException, UnknownVariableException {
        return switch (output) {
            case Output.Message message -> message(message);
            case Output.Reasoning reasoning -> {
                index++;
                reasoning(reasoning);
                yield true;
            }
            case Output.FunctionCall call -> {
                index++;
                functionCall(call);
                yield true;
            }
            case Output.CustomCall call -> {
                index++;
                customCall(call);
                yield true;
            }
            case Output.Item item -> {
                index++;
                item("response.output_item.added", variables.fill(item.added()));
                item("response.output_item.done", variables.fill(item.done()));
                yield true;
            }
            case Output.Event event -> {
                send(variables.fill(event.event()));
                yield true;
            }
            case Output.Gate gate -> {
                gates.await(gate.name());
                yield true;
            }
            case Output.Pause pause -> {
                Thread.sleep(pause.millis());
                yield true;
            }
        };
    }

    private boolean message(Output.Message message)
            throws IOException, InterruptedException, UnknownVariableException {
        index++;
        String id = id("msg");
        ObjectNode item = object().put("type", "message").put("id", id).put("role", "assistant");
        if (message.phase() != null) {
            item.put("phase", message.phase());
        }
        ObjectNode added = item.deepCopy().put("status", "in_progress");
        added.putArray("content");
        item("response.output_item.added", added);
        send(part("response.content_part.added", id).<ObjectNode>set("part", outputText("")));
        StringBuilder text = new StringBuilder();
        for (Piece piece : message.pieces()) {
            switch (piece) {
                case Piece.Text words -> {
                    String filled = variables.fill(words.text());
                    text.append(filled);
                    for (String cut : EventSender.cut(filled, words.pieces())) {
                        send(part("response.output_text.delta", id).put("delta", cut));
                    }
                }
                case Piece.WaitForGate gate -> gates.await(gate.name());
                case Piece.Wait wait -> Thread.sleep(wait.millis());
                case Piece.Stop stop -> {
                    return false;
                }
            }
        }
        send(part("response.output_text.done", id).put("text", text.toString()));
        ObjectNode done = item.put("status", "completed");
        done.putArray("content").add(outputText(text.toString()));
        item("response.output_item.done", done);
        return true;
    }

    private void reasoning(Output.Reasoning reasoning)
            throws IOException, InterruptedException, UnknownVariableException {
        String id = id("rs");
        ObjectNode added = object().put("type", "reasoning").put("id", id);
        added.putArray("summary");
        item("response.output_item.added", added.putNull("content").putNull("encrypted_content"));
        ObjectNode done = object().put("type", "reasoning").put("id", id);
        var summaries = done.putArray("summary");
        for (int i = 0; i < reasoning.summary().size(); i++) {
            String text = variables.fill(reasoning.summary().get(i));
            ObjectNode empty = object().put("type", "summary_text").put("text", "");
            send(summary("response.reasoning_summary_part.added", id, i).<ObjectNode>set("part", empty));
            for (String piece : EventSender.cut(text, ARGUMENT_PIECES)) {
                send(summary("response.reasoning_summary_text.delta", id, i).put("delta", piece));
            }
            send(summary("response.reasoning_summary_text.done", id, i).put("text", text));
            summaries.addObject().put("type", "summary_text").put("text", text);
        }
        if (reasoning.content().isEmpty()) {
            done.putNull("content");
        } else {
            var contents = done.putArray("content");
            for (int i = 0; i < reasoning.content().size(); i++) {
                String text = variables.fill(reasoning.content().get(i));
                for (String piece : EventSender.cut(text, ARGUMENT_PIECES)) {
                    send(event("response.reasoning_text.delta")
                            .put("item_id", id)
                            .put("output_index", index)
                            .put("content_index", i)
                            .put("delta", piece));
                }
                contents.addObject().put("type", "reasoning_text").put("text", text);
            }
        }
        item("response.output_item.done", done.put("encrypted_content", "c2VhbGVk"));
    }

    private void functionCall(Output.FunctionCall call)
            throws IOException, InterruptedException, UnknownVariableException {
        String id = id("fc");
        JsonNode filled = variables.fill(call.arguments());
        String arguments = filled.isTextual() ? filled.textValue() : Json.write(filled);
        ObjectNode item = object()
                .put("type", "function_call")
                .put("id", id)
                .put("call_id", id("call"))
                .put("name", call.name());
        if (call.namespace() != null) {
            item.put("namespace", call.namespace());
        }
        item("response.output_item.added", item.deepCopy().put("arguments", "").put("status", "in_progress"));
        for (String piece : EventSender.cut(arguments, ARGUMENT_PIECES)) {
            send(itemEvent("response.function_call_arguments.delta", id).put("delta", piece));
        }
        send(itemEvent("response.function_call_arguments.done", id).put("arguments", arguments));
        item("response.output_item.done", item.put("arguments", arguments).put("status", "completed"));
    }

    private void customCall(Output.CustomCall call)
            throws IOException, InterruptedException, UnknownVariableException {
        String id = id("ctc");
        String input = variables.fill(call.input());
        ObjectNode item = object()
                .put("type", "custom_tool_call")
                .put("id", id)
                .put("call_id", id("call"))
                .put("name", call.name());
        item("response.output_item.added", item.deepCopy().put("input", "").put("status", "in_progress"));
        for (String piece : EventSender.cut(input, call.pieces())) {
            send(itemEvent("response.custom_tool_call_input.delta", id)
                    .put("call_id", id("call"))
                    .put("delta", piece));
        }
        send(itemEvent("response.custom_tool_call_input.done", id).put("input", input));
        item("response.output_item.done", item.put("input", input).put("status", "completed"));
    }

    private void close(ModelResponse.Stream stream)
            throws IOException, InterruptedException, UnknownVariableException {
        switch (stream.close()) {
            case Close.Completed completed -> {
                ObjectNode response = response("completed");
                response.putArray("output");
                response.set("usage", usage(stream.usage()));
                sendResponse("response.completed", response);
            }
            case Close.Failed failed -> {
                ObjectNode response = response("failed");
                response.putObject("error")
                        .put("code", failed.code())
                        .put("message", variables.fill(failed.message()));
                sendResponse("response.failed", response.putNull("usage"));
            }
            case Close.Incomplete incomplete -> {
                ObjectNode response = response("incomplete");
                response.putObject("incomplete_details").put("reason", incomplete.reason());
                sendResponse("response.incomplete", response);
            }
            case Close.Cut cut -> throw new CutException();
            case Close.Hang hang -> gates.awaitClose();
        }
    }

    private JsonNode usage(@Nullable JsonNode given) throws UnknownVariableException {
        JsonNode counts = given == null ? object() : variables.fill(given);
        int input = counts.path("input").asInt(1200);
        int output = counts.path("output").asInt(40);
        ObjectNode usage = object().put("input_tokens", input);
        usage.putObject("input_tokens_details").put("cached_tokens", counts.path("cached").asInt(1000));
        usage.put("output_tokens", output);
        usage.putObject("output_tokens_details").put("reasoning_tokens", counts.path("reasoning").asInt(12));
        return usage.put("total_tokens", input + output);
    }

    private void item(String type, JsonNode item) throws IOException, InterruptedException {
        send(event(type).put("output_index", index).<ObjectNode>set("item", item));
    }

    private ObjectNode itemEvent(String type, String id) {
        return event(type).put("item_id", id).put("output_index", index);
    }

    private ObjectNode part(String type, String id) {
        return itemEvent(type, id).put("content_index", 0);
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
        send(event(type).<ObjectNode>set("response", response));
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

    private void send(JsonNode event) throws IOException, InterruptedException {
        events.send(event);
    }
}
