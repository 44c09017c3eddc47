package dev.tapedeck.invariant;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The first place, in order of members, where two JSON values differ.
 *
 * @param path JSON pointer
 * @param left what stands there in the first; missing when nothing does
 * @param right what stands there in the second; missing when nothing does
 */
public record Difference(String path, JsonNode left, JsonNode right) {
    private static final int SHOWN = 200;

    /** Where they differ, or null when they are equal. */
    public static @Nullable Difference first(JsonNode left, JsonNode right) {
        return first("", left, right);
    }

    /** A value in a message: nothing, or as much of it as a line can bear. */
    public static String shown(JsonNode value) {
        String text = value.isMissingNode() ? "nothing" : value.toString();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }

    private static @Nullable Difference first(String path, JsonNode left, JsonNode right) {
        if (left.equals(right)) {
            return null;
        }
        if (left.isObject() && right.isObject()) {
            Set<String> names = new LinkedHashSet<>();
            left.fieldNames().forEachRemaining(names::add);
            right.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                JsonPointer step = JsonPointer.empty().appendProperty(name);
                Difference inside = first(path + step, member(left, name), member(right, name));
                if (inside != null) {
                    return inside;
                }
            }
        } else if (left.isArray() && right.isArray()) {
            for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
                Difference inside = first(path + "/" + i, left.path(i), right.path(i));
                if (inside != null) {
                    return inside;
                }
            }
        }
        return new Difference(path, left, right);
    }

    private static JsonNode member(JsonNode object, String name) {
        JsonNode value = object.get(name);
        return value == null ? MissingNode.getInstance() : value;
    }
}
