package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.scratch.Scratch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tool calls that are not over, in scratch: a permission names message and call, a result may not name its tool. */
final class OpenTools {
    /** Calls that are remembered; at 120 bytes each they take a third of the scratch budget. */
    static final int REMEMBERED = 200;

    private static final String KEY = "tools";

    private final Scratch.Editor scratch;

    OpenTools(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /**
     * @param item id of its item
     * @param declined whether somebody has refused it, so that its failure is no error
     */
    record Call(OpenCodeTool tool, String item, boolean declined) {}

    static String key(String message, String call) {
        return message + ":" + call;
    }

    @Nullable Call get(String key) {
        JsonNode all = scratch.get(KEY);
        JsonNode call = all == null ? null : all.get(key);
        return call == null
                ? null
                : new Call(
                        new McpServers(scratch).tool(call.path(0).asText()),
                        call.path(1).asText(),
                        call.path(3).asBoolean());
    }

    void start(String key, String tool, String item, String session) {
        ObjectNode rest = SessionMemory.bounded(scratch.get(KEY), REMEMBERED);
        rest.set(key, EventJson.array().add(tool).add(item).add(session).add(false));
        scratch.put(KEY, rest);
    }

    /** Somebody refused what that item's call asked for. */
    void decline(@Nullable String item) {
        JsonNode all = scratch.get(KEY);
        if (all == null || item == null) {
            return;
        }
        for (Map.Entry<String, JsonNode> call : all.properties()) {
            JsonNode was = call.getValue();
            if (was.path(1).asText().equals(item)) {
                ArrayNode declined = EventJson.array().add(was.get(0)).add(was.get(1)).add(was.get(2)).add(true);
                scratch.put(KEY, EventJson.with(all, call.getKey(), declined));
                return;
            }
        }
    }

    void end(String key) {
        JsonNode all = scratch.get(KEY);
        if (all != null && all.has(key)) {
            store(EventJson.without(all, key));
        }
    }

    /** A turn that is over has no results to come. */
    void endAll(String session) {
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            ObjectNode rest = EventJson.object();
            for (Map.Entry<String, JsonNode> call : all.properties()) {
                if (!call.getValue().path(2).asText().equals(session)) {
                    rest.set(call.getKey(), call.getValue());
                }
            }
            if (rest.size() != all.size()) {
                store(rest);
            }
        }
    }

    private void store(ObjectNode rest) {
        if (rest.isEmpty()) {
            scratch.remove(KEY);
        } else {
            scratch.put(KEY, rest);
        }
    }
}
