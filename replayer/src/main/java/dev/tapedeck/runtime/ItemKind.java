package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/** Kinds of turn items (runtime-event-path, Turn item). */
public enum ItemKind {
    USER_MESSAGE("user_message"),
    ASSISTANT_MESSAGE("assistant_message"),
    REASONING("reasoning"),
    PLAN("plan"),
    COMMAND("command"),
    FILE_CHANGE("file_change"),
    TOOL_CALL("tool_call"),
    QUESTION("question"),
    APPROVAL("approval"),
    COMPACTION("compaction"),
    SUBAGENT("subagent"),
    FILE_SEARCH("file_search"),
    WEB_SEARCH("web_search"),
    NOTICE("notice"),
    ERROR("error");

    private final String word;

    ItemKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
