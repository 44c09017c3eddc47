package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * MCP servers that were named: by the list of servers, by the configuration, by an event. A tool's native name begins
 * with its server's; the wire does not tell it otherwise, so of a server that nobody named no tool is known.
 */
final class McpServers {
    /** Names that are remembered; of longer lists the first ones. */
    private static final int REMEMBERED = 50;

    private static final String KEY = "mcp";

    private final Scratch.Editor scratch;

    McpServers(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /** Names stand as members of an object: of the list of servers, or of the configuration. */
    void rememberAll(JsonNode servers) {
        for (Iterator<String> names = servers.fieldNames(); names.hasNext(); ) {
            remember(names.next());
        }
    }

    void remember(String server) {
        JsonNode known = scratch.get(KEY);
        ArrayNode all = EventJson.array();
        if (known != null) {
            for (JsonNode one : known) {
                if (one.asText().equals(server)) {
                    return;
                }
                all.add(one);
            }
        }
        if (all.size() < REMEMBERED) {
            scratch.put(KEY, all.add(server));
        }
    }

    /** After frames were lost: a server is known, too, by a tool of it that history holds. */
    void resume(Resumed thread) {
        for (Resumed.Item item : thread.items()) {
            if (item.server() != null) {
                remember(item.server());
            }
        }
    }

    /** The tool of that native name: a server's, if one with a longest fitting name is known. */
    OpenCodeTool tool(String nativeName) {
        @Nullable String server = null;
        int length = 0;
        for (JsonNode known : names()) {
            String prefix = nativeName(known.asText(), "");
            if (nativeName.startsWith(prefix) && prefix.length() > length && prefix.length() < nativeName.length()) {
                server = known.asText();
                length = prefix.length();
            }
        }
        return new OpenCodeTool(nativeName.substring(length), server);
    }

    /** How the vendor names a server's tool. */
    static String nativeName(@Nullable String server, String tool) {
        return server == null ? tool : server.replaceAll("[^a-zA-Z0-9_-]", "_") + "_" + tool;
    }

    private Iterable<JsonNode> names() {
        JsonNode known = scratch.get(KEY);
        return known == null ? List.of() : known;
    }
}
