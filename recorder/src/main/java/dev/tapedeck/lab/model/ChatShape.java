package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * What streamed and whole chat completions have in common.
 *
 * @param number the response's place in the script, from 1
 * @param model the name that the request gave
 */
record ChatShape(int number, String model) {
    static final int REASONING_PIECES = 3;
    /** A fixed time, in seconds, so that every run sends the same. */
    private static final int CREATED = 1_767_225_600;

    ObjectNode response(String object) {
        return object()
                .put("id", "chatcmpl-" + number)
                .put("object", object)
                .put("created", CREATED)
                .put("model", model);
    }

    ObjectNode call(int index, String name, String arguments) {
        ObjectNode call = object().put("id", "call_" + number + "_" + (index + 1)).put("type", "function");
        call.putObject("function").put("name", name).put("arguments", arguments);
        return call;
    }

    static String finishReason(int calls) {
        return calls > 0 ? "tool_calls" : "stop";
    }

    static ObjectNode usage(JsonNode counts) {
        int input = counts.path("input").asInt(1200);
        int output = counts.path("output").asInt(40);
        ObjectNode usage = object()
                .put("prompt_tokens", input)
                .put("completion_tokens", output)
                .put("total_tokens", input + output);
        usage.putObject("prompt_tokens_details").put("cached_tokens", counts.path("cached").asInt(1000));
        usage.putObject("completion_tokens_details")
                .put("reasoning_tokens", counts.path("reasoning").asInt(12));
        return usage;
    }

    static ObjectNode error(String code, String message) {
        ObjectNode failure = object();
        failure.putObject("error").put("message", message).put("type", code).put("code", code);
        return failure;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
