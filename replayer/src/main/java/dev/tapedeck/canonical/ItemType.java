package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** What an item is (canonical-events 1.3). */
public enum ItemType {
    USER_MESSAGE("user_message"),
    ASSISTANT_MESSAGE("assistant_message"),
    REASONING("reasoning"),
    PLAN("plan"),
    COMMAND_EXECUTION("command_execution"),
    FILE_CHANGE("file_change"),
    MCP_TOOL_CALL("mcp_tool_call"),
    DYNAMIC_TOOL_CALL("dynamic_tool_call"),
    COLLAB_AGENT_TOOL_CALL("collab_agent_tool_call"),
    WEB_SEARCH("web_search"),
    IMAGE_VIEW("image_view"),
    REVIEW_ENTERED("review_entered"),
    REVIEW_EXITED("review_exited"),
    CONTEXT_COMPACTION("context_compaction"),
    PLAN_SUGGESTION("plan_suggestion"),
    ERROR("error"),
    UNKNOWN("unknown");

    private final String word;

    ItemType(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
