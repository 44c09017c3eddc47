package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.rules.Resumed;
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

    /** @param declined whether somebody has refused it, so that its failure is no error */
    record Call(OpenCodeTool tool, boolean declined) {}

    /** Id of a call, and of its item: calls are named within their message only. */
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
                        call.path(2).asBoolean());
    }

    void start(String key, String tool, String session) {
        start(key, tool, session, false);
    }

    private void start(String key, String tool, String session, boolean declined) {
        ObjectNode rest = SessionMemory.bounded(scratch.get(KEY), REMEMBERED);
        rest.set(key, EventJson.array().add(tool).add(session).add(declined));
        scratch.put(KEY, rest);
    }

    /** Somebody refused what that call asked for. */
    void decline(@Nullable String key) {
        JsonNode all = scratch.get(KEY);
        JsonNode was = all == null || key == null ? null : all.get(key);
        if (was != null) {
            scratch.put(KEY, EventJson.with(all, key, EventJson.array().add(was.get(0)).add(was.get(1)).add(true)));
        }
    }

    /** The calls of a session that are not over are those that history knows as open. */
    void resume(Resumed thread) {
        endAll(thread.thread());
        for (Resumed.Item item : thread.items()) {
            if (item.open() && item.tool() != null && item.id().indexOf(':') > 0) {
                String name = McpServers.nativeName(item.server(), item.tool());
                start(item.id(), name, thread.thread(), isDeclined(item.id(), thread));
            }
        }
    }

    private static boolean isDeclined(String key, Resumed thread) {
        return thread.requests().stream().anyMatch(request -> key.equals(request.item())
                && !request.open()
                && (request.answer() == null || request.answer().path("reply").asText().equals("reject")));
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
                if (!call.getValue().path(1).asText().equals(session)) {
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
