package dev.tapedeck.lab.model;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Which request of the provider a scripted response answers; absent conditions fit every request.
 *
 * @param contains text that stands in the request's body
 * @param notContains text that does not stand in the request's body
 * @param last text that stands in the JSON of the last input of the conversation
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
        Optional<ModelApi> api = ModelApi.of(requestPath);
        return (path != null || api.isPresent())
                && (contains == null || raw.contains(contains))
                && (notContains == null || !raw.contains(notContains))
                && (last == null || api.map(known -> known.last(body)).orElse("").contains(last))
                && (model == null || ModelApi.model(requestPath, body).contains(model))
                && (path == null || requestPath.contains(path));
    }
}
