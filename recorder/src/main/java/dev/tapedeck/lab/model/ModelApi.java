package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Which API a request speaks; its path tells. */
enum ModelApi {
    /** OpenAI Responses: {@code …/responses}, the conversation in {@code input}. */
    RESPONSES("/responses", "input", null),
    /** Anthropic Messages: {@code …/messages}, the conversation in {@code messages}. */
    MESSAGES("/messages", "messages", "system");

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
