package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * What streamed and whole messages of the Anthropic Messages API have in common.
 *
 * @param number the response's place in the script, from 1
 * @param model the name that the request gave
 */
record MessageShape(int number, String model) {
    static final int OUTPUT_TOKENS = 40;

    /** A message without content that has not stopped yet. */
    ObjectNode message(ObjectNode metadata, JsonNode counts, int outputTokens) {
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
                .put("output_tokens", outputTokens)
                .put("service_tier", "standard");
        message.setAll(metadata);
        return message;
    }

    /** A use of a tool without its input; the id names the block's place. */
    ObjectNode toolUse(int index, String name) {
        ObjectNode block = object().put("type", "tool_use").put("id", "toolu_" + number + "_" + (index + 1));
        return block.put("name", name);
    }

    String signature(int index) {
        byte[] signature = ("scripted signature_" + number + "_" + (index + 1)).getBytes(StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(signature);
    }

    static ObjectNode error(String code, String message) {
        ObjectNode failure = object().put("type", "error");
        failure.putObject("error").put("type", code).put("message", message);
        return failure;
    }

    static String stopReason(boolean calls) {
        return calls ? "tool_use" : "end_turn";
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
