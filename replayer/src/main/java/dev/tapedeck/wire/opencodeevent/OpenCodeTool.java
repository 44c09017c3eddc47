package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import org.jspecify.annotations.Nullable;

/**
 * A tool by its native name: what kind of item its call is, and what its permission asks.
 *
 * @param tool name as people know it, without the server
 * @param server MCP server, where one of that name is known
 */
public record OpenCodeTool(String tool, @Nullable String server) {

    /** The vendor's own tool that runs in place of one that does not exist or got wrong input. */
    static final String INVALID = "invalid";

    /** The tool that a call is about: of the stand-in's calls, the one that was meant. */
    static OpenCodeTool called(String nativeName, JsonNode input, McpServers servers) {
        String meant = nativeName.equals(INVALID) ? input.path("tool").textValue() : null;
        return servers.tool(meant == null ? nativeName : meant);
    }

    /** A tool of which no server is known. */
    public static OpenCodeTool named(String nativeName) {
        return new OpenCodeTool(nativeName, null);
    }

    /** What the tool does, in the taxonomy of all providers. */
    public ToolKind kind() {
        if (server != null) {
            return ToolKind.MCP;
        }
        return switch (tool) {
            case "bash", "shell" -> ToolKind.BASH;
            case "read" -> ToolKind.READ;
            case "edit", "multiedit", "patch", "apply_patch" -> ToolKind.EDIT;
            case "write" -> ToolKind.WRITE;
            case "glob", "grep", "list", "lsp", "external_directory" -> ToolKind.SEARCH;
            case "webfetch" -> ToolKind.FETCH;
            case "websearch", "codesearch" -> ToolKind.WEB_SEARCH;
            case "task" -> ToolKind.TASK;
            case "todowrite", "todoread" -> ToolKind.TODO;
            case "question" -> ToolKind.ASK;
            case "plan_enter", "plan_exit" -> ToolKind.MODE;
            case "skill" -> ToolKind.SKILL;
            case "StructuredOutput", "batch", "invalid" -> ToolKind.CUSTOM;
            default -> ToolKind.UNKNOWN;
        };
    }

    public ItemType itemType() {
        return switch (kind()) {
            case BASH -> ItemType.COMMAND_EXECUTION;
            case EDIT, WRITE -> ItemType.FILE_CHANGE;
            case TASK -> ItemType.COLLAB_AGENT_TOOL_CALL;
            case FETCH, WEB_SEARCH -> ItemType.WEB_SEARCH;
            case MCP -> ItemType.MCP_TOOL_CALL;
            case READ, SEARCH, TODO, ASK, MODE, SKILL, IMAGE, THINK, WAIT, CUSTOM, UNKNOWN ->
                ItemType.DYNAMIC_TOOL_CALL;
        };
    }

    /** What a permission of this name asks; permissions have the names of tools. */
    RequestType requestType() {
        return switch (itemType()) {
            case COMMAND_EXECUTION -> RequestType.COMMAND_EXECUTION_APPROVAL;
            case FILE_CHANGE -> RequestType.FILE_CHANGE_APPROVAL;
            default -> RequestType.UNKNOWN;
        };
    }

    /** An item of this tool's call, as far as its input is told. */
    public ItemSnapshot.Builder item(JsonNode input) {
        ItemSnapshot.Builder item =
                ItemSnapshot.of(itemType()).tool(tool).toolKind(kind()).server(server).title(title(input));
        return input.isObject() && !input.isEmpty() ? item.input(input) : item;
    }

    /** One line that says what the tool does: the command, the file, the question. */
    private String title(JsonNode input) {
        String told = EventJson.firstText(
                input,
                itemType() == ItemType.COMMAND_EXECUTION ? "command" : "description",
                "filePath",
                "path",
                "pattern",
                "query",
                "url",
                "name");
        return server != null || told == null ? tool : told;
    }
}
