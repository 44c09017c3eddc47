package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.wire.acp.OpenTools.Use;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one frame tells of a tool call (schemas {@code ToolCall} and {@code ToolCallUpdate}): an absent member keeps
 * what was told, null clears it.
 *
 * @param told the native call or update
 * @param first whether nothing was told of the call before
 * @param servers names of the session's MCP servers, for agents that put server and tool into one name
 */
record ToolCall(JsonNode told, boolean first, List<String> servers) {
    /** Agents that name no tool begin with a title that is its bare name. */
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    /** {@code mcp__SERVER__TOOL} */
    private static final Pattern JOINED = Pattern.compile("mcp__(.+?)__(.+)");
    /** {@code TOOL (SERVER MCP Server)} */
    private static final Pattern TITLED = Pattern.compile("(\\S+) \\((.+) MCP Server\\)");
    /** {@code TOOL__CALL}: agents that name the tool in the call's id only. */
    private static final Pattern NAMED_ID = Pattern.compile("([a-z][a-z0-9]*(?:_[a-z0-9]+)*)__[^_].*");
    private static final String CLAUDE_NAME = "/_meta/claudeCode/toolName";

    /** A tool of an MCP server. */
    private record Mcp(String server, String tool) {}

    String id() {
        return told.path("toolCallId").asText();
    }

    /** What kind of item the call is, or null when the frame does not tell. */
    @Nullable ItemType type() {
        return mcp() == null ? ToolNames.itemType(name(), kind()) : ItemType.MCP_TOOL_CALL;
    }

    /** What the tool does, or null when the frame does not tell. */
    @Nullable ToolKind toolKind() {
        return mcp() == null ? ToolNames.toolKind(name(), kind()) : ToolKind.MCP;
    }

    private @Nullable String kind() {
        return told.path("kind").textValue();
    }

    /**
     * What a permission to make the call asks (canonical-events 5.3), which has no word for tools of MCP servers. A
     * command that reads or searches is a command nevertheless.
     */
    RequestType requestType(ItemType type) {
        return switch (type) {
            case COMMAND_EXECUTION -> RequestType.COMMAND_EXECUTION_APPROVAL;
            case FILE_CHANGE -> RequestType.FILE_CHANGE_APPROVAL;
            case MCP_TOOL_CALL -> RequestType.UNKNOWN;
            default -> told.path("rawInput").has("command")
                    ? RequestType.COMMAND_EXECUTION_APPROVAL
                    : RequestType.UNKNOWN;
        };
    }

    /** The call as far as the frame tells it, but for status and output. */
    ItemSnapshot.Builder item(ItemType type) {
        Mcp mcp = mcp();
        JsonNode input = told.path("rawInput");
        String subagent = told.at("/rawOutput/metadata/sessionId").textValue();
        return ItemSnapshot.of(type)
                .title(title(type))
                .tool(mcp == null ? tool() : mcp.tool())
                .toolKind(ToolKind.of(type).equals(Optional.ofNullable(toolKind())) ? null : toolKind())
                .server(mcp == null ? null : mcp.server())
                .input(input.isContainerNode() && !input.isEmpty() ? input : null)
                .childThread(type == ItemType.COLLAB_AGENT_TOOL_CALL ? subagent : null);
    }

    /**
     * The call with what it gave so far.
     *
     * @param use what is known of it
     * @param runs whether it has begun; before that, content only describes what it is about to do
     */
    ItemSnapshot.Builder item(Use use, boolean runs) {
        String diff = use.type() == ItemType.FILE_CHANGE ? diff() : null;
        String message = message(use.type(), runs);
        List<Attachment> attachments = runs ? attachments() : List.of();
        boolean failed = told.path("status").asText().equals("failed");
        return item(use.type())
                .text(diff != null ? diff : use.changed() ? null : message)
                .detail(diff == null && use.changed() && failed ? message : null)
                .attachments(attachments.isEmpty() ? null : attachments)
                .exitCode(use.type() == ItemType.COMMAND_EXECUTION ? exitCode() : null);
    }

    /** What the call changes in files, or null when the frame does not tell. */
    @Nullable String diff() {
        return Diff.of(told.path("content"));
    }

    /** Whether the agent put this in place of a tool that there is not, and calls that a success. */
    boolean unavailable() {
        return told.path("title").asText().equals("Invalid Tool");
    }

    /** Whether the frame tells anything that the call gave. */
    boolean gives() {
        return told.has("rawOutput") || !told.path("content").isEmpty();
    }

    /** Whether an item says more than its tool's name. */
    static boolean says(ItemSnapshot item) {
        return item.title() != null
                || item.text() != null
                || item.input() != null
                || item.exitCode() != null
                || item.attachments() != null
                || item.childThread() != null;
    }

    /** One line that says what the call does; a command is more exact than a title with marks around it. */
    @Nullable String title(ItemType type) {
        String command = Nodes.firstText(told.path("rawInput"), "command", "cmd");
        if (type == ItemType.COMMAND_EXECUTION && command != null && !command.isEmpty()) {
            return command;
        }
        String title = told.path("title").textValue();
        boolean marked = title != null && title.length() > 2 && title.startsWith("`") && title.endsWith("`");
        return marked ? title.substring(1, title.length() - 1) : title;
    }

    /** The vendor's name for the tool, or null when the frame does not tell. */
    private @Nullable String name() {
        String named = Nodes.firstText(told, "name");
        if (named == null) {
            named = told.at(CLAUDE_NAME).textValue();
        }
        JsonNode input = told.path("rawInput");
        String title = told.path("title").textValue();
        boolean bare = first && title != null && input.isObject() && !input.has("command")
                && NAME.matcher(title).matches();
        if (named == null && bare) {
            return title;
        }
        Matcher id = NAMED_ID.matcher(id());
        return named == null && id.matches() ? id.group(1) : named;
    }

    /** The tool's name; where the agent tells none, the protocol's word for what it does. */
    private @Nullable String tool() {
        String name = name();
        return name == null && first ? kind() : name;
    }

    private @Nullable Mcp mcp() {
        String name = name();
        Matcher joined = JOINED.matcher(name == null ? "" : name);
        if (joined.matches()) {
            return new Mcp(joined.group(1), joined.group(2));
        }
        JsonNode input = told.path("rawInput");
        JsonNode call = input.path("invocation").isObject() ? input.path("invocation") : input;
        String server = Nodes.firstText(call, "providerIdentifier", "server");
        String tool = Nodes.firstText(call, "toolName", "tool");
        if (server != null && tool != null) {
            return new Mcp(server, tool);
        }
        Matcher titled = TITLED.matcher(told.path("title").asText());
        return titled.matches() ? new Mcp(titled.group(2), titled.group(1)) : ofServer(name);
    }

    private @Nullable Mcp ofServer(@Nullable String name) {
        for (String server : servers) {
            if (name != null && name.startsWith(server + "_") && name.length() > server.length() + 1) {
                return new Mcp(server, name.substring(server.length() + 1));
            }
        }
        return null;
    }

    /** What the call gave so far, or null when the frame does not tell; null on the wire clears it. */
    private @Nullable String message(ItemType type, boolean runs) {
        JsonNode content = told.path("content");
        JsonNode raw = told.path("rawOutput");
        String data = told.at("/_meta/terminal_output/data").textValue();
        String output = data == null ? output(raw) : data;
        if (type == ItemType.COMMAND_EXECUTION && output != null || raw.isTextual()) {
            return output;
        }
        String shown = !runs ? null : content.isNull() ? "" : AcpContent.shown(content);
        return shown == null ? output : shown;
    }

    /** The output as agents write it down, best first. */
    private static @Nullable String output(JsonNode raw) {
        if (raw.isTextual()) {
            return raw.textValue();
        }
        if (raw.isArray()) {
            return AcpContent.text(raw);
        }
        String whole = Nodes.firstText(raw, "aggregated_output", "output", "text", "content", "error");
        if (whole == null && raw.has("stdout")) {
            return raw.path("stdout").asText() + raw.path("stderr").asText();
        }
        return whole == null && raw.isObject() && !raw.isEmpty() ? Json.write(raw) : whole;
    }

    private @Nullable Integer exitCode() {
        JsonNode raw = told.path("rawOutput");
        for (JsonNode code : List.of(
                raw.path("exitCode"),
                raw.path("exit_code"),
                raw.at("/metadata/exit"),
                told.at("/_meta/terminal_exit/exit_code"))) {
            Integer number = Nodes.integer(code);
            if (number != null) {
                return number;
            }
        }
        return null;
    }

    private List<Attachment> attachments() {
        return AcpContent.shownAttachments(told.path("content"));
    }
}
