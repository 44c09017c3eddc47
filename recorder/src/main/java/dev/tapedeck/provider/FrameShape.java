package dev.tapedeck.provider;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a frame of one wire looks like; every condition must hold.
 *
 * @param match places that hold a scalar whose text the whole pattern matches
 * @param present places that hold something, {@code null} included
 * @param absent places that hold nothing
 */
public record FrameShape(
        Direction direction, Map<JsonPointer, Pattern> match, List<JsonPointer> present, List<JsonPointer> absent) {

    public FrameShape {
        match = Map.copyOf(match);
        present = List.copyOf(present);
        absent = List.copyOf(absent);
    }

    /** True if the frame has this shape. */
    public boolean fits(Direction from, JsonNode frame) {
        return from == direction
                && match.entrySet().stream().allMatch(entry -> matches(frame.at(entry.getKey()), entry.getValue()))
                && present.stream().noneMatch(pointer -> frame.at(pointer).isMissingNode())
                && absent.stream().allMatch(pointer -> frame.at(pointer).isMissingNode());
    }

    private static boolean matches(JsonNode value, Pattern pattern) {
        return value.isValueNode() && pattern.matcher(value.asText()).matches();
    }
}
