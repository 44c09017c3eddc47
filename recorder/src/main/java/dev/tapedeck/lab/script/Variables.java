package dev.tapedeck.lab.script;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.json.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values by name, put where a scenario says <code>${name}</code>.
 *
 * <p>A string that is nothing but one <code>${name}</code> becomes the value itself, number or object included; inside
 * other text the value's own text is put. An object member named {@code "..."} is replaced by the members of its value.
 */
public final class Variables {
    private static final Pattern PLACE = Pattern.compile("\\$\\{([a-zA-Z][a-zA-Z0-9_.-]*)}");
    private static final String SPREAD = "...";

    private final Map<String, JsonNode> values = new ConcurrentHashMap<>();

    public void put(String name, JsonNode value) {
        values.put(name, value);
    }

    public void put(String name, String value) {
        values.put(name, TextNode.valueOf(value));
    }

    /** A copy of the value with every place filled in. */
    public JsonNode fill(JsonNode node) throws UnknownVariableException {
        return fill(node, this::known);
    }

    /** The text with every place filled in. */
    public String fill(String text) throws UnknownVariableException {
        return textOf(fill(TextNode.valueOf(text)));
    }

    private JsonNode known(String name) throws UnknownVariableException {
        JsonNode value = values.get(name);
        if (value == null) {
            throw new UnknownVariableException("${" + name + "} has no value here; known are "
                    + values.keySet().stream().sorted().toList());
        }
        return value;
    }

    /** Fills in only the names that are given, and leaves all other places as they stand. */
    public static JsonNode fillKnown(JsonNode node, Map<String, JsonNode> given) {
        Function<String, @Nullable JsonNode> lookup = given::get;
        try {
            return fill(node, lookup::apply);
        } catch (UnknownVariableException e) {
            throw new IllegalStateException(e);
        }
    }

    private interface Lookup {
        /** The value of that name; null leaves the place as it stands. */
        @Nullable JsonNode find(String name) throws UnknownVariableException;
    }

    private static JsonNode fill(JsonNode node, Lookup lookup) throws UnknownVariableException {
        if (node.isTextual()) {
            return fillText(node, lookup);
        }
        if (node.isArray()) {
            ArrayNode filled = JsonNodeFactory.instance.arrayNode();
            for (JsonNode element : node) {
                filled.add(fill(element, lookup));
            }
            return filled;
        }
        if (node.isObject()) {
            ObjectNode filled = JsonNodeFactory.instance.objectNode();
            for (Map.Entry<String, JsonNode> member : node.properties()) {
                JsonNode value = fill(member.getValue(), lookup);
                if (member.getKey().equals(SPREAD) && value instanceof ObjectNode spread) {
                    filled.setAll(spread);
                } else {
                    filled.set(member.getKey(), value);
                }
            }
            return filled;
        }
        return node;
    }

    private static JsonNode fillText(JsonNode node, Lookup lookup) throws UnknownVariableException {
        String text = node.textValue();
        Matcher place = PLACE.matcher(text);
        if (place.matches()) {
            JsonNode value = lookup.find(place.group(1));
            return value == null ? node : value;
        }
        place.reset();
        StringBuilder filled = new StringBuilder();
        while (place.find()) {
            JsonNode value = lookup.find(place.group(1));
            String put = value == null ? place.group() : textOf(value);
            place.appendReplacement(filled, Matcher.quoteReplacement(put));
        }
        return TextNode.valueOf(place.appendTail(filled).toString());
    }

    private static String textOf(JsonNode value) {
        return value.isTextual() ? value.textValue() : Json.write(value);
    }
}
