package dev.tapedeck.lab.script;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A place in a scenario file: reads values and says exactly where one is wrong. */
public final class Spec {
    private static final int SHOWN = 80;

    private final String file;
    private final String pointer;
    private final JsonNode node;

    private Spec(String file, String pointer, JsonNode node) {
        this.file = file;
        this.pointer = pointer;
        this.node = node;
    }

    /** The whole of a document; {@code file} is only its name in errors. */
    public static Spec of(String file, JsonNode node) {
        return new Spec(file, "", node);
    }

    /** The same place with another value, for text that was made from it. */
    public Spec with(JsonNode other) {
        return new Spec(file, pointer, other);
    }

    public JsonNode json() {
        return node;
    }

    public boolean isObject() {
        return node.isObject();
    }

    public boolean isText() {
        return node.isTextual();
    }

    public boolean isArray() {
        return node.isArray();
    }

    public boolean has(String key) {
        return node.has(key);
    }

    /** The member of that name, which must be there. */
    public Spec at(String key) throws ScenarioException {
        return find(key).orElseThrow(() -> wrong("a member \"" + key + "\""));
    }

    /** The member of that name, or empty. */
    public Optional<Spec> find(String key) {
        JsonNode child = node.get(key);
        return child == null ? Optional.empty() : Optional.of(new Spec(file, pointer + "/" + escape(key), child));
    }

    public String text() throws ScenarioException {
        if (!node.isTextual()) {
            throw wrong("a string");
        }
        return node.textValue();
    }

    public boolean flag() throws ScenarioException {
        if (!node.isBoolean()) {
            throw wrong("true or false");
        }
        return node.booleanValue();
    }

    public int whole(int least, int most) throws ScenarioException {
        if (!node.isIntegralNumber() || !node.canConvertToInt() || node.intValue() < least || node.intValue() > most) {
            throw wrong("a whole number from " + least + " to " + most);
        }
        return node.intValue();
    }

    public String text(String key, String otherwise) throws ScenarioException {
        Optional<Spec> found = find(key);
        return found.isPresent() ? found.get().text() : otherwise;
    }

    public boolean flag(String key) throws ScenarioException {
        Optional<Spec> found = find(key);
        return found.isPresent() && found.get().flag();
    }

    public int whole(String key, int otherwise, int least, int most) throws ScenarioException {
        Optional<Spec> found = find(key);
        return found.isPresent() ? found.get().whole(least, most) : otherwise;
    }

    /** The elements of an array. */
    public List<Spec> elements() throws ScenarioException {
        if (!node.isArray()) {
            throw wrong("an array");
        }
        List<Spec> elements = new ArrayList<>();
        for (int i = 0; i < node.size(); i++) {
            elements.add(new Spec(file, pointer + "/" + i, node.get(i)));
        }
        return elements;
    }

    /** The elements of an array that may be missing. */
    public List<Spec> elements(String key) throws ScenarioException {
        Optional<Spec> found = find(key);
        return found.isPresent() ? found.get().elements() : List.of();
    }

    /** The strings of an array that may be missing. */
    public List<String> texts(String key) throws ScenarioException {
        List<String> texts = new ArrayList<>();
        for (Spec element : elements(key)) {
            texts.add(element.text());
        }
        return texts;
    }

    /** The members of an object, in the file's order. */
    public Map<String, Spec> members() throws ScenarioException {
        if (!node.isObject()) {
            throw wrong("an object");
        }
        Map<String, Spec> members = new LinkedHashMap<>();
        node.fieldNames().forEachRemaining(name -> members.put(name, find(name).orElseThrow()));
        return members;
    }

    /** The members of an object that may be missing, all of them strings. */
    public Map<String, String> textMembers(String key) throws ScenarioException {
        Map<String, String> texts = new LinkedHashMap<>();
        Optional<Spec> found = find(key);
        if (found.isPresent()) {
            for (Map.Entry<String, Spec> member : found.get().members().entrySet()) {
                texts.put(member.getKey(), member.getValue().text());
            }
        }
        return texts;
    }

    /** Refuses members that nobody reads, so that a misspelt one is not passed over. */
    public void only(String... known) throws ScenarioException {
        Set<String> names = Set.of(known);
        for (Map.Entry<String, Spec> member : members().entrySet()) {
            if (!names.contains(member.getKey())) {
                throw member.getValue().unknown(member.getKey(), names);
            }
        }
    }

    private ScenarioException unknown(String name, Collection<String> known) {
        return new ScenarioException(
                file, pointer, "one of " + String.join(", ", known.stream().sorted().toList()), "\"" + name + "\"");
    }

    /** The error that something else was expected here. */
    public ScenarioException wrong(String expected) {
        return new ScenarioException(file, pointer, expected, shown());
    }

    private String shown() {
        String json = node.isObject() ? "an object with " + names() : Json.write(node);
        return json.length() > SHOWN ? json.substring(0, SHOWN) + "…" : json;
    }

    private String names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names.isEmpty() ? "no members" : String.join(", ", names);
    }

    private static String escape(String key) {
        return key.replace("~", "~0").replace("/", "~1");
    }
}
