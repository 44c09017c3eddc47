package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.StateChange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How two maps differ, by path: {@code items/thread_1/item_3/state}. Entries are told apart by what identifies them, so
 * one that is gone does not make all later ones differ.
 *
 * @param changes the first {@value #MAX_CHANGES}
 * @param further changes beyond those
 */
public record MapsDiff(List<StateChange> changes, long further) {
    /** Changes that are kept. */
    static final int MAX_CHANGES = 500;
    /** What identifies an entry of each collection of the maps. */
    private static final Map<String, List<String>> IDENTITY = Map.of(
            "threads", List.of("thread"),
            "turns", List.of("thread", "turn"),
            "items", List.of("thread", "item"),
            "requests", List.of("request"),
            "evidence", List.of("send"));

    public MapsDiff {
        changes = List.copyOf(changes);
    }

    /** Changes from one to the other, in the order of the second one's paths, what is gone last. */
    static MapsDiff of(ObjectNode before, ObjectNode after) {
        Map<String, JsonNode> left = leaves(before);
        List<StateChange> changes = new ArrayList<>();
        leaves(after).forEach((path, value) -> {
            JsonNode old = left.remove(path);
            if (!value.equals(old)) {
                changes.add(new StateChange(path, old, value));
            }
        });
        left.forEach((path, value) -> changes.add(new StateChange(path, value, null)));
        int kept = Math.min(MAX_CHANGES, changes.size());
        return new MapsDiff(changes.subList(0, kept), changes.size() - kept);
    }

    /** Path of an entry of one of the collections, for instance {@code items/thread_1/item_3}. */
    public static String path(String collection, JsonNode entry) {
        StringBuilder path = new StringBuilder(collection);
        IDENTITY.getOrDefault(collection, List.of()).forEach(key -> path.append('/').append(entry.path(key).asText()));
        return path.toString();
    }

    private static Map<String, JsonNode> leaves(ObjectNode maps) {
        Map<String, JsonNode> leaves = new LinkedHashMap<>();
        maps.properties().forEach(part -> {
            List<String> identity = IDENTITY.get(part.getKey());
            if (identity == null) {
                gather(part.getKey(), part.getValue(), leaves);
            } else {
                part.getValue().forEach(entry -> entry.properties().stream()
                        .filter(member -> !identity.contains(member.getKey()))
                        .forEach(member ->
                                gather(path(part.getKey(), entry) + "/" + member.getKey(), member.getValue(), leaves)));
            }
        });
        return leaves;
    }

    private static void gather(String path, JsonNode value, Map<String, JsonNode> into) {
        if (value.isObject() && !value.isEmpty()) {
            value.properties().forEach(member -> gather(path + "/" + member.getKey(), member.getValue(), into));
        } else if (!value.isObject()) {
            into.put(path, value);
        }
    }
}
