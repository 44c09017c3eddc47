package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Optional;

/**
 * What a tool does, in one taxonomy for all providers: a host draws one picture for each (normalization-matrix 3).
 *
 * <p>A rule book names the kind of each native tool that it knows. Where it is silent, the type of the tool's item
 * tells it ({@link #of}); a tool that neither tells is {@link #UNKNOWN}, which no tool of a vendor's own may be.
 */
public enum ToolKind {
    /** Runs a command, or reads from, writes to or ends one that runs. */
    BASH("bash"),
    /** Shows a file or a picture to the model. */
    READ("read"),
    /** Changes, moves or deletes what is there. */
    EDIT("edit"),
    /** Writes a whole file. */
    WRITE("write"),
    /** Looks for files or text in the workspace, or lists a folder. */
    SEARCH("search"),
    /** Gets a page or a file from the web. */
    FETCH("fetch"),
    /** Asks a search engine. */
    WEB_SEARCH("web_search"),
    /** A tool of an MCP server; also the reading of its resources and its elicitation. */
    MCP("mcp"),
    /** Gives work to a sub-agent, speaks with one, or waits for it. */
    TASK("task"),
    /** Keeps the list of what is to be done. */
    TODO("todo"),
    /** Asks the user. */
    ASK("ask"),
    /** Enters or leaves a mode, such as planning. */
    MODE("mode"),
    /** Runs instructions that the user keeps under a name. */
    SKILL("skill"),
    /** Makes a picture. */
    IMAGE("image"),
    /** Thinks, without any effect outside. */
    THINK("think"),
    /** Waits, or plans to go on later. */
    WAIT("wait"),
    /** A tool that the client itself brought, or that stands for others. */
    CUSTOM("custom"),
    /** A tool of a name that no rule knows. */
    UNKNOWN("unknown");

    private final String word;

    ToolKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }

    /** What an item's type alone tells of its tool; empty when the item is no tool's. */
    public static Optional<ToolKind> of(ItemType type) {
        return switch (type) {
            case COMMAND_EXECUTION -> Optional.of(BASH);
            case FILE_CHANGE -> Optional.of(EDIT);
            case MCP_TOOL_CALL -> Optional.of(MCP);
            case COLLAB_AGENT_TOOL_CALL -> Optional.of(TASK);
            case WEB_SEARCH -> Optional.of(WEB_SEARCH);
            case IMAGE_VIEW -> Optional.of(READ);
            case DYNAMIC_TOOL_CALL -> Optional.of(UNKNOWN);
            case USER_MESSAGE,
                    ASSISTANT_MESSAGE,
                    REASONING,
                    PLAN,
                    REVIEW_ENTERED,
                    REVIEW_EXITED,
                    CONTEXT_COMPACTION,
                    PLAN_SUGGESTION,
                    ERROR,
                    UNKNOWN -> Optional.empty();
        };
    }
}
