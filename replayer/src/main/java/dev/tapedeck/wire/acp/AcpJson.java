package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.scratch.Scratch;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parts of native objects, and small values for scratch; nothing here changes what it is given. */
final class AcpJson {
    private AcpJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** All members but the named ones; an empty object for null. */
    static ObjectNode without(@Nullable JsonNode from, String... left) {
        ObjectNode rest = object();
        if (from != null) {
            Set<String> names = Set.of(left);
            from.properties().forEach(member -> {
                if (!names.contains(member.getKey())) {
                    rest.set(member.getKey(), member.getValue());
                }
            });
        }
        return rest;
    }

    /** A copy with one member more or another; it stands last. */
    static ObjectNode with(@Nullable JsonNode from, String member, JsonNode value) {
        ObjectNode more = without(from, member);
        more.set(member, value);
        return more;
    }

    /** The first of these members that holds text that is not empty. */
    static @Nullable String firstText(JsonNode from, String... members) {
        for (String member : members) {
            String text = from.path(member).textValue();
            if (text != null && !text.isEmpty()) {
                return text;
            }
        }
        return null;
    }

    static @Nullable Long count(JsonNode from, String member) {
        JsonNode count = from.path(member);
        return count.isIntegralNumber() && count.canConvertToLong() ? (Long) count.longValue() : null;
    }

    static @Nullable Integer number(JsonNode node) {
        return node.isIntegralNumber() && node.canConvertToInt() ? (Integer) node.intValue() : null;
    }

    /** Stores an object in scratch, or nothing when it is empty. */
    static void store(Scratch.Editor scratch, String key, ObjectNode value) {
        if (value.isEmpty()) {
            scratch.remove(key);
        } else if (!value.equals(scratch.get(key))) {
            scratch.put(key, value);
        }
    }
}
