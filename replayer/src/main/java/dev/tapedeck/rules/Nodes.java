package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parts of native objects, and small values for scratch; nothing here changes what it is given. */
public final class Nodes {
    private Nodes() {}

    /** The named members that are there and not null. */
    public static ObjectNode only(JsonNode from, String... members) {
        ObjectNode picked = object();
        for (String member : members) {
            JsonNode value = from.get(member);
            if (value != null && !value.isNull()) {
                picked.set(member, value);
            }
        }
        return picked;
    }

    /** All members but the named ones; an empty object for null. */
    public static ObjectNode without(@Nullable JsonNode from, String... left) {
        ObjectNode rest = object();
        if (from != null) {
            Set<String> leave = Set.of(left);
            from.properties().forEach(member -> {
                if (!leave.contains(member.getKey())) {
                    rest.set(member.getKey(), member.getValue());
                }
            });
        }
        return rest;
    }

    /** A copy with one member more or another; it stands last. */
    public static ObjectNode with(@Nullable JsonNode from, String member, JsonNode value) {
        ObjectNode more = without(from, member);
        more.set(member, value);
        return more;
    }

    public static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    public static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    public static JsonNode number(long value) {
        return JsonNodeFactory.instance.numberNode(value);
    }

    /** The whole number that a member holds; null where it holds none, or one beyond 64 bits. */
    public static @Nullable Long count(JsonNode from, String member) {
        JsonNode count = from.path(member);
        return count.isIntegralNumber() && count.canConvertToLong() ? (Long) count.longValue() : null;
    }

    /** A whole number of 32 bits; null for anything else. */
    public static @Nullable Integer integer(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt() ? (Integer) node.intValue() : null;
    }

    /** The first of these members that holds text that is not empty. */
    public static @Nullable String firstText(JsonNode from, String... members) {
        for (String member : members) {
            String text = from.path(member).textValue();
            if (text != null && !text.isEmpty()) {
                return text;
            }
        }
        return null;
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
