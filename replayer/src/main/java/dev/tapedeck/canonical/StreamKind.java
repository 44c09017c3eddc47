package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** Which text of an item a delta extends (canonical-events 1.5). */
public enum StreamKind {
    ASSISTANT_TEXT("assistant_text"),
    REASONING_TEXT("reasoning_text"),
    REASONING_SUMMARY_TEXT("reasoning_summary_text"),
    PLAN_TEXT("plan_text"),
    COMMAND_OUTPUT("command_output"),
    FILE_CHANGE_OUTPUT("file_change_output"),
    TOOL_INPUT("tool_input"),
    UNKNOWN("unknown");

    private final String word;

    StreamKind(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
