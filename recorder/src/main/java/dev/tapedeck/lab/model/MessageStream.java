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
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Writes one scripted stream as the server-sent events of the Anthropic Messages API.
 *
 * <p>Ids are made of the response's and the block's place in the script, so that every run sends the same ones.
 */
final class MessageStream implements ModelStream {
    private static final int REASONING_PIECES = 3;
    private static final int ARGUMENT_PIECES = 3;

    private final EventSender events;
    private final Variables variables;
    private final Gates gates;
    private final int number;
    private final String model;
    private int index = -1;
    private boolean calls;

    /**
     * @param number the response's place in the script, from 1
     * @param model the name that the request gave
     */
    MessageStream(EventSender events, Variables variables, Gates gates, int number, String model) {
        this.events = events;
        this.variables = variables;
        this.gates = gates;
        this.number = number;
        this.model = model;
    }

    @Override
    public void write(ModelResponse.Stream stream) throws IOException, InterruptedException, UnknownVariableException {
        JsonNode counts = stream.usage() == null ? object() : variables.fill(stream.usage());
        ObjectNode message = object()
                .put("id", "msg_" + number)
                .put("type", "message")
                .put("role", "assistant")
                .put("model", model);
        message.putArray("content");
        message.putNull("stop_reason").putNull("stop_sequence");
        message.putObject("usage")
                .put("input_tokens", counts.path("input").asInt(200))
                .put("cache_creation_input_tokens", counts.path("written").asInt(100))
                .put("cache_read_input_tokens", counts.path("cached").asInt(1000))
                .put("output_tokens", 1)
                .put("service_tier", "standard");
        if (stream.metadata() != null) {
            message.setAll((ObjectNode) variables.fill(stream.metadata()));
        }
        events.send(event("message_start").<ObjectNode>set("message", message));
        boolean whole = true;
        for (Output output : stream.output()) {
            whole = whole && write(output);
        }
        close(stream.close(), counts);
    }

    private boolean write(Output output) throws IOException, InterruptedException, UnknownVariableException {
        switch (output) {
            case Output.Message message -> {
                return text(message);
            }
            case Output.Reasoning reasoning -> {
                for (String thought : reasoning.content()) {
                    thinking(variables.fill(thought));
                }
            }
            case Output.FunctionCall call -> {
                call(call.name(), pieces(variables.fill(call.arguments())));
            }
            case Output.CustomCall call ->
                call(call.name(), EventSender.cut(variables.fill(call.input()), call.pieces()));
            case Output.Item item -> {
                begin(variables.fill(item.added()));
                end();
            }
            case Output.Event event -> events.send(variables.fill(event.event()));
            case Output.Gate gate -> gates.await(gate.name());
            case Output.Pause pause -> Thread.sleep(pause.millis());
        }
        return true;
    }

    private boolean text(Output.Message message) throws IOException, InterruptedException, UnknownVariableException {
        begin(object().put("type", "text").put("text", ""));
        for (Piece piece : message.pieces()) {
            switch (piece) {
                case Piece.Text words -> {
                    for (String cut : EventSender.cut(variables.fill(words.text()), words.pieces())) {
                        delta("text_delta", "text", cut);
                    }
                }
                case Piece.WaitForGate gate -> gates.await(gate.name());
                case Piece.Wait wait -> Thread.sleep(wait.millis());
                case Piece.Stop stop -> {
                    return false;
                }
            }
        }
        end();
        return true;
    }

    private void thinking(String thought) throws IOException, InterruptedException {
        begin(object().put("type", "thinking").put("thinking", "").put("signature", ""));
        for (String cut : EventSender.cut(thought, REASONING_PIECES)) {
            delta("thinking_delta", "thinking", cut);
        }
        byte[] signature = ("scripted " + id("signature")).getBytes(StandardCharsets.UTF_8);
        delta("signature_delta", "signature", Base64.getEncoder().encodeToString(signature));
        end();
    }

    /** An object is sent member by member: a path of the run that two pieces share could not be found and replaced. */
    private static List<String> pieces(JsonNode arguments) {
        if (!arguments.isObject()) {
            String text = arguments.isTextual() ? arguments.textValue() : Json.write(arguments);
            return EventSender.cut(text, ARGUMENT_PIECES);
        }
        List<String> pieces = new ArrayList<>();
        for (Map.Entry<String, JsonNode> member : arguments.properties()) {
            String before = pieces.isEmpty() ? "{" : ",";
            pieces.add(before + Json.write(member.getKey()) + ":" + Json.write(member.getValue()));
        }
        pieces.add(pieces.isEmpty() ? "{}" : "}");
        return pieces;
    }

    private void call(String name, List<String> pieces) throws IOException, InterruptedException {
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

    private void close(Close close, JsonNode counts)
            throws IOException, InterruptedException, UnknownVariableException {
        switch (close) {
            case Close.Completed completed -> stop(calls ? "tool_use" : "end_turn", counts);
            case Close.Incomplete incomplete -> stop(incomplete.reason(), counts);
            case Close.Failed failed -> {
                ObjectNode error = object()
                        .put("type", failed.code())
                        .put("message", variables.fill(failed.message()));
                events.send(event("error").<ObjectNode>set("error", error));
            }
            case Close.Cut cut -> throw new CutException();
            case Close.Hang hang -> gates.awaitClose();
        }
    }

    private void stop(String reason, JsonNode counts) throws IOException, InterruptedException {
        ObjectNode delta = event("message_delta");
        delta.putObject("delta").put("stop_reason", reason).putNull("stop_sequence");
        delta.putObject("usage").put("output_tokens", counts.path("output").asInt(40));
        events.send(delta);
        events.send(event("message_stop"));
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
