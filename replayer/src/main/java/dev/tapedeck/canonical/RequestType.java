package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;
import org.jspecify.annotations.Nullable;

/** What a request asks for (canonical-events 1.4). */
public enum RequestType {
    COMMAND_EXECUTION_APPROVAL("command_execution_approval"),
    FILE_CHANGE_APPROVAL("file_change_approval"),
    APPLY_PATCH_APPROVAL("apply_patch_approval"),
    EXEC_COMMAND_APPROVAL("exec_command_approval"),
    TOOL_USER_INPUT("tool_user_input"),
    DYNAMIC_TOOL_CALL("dynamic_tool_call"),
    AUTH_TOKENS_REFRESH("auth_tokens_refresh"),
    UNKNOWN("unknown");

    private final String word;

    RequestType(String word) {
        this.word = word;
    }

    /** The type of that word, or null when there is none. */
    public static @Nullable RequestType ofWord(String word) {
        for (RequestType type : values()) {
            if (type.word.equals(word)) {
                return type;
            }
        }
        return null;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
