package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Which request of the provider a scripted response answers; absent conditions fit every request.
 *
 * @param contains text that stands in the request's body
 * @param notContains text that does not stand in the request's body
 * @param last text that stands in the JSON of the last element of {@code input}
 * @param model text that stands in the model's name
 * @param path text that stands in the request's path
 */
public record ModelRequestMatch(
        @Nullable String contains,
        @Nullable String notContains,
        @Nullable String last,
        @Nullable String model,
        @Nullable String path) {
    /** Fits every request. */
    public static final ModelRequestMatch ANY = new ModelRequestMatch(null, null, null, null, null);

    boolean fits(String requestPath, String raw, JsonNode body) {
        JsonNode input = body.path("input");
        String tail = input.isArray() && !input.isEmpty() ? input.get(input.size() - 1).toString() : input.toString();
        return (path != null || requestPath.contains("/responses"))
                && (contains == null || raw.contains(contains))
                && (notContains == null || !raw.contains(notContains))
                && (last == null || tail.contains(last))
                && (model == null || body.path("model").asText("").contains(model))
                && (path == null || requestPath.contains(path));
    }
}
