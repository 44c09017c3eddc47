package dev.tapedeck.filter;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** A place in JSON, with dots between names; where an array stands, a number or any of its elements. */
record JsonPath(List<String> names) {
    /** A value is looked for. */
    @FunctionalInterface
    interface Wanted {
        boolean is(JsonNode value);
    }

    static JsonPath of(String dotted) {
        return new JsonPath(List.of(dotted.split("\\.", -1)));
    }

    /** Whether a wanted value stands there. */
    boolean leadsTo(JsonNode from, Wanted wanted) {
        return leadsTo(from, 0, wanted);
    }

    private boolean leadsTo(JsonNode node, int depth, Wanted wanted) {
        if (node.isArray()) {
            boolean numbered = depth < names.size() && node.has(index(names.get(depth)));
            if (numbered && leadsTo(node.get(index(names.get(depth))), depth + 1, wanted)) {
                return true;
            }
            for (JsonNode element : node) {
                if (leadsTo(element, depth, wanted)) {
                    return true;
                }
            }
            return false;
        }
        if (depth == names.size()) {
            return wanted.is(node);
        }
        JsonNode next = node.get(names.get(depth));
        return next != null && leadsTo(next, depth + 1, wanted);
    }

    private static int index(String name) {
        boolean number = !name.isEmpty() && name.length() < 9 && name.chars().allMatch(c -> c >= '0' && c <= '9');
        return number ? Integer.parseInt(name) : -1;
    }
}
