package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import org.jspecify.annotations.Nullable;

/**
 * A tool by its native name: what kind of item its call is, and which question its approval asks.
 *
 * @param tool name as people know it, without the server
 * @param server MCP server, which stands in the native name as {@code mcp__SERVER__TOOL}
 */
public record PiTool(String tool, @Nullable String server) {
    private static final String MCP = "mcp__";

    public static PiTool named(String nativeName) {
        int end = nativeName.startsWith(MCP) ? nativeName.indexOf("__", MCP.length()) : -1;
        return end < 0
                ? new PiTool(nativeName, null)
                : new PiTool(nativeName.substring(end + 2), nativeName.substring(MCP.length(), end));
    }

    /** The name by which {@link #named} finds this tool. */
    static String nativeName(String tool, @Nullable String server) {
        return server == null ? tool : MCP + server + "__" + tool;
    }

    public ItemType itemType() {
        if (server != null) {
            return ItemType.MCP_TOOL_CALL;
        }
        return switch (tool) {
            case "bash", "powershell" -> ItemType.COMMAND_EXECUTION;
            case "edit", "write" -> ItemType.FILE_CHANGE;
            default -> ItemType.DYNAMIC_TOOL_CALL;
        };
    }

    /** What the tool does, in the taxonomy of all providers; whatever is not built in is an extension's. */
    ToolKind kind() {
        if (server != null) {
            return ToolKind.MCP;
        }
        return switch (tool) {
            case "bash", "powershell" -> ToolKind.BASH;
            case "read" -> ToolKind.READ;
            case "edit" -> ToolKind.EDIT;
            case "write" -> ToolKind.WRITE;
            case "grep", "find", "ls", "tool_search" -> ToolKind.SEARCH;
            case "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource" -> ToolKind.MCP;
            default -> ToolKind.CUSTOM;
        };
    }

    RequestType approval() {
        return switch (itemType()) {
            case COMMAND_EXECUTION -> RequestType.COMMAND_EXECUTION_APPROVAL;
            case FILE_CHANGE -> RequestType.FILE_CHANGE_APPROVAL;
            default -> RequestType.UNKNOWN;
        };
    }

    /** An item of this tool's call, as far as its input is told. */
    public ItemSnapshot.Builder item(@Nullable JsonNode input) {
        ItemSnapshot.Builder item = ItemSnapshot.of(itemType()).tool(tool).toolKind(kind()).server(server);
        return input == null ? item.title(tool) : item.title(title(input)).input(input);
    }

    /** One line that says what the tool does: the command, the file, the pattern. */
    private String title(JsonNode input) {
        if (server == null) {
            for (String member : new String[] {"command", "pattern", "path"}) {
                String told = input.path(member).textValue();
                if (told != null && !told.isEmpty()) {
                    return told;
                }
            }
        }
        return tool;
    }
}
