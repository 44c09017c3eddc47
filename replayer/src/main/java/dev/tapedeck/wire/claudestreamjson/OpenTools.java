package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tool uses that wait for their result, in scratch: a result names only the id of the use. */
final class OpenTools {
    /** Uses that are remembered; at 120 bytes each they take a third of the scratch budget. */
    static final int REMEMBERED = 200;

    private static final String KEY = "tools";

    private final Scratch.Editor scratch;

    OpenTools(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /**
     * @param thread thread that used the tool
     * @param declined whether somebody has refused it, so that its failure is no error
     */
    record Use(ClaudeTool tool, String thread, boolean declined) {}

    /** Whether the vendor runs the tool itself, so that its result stands in the same message. */
    static boolean isVendors(String id) {
        return id.startsWith("srvtoolu_") || id.startsWith("mcptoolu_");
    }

    @Nullable Use get(@Nullable String id) {
        JsonNode all = scratch.get(KEY);
        JsonNode use = all == null || id == null ? null : all.get(id);
        return use == null
                ? null
                : new Use(
                        ClaudeTool.named(use.path(0).asText()),
                        use.path(1).asText(),
                        use.path(2).asBoolean());
    }

    void start(String id, String nativeName, String thread) {
        ObjectNode rest = Nodes.without(scratch.get(KEY), id);
        if (rest.size() >= REMEMBERED) {
            rest.remove(rest.fieldNames().next());
        }
        rest.set(id, Nodes.array().add(nativeName).add(thread).add(false));
        scratch.put(KEY, rest);
    }

    /** The uses of a thread that wait for a result are those that history knows as open. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        OpenTools tools = new OpenTools(scratch);
        tools.endAll(thread.thread());
        for (Resumed.Item item : thread.items()) {
            if (item.open() && item.tool() != null) {
                tools.start(item.id(), ClaudeTool.nativeName(item.tool(), item.server()), thread.thread());
            }
        }
        for (Resumed.Request request : thread.requests()) {
            if (request.answer() != null && request.answer().path("behavior").asText().equals("deny")) {
                tools.decline(request.item());
            }
        }
    }

    void decline(@Nullable String id) {
        JsonNode all = scratch.get(KEY);
        JsonNode use = all == null || id == null ? null : all.get(id);
        if (use != null) {
            JsonNode declined = Nodes.array().add(use.path(0)).add(use.path(1)).add(true);
            scratch.put(KEY, Nodes.with(all, id, declined));
        }
    }

    void end(String id) {
        JsonNode all = scratch.get(KEY);
        if (all != null && all.has(id)) {
            store(Nodes.without(all, id));
        }
    }

    /** A turn that is over has no results to come. */
    void endAll(String thread) {
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            ObjectNode rest = Nodes.object();
            for (Map.Entry<String, JsonNode> use : all.properties()) {
                if (!use.getValue().path(1).asText().equals(thread)) {
                    rest.set(use.getKey(), use.getValue());
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
