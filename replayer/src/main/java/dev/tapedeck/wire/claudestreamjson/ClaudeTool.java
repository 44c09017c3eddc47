package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Nodes;
import org.jspecify.annotations.Nullable;

/**
 * A tool by its native name: what kind of item its use is, and which question its permission asks.
 *
 * @param tool name as people know it, without the server
 * @param server MCP server, which stands in the native name as {@code mcp__SERVER__TOOL}
 */
public record ClaudeTool(String tool, @Nullable String server) {
    private static final String MCP = "mcp__";

    public static ClaudeTool named(String nativeName) {
        int end = nativeName.startsWith(MCP) ? nativeName.indexOf("__", MCP.length()) : -1;
        return end < 0
                ? new ClaudeTool(nativeName, null)
                : new ClaudeTool(nativeName.substring(end + 2), nativeName.substring(MCP.length(), end));
    }

    /** The name by which {@link #named} finds this tool. */
    public static String nativeName(String tool, @Nullable String server) {
        return server == null ? tool : MCP + server + "__" + tool;
    }

    public ItemType itemType() {
        if (server != null) {
            return ItemType.MCP_TOOL_CALL;
        }
        return switch (tool) {
            case "Bash", "PowerShell", "bash_code_execution", "code_execution" -> ItemType.COMMAND_EXECUTION;
            case "Edit", "Write", "MultiEdit", "NotebookEdit", "text_editor_code_execution" -> ItemType.FILE_CHANGE;
            case "Task", "Agent" -> ItemType.COLLAB_AGENT_TOOL_CALL;
            case "WebSearch", "WebFetch", "web_search", "web_fetch" -> ItemType.WEB_SEARCH;
            case "ExitPlanMode" -> ItemType.PLAN;
            default -> ItemType.DYNAMIC_TOOL_CALL;
        };
    }

    /** What the tool does, in the taxonomy of all providers. */
    public ToolKind kind() {
        if (server != null) {
            return ToolKind.MCP;
        }
        return switch (tool) {
            case "Bash", "PowerShell", "BashOutput", "KillShell", "KillBash" -> ToolKind.BASH;
            case "bash_code_execution", "code_execution", "REPL" -> ToolKind.BASH;
            case "Read", "NotebookRead" -> ToolKind.READ;
            case "Edit", "MultiEdit", "NotebookEdit", "text_editor_code_execution" -> ToolKind.EDIT;
            case "Write" -> ToolKind.WRITE;
            case "Glob", "Grep", "LS", "LSP", "ToolSearch", "tool_search_tool" -> ToolKind.SEARCH;
            case "WebFetch", "web_fetch" -> ToolKind.FETCH;
            case "WebSearch", "web_search" -> ToolKind.WEB_SEARCH;
            case "ListMcpResourcesTool", "ReadMcpResourceTool", "ReadMcpResourceDirTool" -> ToolKind.MCP;
            case "ListMcpResources", "ReadMcpResource", "Mcp" -> ToolKind.MCP;
            case "Task", "Agent", "TaskOutput", "AgentOutputTool", "TaskStop" -> ToolKind.TASK;
            case "ListAgents", "SendMessage", "Workflow" -> ToolKind.TASK;
            case "TodoWrite", "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "ReportFindings" -> ToolKind.TODO;
            case "AskUserQuestion" -> ToolKind.ASK;
            case "EnterPlanMode", "ExitPlanMode", "EnterWorktree", "ExitWorktree", "Config" -> ToolKind.MODE;
            case "Skill", "SlashCommand" -> ToolKind.SKILL;
            case "CronCreate", "CronDelete", "CronList", "ScheduleWakeup", "Monitor", "Sleep" -> ToolKind.WAIT;
            case "StructuredOutput" -> ToolKind.CUSTOM;
            default -> ToolKind.UNKNOWN;
        };
    }

    /** What a permission request for this tool asks (canonical-events 4.2). */
    RequestType requestType() {
        if (asksUser()) {
            return RequestType.TOOL_USER_INPUT;
        }
        return switch (itemType()) {
            case COMMAND_EXECUTION -> RequestType.COMMAND_EXECUTION_APPROVAL;
            case FILE_CHANGE -> RequestType.FILE_CHANGE_APPROVAL;
            default -> RequestType.UNKNOWN;
        };
    }

    /** Whether only a user can answer: it asks questions, or whether a plan is right. */
    private boolean asksUser() {
        return server == null && (tool.equals("AskUserQuestion") || tool.equals("ExitPlanMode"));
    }

    /** An item of this tool's use, as far as its input is told. */
    public ItemSnapshot.Builder item(@Nullable JsonNode input) {
        ItemSnapshot.Builder item = ItemSnapshot.of(itemType()).tool(tool).toolKind(kind()).server(server);
        return input == null ? item.title(tool) : item.title(title(input)).input(input);
    }

    /** One line that says what the tool does: the command, the file, the question. */
    String title(JsonNode input) {
        String told = Nodes.firstText(
                input,
                itemType() == ItemType.COMMAND_EXECUTION ? "command" : "description",
                "file_path",
                "notebook_path",
                "pattern",
                "query",
                "url",
                "path",
                "skill",
                "subject",
                "command");
        return server != null || told == null ? tool : told;
    }
}
