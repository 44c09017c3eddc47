package dev.tapedeck.wire.codexappserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** Parts of native objects. */
final class CodexJson {
    private CodexJson() {}

    /** The named members that are there and not null. */
    static ObjectNode only(JsonNode from, String... members) {
        ObjectNode picked = JsonNodeFactory.instance.objectNode();
        for (String member : members) {
            JsonNode value = from.get(member);
            if (value != null && !value.isNull()) {
                picked.set(member, value);
            }
        }
        return picked;
    }

    /** All members but the named ones. */
    static ObjectNode without(JsonNode from, String... members) {
        Set<String> left = Set.of(members);
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        from.properties().forEach(member -> {
            if (!left.contains(member.getKey())) {
                rest.set(member.getKey(), member.getValue());
            }
        });
        return rest;
    }

    /** An object with one member. */
    static ObjectNode object(String member, JsonNode value) {
        return JsonNodeFactory.instance.objectNode().set(member, value);
    }
}
