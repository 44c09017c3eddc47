package dev.tapedeck.provider;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import java.util.Optional;

/**
 * A frame that tells the provider's version.
 *
 * @param pointer where in the frame the text stands that holds the version
 */
public record VersionShape(Direction direction, JsonPointer pointer, VersionPattern version) {
    /** The version that this frame tells, or empty when it tells none. */
    public Optional<String> find(Direction from, JsonNode frame) {
        if (from != direction) {
            return Optional.empty();
        }
        JsonNode text = frame.at(pointer);
        return text.isValueNode() && !text.isNull() ? version.find(text.asText()) : Optional.empty();
    }
}
