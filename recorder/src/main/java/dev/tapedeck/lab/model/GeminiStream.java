package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes one scripted answer as Gemini's content parts: each part an event of its own, or all of them in one answer.
 *
 * <p>A call comes whole, with an object as its arguments; an argument text that is not an object is put into one.
 */
final class GeminiStream implements ModelStream {
    private static final int REASONING_PIECES = 3;
    private static final int FAILED = 500;

    private final @Nullable EventSender events;
    private final AnswerSender answers;
    private final int number;
    private final String model;
    private final ArrayNode gathered = JsonNodeFactory.instance.arrayNode();
    private ObjectNode metadata = object();
    private JsonNode counts = object();
    private int calls;

    /**
     * @param events takes the parts of a stream; absent for one whole answer
     * @param answers takes a whole answer
     * @param number the response's place in the script, from 1
     * @param model the name in the request's path
     */
    GeminiStream(@Nullable EventSender events, AnswerSender answers, int number, String model) {
        this.events = events;
        this.answers = answers;
        this.number = number;
        this.model = model;
    }

    @Override
    public void begin(ObjectNode metadata, JsonNode usage) {
        this.metadata = metadata;
        counts = usage;
    }

    @Override
    public void beginText(@Nullable String phase) {
        // Parts of text need no announcement.
    }

    @Override
    public void text(String piece) throws IOException, InterruptedException {
        part(object().put("text", piece));
    }

    @Override
    public void endText() {
        // Nor do they have an end.
    }

    @Override
    public void reasoning(List<String> summary, List<String> content) throws IOException, InterruptedException {
        for (String thought : content) {
            for (String piece : EventSender.cut(thought, REASONING_PIECES)) {
                part(object().put("text", piece).put("thought", true));
            }
        }
    }

    @Override
    public void call(String name, @Nullable String namespace, JsonNode arguments)
            throws IOException, InterruptedException {
        ObjectNode part = object();
        part.putObject("functionCall")
                .put("id", "call_" + number + "_" + ++calls)
                .put("name", name)
                .set("args", arguments.isObject() ? arguments : object().set("input", arguments));
        part(part);
    }

    @Override
    public void customCall(String name, List<String> pieces) throws IOException, InterruptedException {
        call(name, null, object().put("input", String.join("", pieces)));
    }

    /** Any part, as it stands. */
    @Override
    public void item(JsonNode added, JsonNode done) throws IOException, InterruptedException {
        part(done);
    }

    @Override
    public void event(JsonNode event) throws IOException, InterruptedException {
        if (events != null) {
            events.data(event);
        }
    }

    @Override
    public void complete() throws IOException, InterruptedException {
        incomplete("STOP");
    }

    @Override
    public void incomplete(String reason) throws IOException, InterruptedException {
        ObjectNode last = response(gathered, reason);
        if (events == null) {
            answers.send(200, last);
        } else {
            events.data(last);
        }
    }

    @Override
    public void fail(String code, String message) throws IOException, InterruptedException {
        ObjectNode failure = object();
        failure.putObject("error").put("code", FAILED).put("message", message).put("status", code);
        if (events == null) {
            answers.send(FAILED, failure);
        } else {
            events.data(failure);
        }
    }

    private void part(JsonNode part) throws IOException, InterruptedException {
        if (events == null) {
            gathered.add(part);
        } else {
            events.data(response(JsonNodeFactory.instance.arrayNode().add(part), null));
        }
    }

    private ObjectNode response(ArrayNode parts, @Nullable String finished) {
        ObjectNode response = object();
        ObjectNode candidate = response.putArray("candidates").addObject();
        candidate.putObject("content").put("role", "model").set("parts", parts);
        if (finished != null) {
            candidate.put("finishReason", finished);
        }
        candidate.put("index", 0);
        response.set("usageMetadata", usage());
        response.put("modelVersion", model).put("responseId", "response_" + number);
        response.setAll(metadata);
        metadata = object();
        return response;
    }

    private ObjectNode usage() {
        int input = counts.path("input").asInt(1200);
        int output = counts.path("output").asInt(40);
        int reasoning = counts.path("reasoning").asInt(12);
        return object()
                .put("promptTokenCount", input)
                .put("cachedContentTokenCount", counts.path("cached").asInt(1000))
                .put("candidatesTokenCount", output)
                .put("thoughtsTokenCount", reasoning)
                .put("totalTokenCount", input + output + reasoning);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
