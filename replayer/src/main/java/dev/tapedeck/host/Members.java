package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.runtime.Patch;
import org.jspecify.annotations.Nullable;

/** Objects of the provider's that are told in parts, member by member. */
final class Members {
    private Members() {}

    /** What is known after a patch: a member that it does not name stays, and one that is null goes. */
    static @Nullable JsonNode patched(@Nullable JsonNode known, Patch<JsonNode> told) {
        if (!(told instanceof Patch.Set<JsonNode>(ObjectNode changes))) {
            return told.apply(known);
        }
        ObjectNode merged = known instanceof ObjectNode before ? before.deepCopy() : changes.objectNode();
        changes.properties().forEach(change -> {
            if (change.getValue().isNull()) {
                merged.remove(change.getKey());
            } else {
                merged.set(change.getKey(), change.getValue());
            }
        });
        return merged;
    }

    /** What is known after a sparse update: a member that it does not name, or that is null in it, stays. */
    static JsonNode sparse(@Nullable JsonNode known, JsonNode told) {
        if (!(told instanceof ObjectNode changes) || !(known instanceof ObjectNode before)) {
            return told;
        }
        ObjectNode merged = before.deepCopy();
        changes.properties().forEach(change -> {
            if (!change.getValue().isNull() || !merged.has(change.getKey())) {
                merged.set(change.getKey(), change.getValue());
            }
        });
        return merged;
    }
}
