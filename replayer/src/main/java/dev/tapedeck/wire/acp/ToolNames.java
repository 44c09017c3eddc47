package dev.tapedeck.wire.acp;

import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ToolKind;
import org.jspecify.annotations.Nullable;

/**
 * What a tool does: by the vendor's name for it where that is more exact, else by the protocol's own word for its kind
 * (schema {@code ToolKind}).
 */
final class ToolNames {
    private ToolNames() {}

    /** What kind of item a use of the tool is, or null when neither name nor kind tells. */
    static @Nullable ItemType itemType(@Nullable String name, @Nullable String kind) {
        return switch (toolKind(name, kind)) {
            case null -> null;
            case BASH -> ItemType.COMMAND_EXECUTION;
            case EDIT, WRITE -> ItemType.FILE_CHANGE;
            case FETCH, WEB_SEARCH -> ItemType.WEB_SEARCH;
            case TASK -> ItemType.COLLAB_AGENT_TOOL_CALL;
            case READ, SEARCH, MCP, TODO, ASK, MODE, SKILL, IMAGE, THINK, WAIT, CUSTOM, UNKNOWN ->
                ItemType.DYNAMIC_TOOL_CALL;
        };
    }

    /** What the tool does, or null when neither name nor kind tells. */
    static @Nullable ToolKind toolKind(@Nullable String name, @Nullable String kind) {
        ToolKind named = name == null ? null : switch (name) {
            // Of a history, the Codex adapter tells only the name.
            case "exec_command", "shell" -> ToolKind.BASH;
            case "apply_patch" -> ToolKind.EDIT;
            case "update_plan" -> ToolKind.TODO;
            case "Write", "write", "write_file" -> ToolKind.WRITE;
            case "WebSearch", "websearch" -> ToolKind.WEB_SEARCH;
            case "Task", "Agent", "task" -> ToolKind.TASK;
            case "TodoWrite", "TaskCreate", "TaskUpdate", "todowrite", "todoread", "write_todos" -> ToolKind.TODO;
            case "AskUserQuestion", "question" -> ToolKind.ASK;
            case "Skill", "skill" -> ToolKind.SKILL;
            default -> null;
        };
        return named != null || kind == null ? named : switch (kind) {
            case "execute" -> ToolKind.BASH;
            case "read" -> ToolKind.READ;
            case "edit", "delete", "move" -> ToolKind.EDIT;
            case "search" -> ToolKind.SEARCH;
            case "fetch" -> ToolKind.FETCH;
            case "think" -> ToolKind.THINK;
            case "switch_mode" -> ToolKind.MODE;
            case "other" -> ToolKind.CUSTOM;
            default -> ToolKind.UNKNOWN;
        };
    }
}
