package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Which API a request speaks; its path tells. */
enum ModelApi {
    /** OpenAI Responses: {@code …/responses}, the conversation in {@code input}. */
    RESPONSES("/responses", "input", null),
    /** OpenAI chat completions: {@code …/chat/completions}, the conversation in {@code messages}. */
    CHAT("/chat/completions", "messages", null),
    /** Anthropic Messages: {@code …/messages}, the conversation in {@code messages}. */
    MESSAGES("/messages", "messages", "system"),
    /** Gemini: {@code …/models/MODEL:streamGenerateContent} and {@code :generateContent}, in {@code contents}. */
    GEMINI("enerateContent", "contents", null);

    private static final Pattern MODEL_IN_PATH = Pattern.compile("/models/([^/:]+):");

    private final String path;
    private final String conversation;
    private final @Nullable String notes;

    /**
     * @param path what stands in the path of its requests
     * @param conversation member of the body that holds the conversation
     * @param notes role of elements that a client puts behind the user's own input, absent when there are none
     */
    ModelApi(String path, String conversation, @Nullable String notes) {
        this.path = path;
        this.conversation = conversation;
        this.notes = notes;
    }

    static Optional<ModelApi> of(String requestPath) {
        for (ModelApi api : values()) {
            if (requestPath.contains(api.path)) {
                return Optional.of(api);
            }
        }
        return Optional.empty();
    }

    /** Name of the model that a request asks for, in its body or its path; empty text when it names none. */
    static String model(String requestPath, JsonNode body) {
        Matcher named = MODEL_IN_PATH.matcher(requestPath);
        return body.path("model").asText(named.find() ? named.group(1) : "");
    }

    /** Whether a request wants its answer as a stream. */
    boolean streams(String requestPath, JsonNode body) {
        return switch (this) {
            case GEMINI -> requestPath.contains(":streamGenerateContent");
            case CHAT, MESSAGES -> body.path("stream").asBoolean(false);
            case RESPONSES -> true;
        };
    }

    /** JSON of the last input of the conversation; empty text when there is none. */
    String last(JsonNode body) {
        JsonNode inputs = body.path(conversation);
        if (!inputs.isArray()) {
            return inputs.toString();
        }
        for (int i = inputs.size() - 1; i >= 0; i--) {
            if (notes == null || !inputs.get(i).path("role").asText("").equals(notes)) {
                return inputs.get(i).toString();
            }
        }
        return inputs.toString();
    }
}
