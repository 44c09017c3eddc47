package dev.tapedeck.wire.codexeventmsg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.FrameView;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A call as the model wrote it.
 *
 * @param id the call's id, under which its output and its events come
 * @param server namespace of the tool
 * @param arguments decoded where they are JSON in a string
 */
record ModelCall(String id, String name, @Nullable String server, JsonNode arguments) {
    private static final String MCP = "mcp__";

    static ModelCall read(FrameView frame) {
        String type = frame.text("/type");
        String call = frame.optionalText("/call_id");
        String id = call == null ? frame.text("/id") : call;
        return switch (type) {
            case "function_call" -> new ModelCall(
                    id, frame.text("/name"), frame.optionalText("/namespace"), decoded(frame.text("/arguments")));
            case "custom_tool_call" ->
                new ModelCall(id, frame.text("/name"), null, TextNode.valueOf(frame.text("/input")));
            case "local_shell_call" -> new ModelCall(id, "shell", null, frame.node("/action"));
            case "web_search_call" -> new ModelCall(id, "web_search", null, told(frame, "/action"));
            case "image_generation_call" -> new ModelCall(id, "image_generation", null, told(frame, "/revised_prompt"));
            default -> new ModelCall(id, type.replace("_call", ""), null, told(frame, "/arguments"));
        };
    }

    private static JsonNode told(FrameView frame, String pointer) {
        JsonNode value = frame.optionalNode(pointer);
        return value == null ? JsonNodeFactory.instance.objectNode() : value;
    }

    /** Arguments are JSON in a string; what is no JSON stays the text that it is. */
    private static JsonNode decoded(String arguments) {
        try {
            return Json.read(arguments.getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            return TextNode.valueOf(arguments);
        }
    }

    boolean isPlan() {
        return name.equals("update_plan") && arguments.path("plan").isArray();
    }

    ItemSnapshot.Builder item() {
        ItemType type = type(name, server);
        ItemSnapshot.Builder item = ItemSnapshot.of(type).tool(name).input(arguments).title(title());
        if (type == ItemType.DYNAMIC_TOOL_CALL) {
            item.toolKind(kind());
        }
        if (server != null && server.startsWith(MCP)) {
            String named = server.substring(MCP.length());
            item.server(named).title(named + "." + name);
        }
        return item;
    }

    static ItemType type(String name, @Nullable String server) {
        if (server != null && server.startsWith(MCP) || name.startsWith(MCP)) {
            return ItemType.MCP_TOOL_CALL;
        }
        return switch (name) {
            case "exec_command", "shell", "shell_command", "container.exec", "local_shell" ->
                ItemType.COMMAND_EXECUTION;
            case "apply_patch" -> ItemType.FILE_CHANGE;
            case "web_search" -> ItemType.WEB_SEARCH;
            case "view_image" -> ItemType.IMAGE_VIEW;
            case "spawn_agent", "send_input", "wait_agent", "wait", "close_agent", "resume_agent" ->
                ItemType.COLLAB_AGENT_TOOL_CALL;
            default -> ItemType.DYNAMIC_TOOL_CALL;
        };
    }

    private ToolKind kind() {
        return switch (name) {
            case "write_stdin" -> ToolKind.BASH;
            case "update_plan" -> ToolKind.TODO;
            case "request_user_input" -> ToolKind.ASK;
            case "image_generation" -> ToolKind.IMAGE;
            case "tool_search" -> ToolKind.SEARCH;
            case "list_mcp_resources", "list_mcp_resource_templates", "read_mcp_resource" -> ToolKind.MCP;
            default -> ToolKind.CUSTOM;
        };
    }

    private String title() {
        for (String member : new String[] {"cmd", "command", "path", "query"}) {
            JsonNode value = arguments.path(member);
            if (value.isTextual() || value.isArray()) {
                return EventTools.words(value);
            }
        }
        return name;
    }
}
