package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parts of native objects, and small values for scratch; nothing here changes what it is given. */
final class PiJson {
    private PiJson() {}

    /** The named members that are there and not null. */
    static ObjectNode only(JsonNode from, String... members) {
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
    static ObjectNode without(@Nullable JsonNode from, String... left) {
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
    static ObjectNode with(@Nullable JsonNode from, String member, JsonNode value) {
        ObjectNode more = without(from, member);
        more.set(member, value);
        return more;
    }

    static JsonNode number(long value) {
        return JsonNodeFactory.instance.numberNode(value);
    }

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }
}
