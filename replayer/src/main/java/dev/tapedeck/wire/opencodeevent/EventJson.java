package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.jspecify.annotations.Nullable;

/** Parts of native objects, and small values for scratch; nothing here changes what it is given. */
final class EventJson {
    private EventJson() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** A copy without one member; an empty object for null. */
    static ObjectNode without(@Nullable JsonNode from, String left) {
        ObjectNode rest = object();
        if (from != null) {
            from.properties().forEach(member -> {
                if (!member.getKey().equals(left)) {
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

    /** An id that is needed; the names that it has had, newest first. */
    static String id(JsonNode from, String... members) {
        String id = firstText(from, members);
        if (id == null) {
            throw dev.tapedeck.rules.FrameView.fault("/" + members[0], "an id", from.path(members[0]));
        }
        return id;
    }
}
