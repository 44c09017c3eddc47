package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of the MCP servers that the client gave a session, in scratch: some agents join them with a tool's name. */
final class McpServers {
    /** Servers that are remembered. */
    private static final int REMEMBERED = 32;

    private McpServers() {}

    /** The servers that a request gives, or null when it gives none. */
    static @Nullable JsonNode given(JsonNode servers) {
        ArrayNode names = Nodes.array();
        for (JsonNode server : servers) {
            if (server.path("name").isTextual() && names.size() < REMEMBERED) {
                names.add(server.path("name"));
            }
        }
        return names.isEmpty() ? null : names;
    }

    static void put(Scratch.Editor scratch, String session, JsonNode names) {
        scratch.put("mcp/" + session, names);
    }

    static List<String> of(Scratch.Editor scratch, @Nullable String session) {
        JsonNode names = session == null ? null : scratch.get("mcp/" + session);
        List<String> servers = new ArrayList<>(0);
        if (names != null) {
            names.forEach(name -> servers.add(name.asText()));
        }
        return servers;
    }
}
