package dev.tapedeck.amalgm;

import com.fasterxml.jackson.annotation.JsonValue;

/** The amalgm events, with the names of the normalization matrix. */
public enum AmalgmType {
    SESSION_INIT("session_init"),
    TITLE_GENERATED("title_generated"),
    TEXT_DELTA("text.delta"),
    REASONING_DELTA("reasoning.delta"),
    /** A picture, sound or file in an answer; the matrix asks for it and has no name for it. */
    CONTENT_BLOCK("content.block"),
    TOOL_STARTED("tool.started"),
    TOOL_UPDATED("tool.updated"),
    TOOL_COMPLETED("tool.completed"),
    PERMISSION_REQUEST("permission_request"),
    PERMISSION_RESPONSE("permission_response"),
    COMPACTION_STARTED("compaction.started"),
    COMPACTION_FINISHED("compaction.finished"),
    USAGE_FINAL("usage.final"),
    WARNING("warning"),
    ERROR("error"),
    DONE("done");

    private final String word;

    AmalgmType(String word) {
        this.word = word;
    }

    /** The word that stands in events. */
    @JsonValue
    public String word() {
        return word;
    }
}
