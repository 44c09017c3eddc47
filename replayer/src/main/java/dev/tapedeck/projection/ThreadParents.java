package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** Parent edges in scratch: an array of {@code [child, parent]}, newest last, the oldest forgotten first. */
final class ThreadParents {
    /** Edges that are remembered; at 80 bytes each they take an eighth of the scratch budget. */
    static final int REMEMBERED = 100;

    private final Scratch.Editor scratch;

    ThreadParents(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    @Nullable String of(String child) {
        JsonNode edges = scratch.get(ScratchKeys.PARENTS);
        if (edges != null) {
            for (JsonNode edge : edges) {
                if (edge.path(0).asText().equals(child)) {
                    return edge.path(1).asText();
                }
            }
        }
        return null;
    }

    /** History says whose child a thread is, if it is one. */
    void are(String child, @Nullable String parent) {
        String known = of(child);
        if (parent != null) {
            put(child, parent);
        } else if (known != null) {
            scratch.put(ScratchKeys.PARENTS, without(child));
        }
    }

    void put(String child, String parent) {
        if (parent.equals(of(child))) {
            return;
        }
        ArrayNode edges = without(child);
        if (edges.size() == REMEMBERED) {
            edges.remove(0);
        }
        edges.addArray().add(child).add(parent);
        scratch.put(ScratchKeys.PARENTS, edges);
    }

    private ArrayNode without(String child) {
        ArrayNode edges = JsonNodeFactory.instance.arrayNode();
        JsonNode before = scratch.get(ScratchKeys.PARENTS);
        if (before != null) {
            for (JsonNode edge : before) {
                if (!edge.path(0).asText().equals(child)) {
                    edges.add(edge);
                }
            }
        }
        return edges;
    }
}
