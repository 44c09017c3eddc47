package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Parts of native objects, as rules of several wires need them. */
public final class Nodes {
    private Nodes() {}

    /** The named members that are there and not null. */
    public static ObjectNode only(JsonNode from, String... members) {
        ObjectNode picked = JsonNodeFactory.instance.objectNode();
        for (String member : members) {
            JsonNode value = from.get(member);
            if (value != null && !value.isNull()) {
                picked.set(member, value);
            }
        }
        return picked;
    }

    /** The strings that the elements hold under that name, in order; null when there is none. */
    public static @Nullable String joined(JsonNode elements, String member, String separator) {
        StringBuilder text = new StringBuilder();
        boolean found = false;
        for (JsonNode element : elements) {
            if (element.path(member).isTextual()) {
                text.append(found ? separator : "").append(element.path(member).textValue());
                found = true;
            }
        }
        return found ? text.toString() : null;
    }
}
