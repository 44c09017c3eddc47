package dev.tapedeck.rules;

/** The 16 concepts of the normalization matrix, in its order, and what stands beside them. */
public enum Concept {
    TEXT("Text parts"),
    REASONING("Reasoning parts"),
    TOOL_CALL("Tool parts (the call)"),
    TOOL_INPUT("Tool input"),
    TOOL_STATE("Tool state"),
    TOOL_OUTPUT("Tool output"),
    PERMISSION("Permissions / approvals"),
    TURN_END("Stop / end turn / cancellation"),
    USAGE("Usage (tokens)"),
    COST("Cost (USD)"),
    COMPACTION("Compaction"),
    ERROR("Errors"),
    SESSION("Session init"),
    MULTIMODAL("Multimodal content"),
    MCP("MCP tool metadata"),
    /**
     * What the hosts for which the matrix was first written by hand threw away, hence the row's name: the user's own
     * message, plans, modes, commands, settings. Rules map these; nothing is dropped because it stands in this row.
     */
    DROPPED_TODAY("Dropped today"),
    /** Turns, threads and telemetry for which that matrix has no row, so that every rule has one. */
    OTHER("Beside the matrix");

    private final String title;

    Concept(String title) {
        this.title = title;
    }

    /** The row's heading. */
    public String title() {
        return title;
    }
}
