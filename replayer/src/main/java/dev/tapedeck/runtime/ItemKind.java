package dev.tapedeck.runtime;

import com.fasterxml.jackson.annotation.JsonValue;

/**
 * Kinds of turn items (runtime-event-path, Turn item).
 *
 * <p>{@code tool_call} is the general one: an event that tells nothing of a tool but that it is one, as input that
 * streams does, leaves a search of files what it is ({@link #over}).
 */
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

    /** What an item is once an event calls it so, of which an earlier one told that it is {@code known}. */
    public ItemKind over(ItemKind known) {
        return this == TOOL_CALL && known == FILE_SEARCH ? known : this;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
