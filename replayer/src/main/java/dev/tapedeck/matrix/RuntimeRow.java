package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.Set;

/** The ten runtime events as rows. */
enum RuntimeRow {
    SESSION("SessionUpdated"),
    THREAD("ThreadUpdated"),
    TURN("TurnUpdated"),
    ITEM("ItemUpdated"),
    REQUEST("RequestUpdated"),
    EVIDENCE("EvidenceUpdated"),
    USAGE("UsageUpdated"),
    RATE_LIMITS("RateLimitsUpdated"),
    COMPACTION("CompactionUpdated"),
    WARNING("Warning");

    private final Row row;

    RuntimeRow(String name) {
        this.row = new Row(name, name, "runtime events");
    }

    Row row() {
        return row;
    }

    /**
     * What a canonical event becomes before all; further events that it brings along are known from recordings only.
     * Empty where the runtime vocabulary has no place for it.
     */
    static Set<RuntimeRow> claimed(EventType type) {
        return switch (type) {
            case SESSION_STARTED, SESSION_CONFIGURED, AUTH_STATUS, ACCOUNT_UPDATED -> Set.of(SESSION);
            case THREAD_STARTED, THREAD_STATE_CHANGED, THREAD_METADATA_UPDATED, MODEL_REROUTED -> Set.of(THREAD);
            case THREAD_TOKEN_USAGE_UPDATED -> Set.of(USAGE);
            case TURN_STARTED, TURN_COMPLETED, TURN_ABORTED -> Set.of(TURN);
            case ITEM_STARTED, ITEM_UPDATED, ITEM_COMPLETED, CONTENT_DELTA, TURN_PLAN_UPDATED -> Set.of(ITEM);
            case TASK_STARTED, TASK_PROGRESS, TASK_COMPLETED, TOOL_PROGRESS -> Set.of(ITEM);
            case CONFIG_WARNING, DEPRECATION_NOTICE, RUNTIME_WARNING, RUNTIME_ERROR -> Set.of(ITEM);
            case REQUEST_OPENED, REQUEST_RESOLVED, USER_INPUT_REQUESTED, USER_INPUT_RESOLVED -> Set.of(REQUEST);
            case ACCOUNT_RATE_LIMITS_UPDATED -> Set.of(RATE_LIMITS);
            case SESSION_STATE_CHANGED, SESSION_EXITED, TURN_DIFF_UPDATED -> Set.of();
            case THREAD_REALTIME_STARTED,
                    THREAD_REALTIME_ITEM_ADDED,
                    THREAD_REALTIME_AUDIO_DELTA,
                    THREAD_REALTIME_ERROR,
                    THREAD_REALTIME_CLOSED -> Set.of();
            case HOOK_STARTED, HOOK_PROGRESS, HOOK_COMPLETED, TOOL_SUMMARY -> Set.of();
            case MCP_STATUS_UPDATED, MCP_OAUTH_COMPLETED, FILES_PERSISTED -> Set.of();
        };
    }

    static RuntimeRow of(RuntimeEvent event) {
        return switch (event) {
            case RuntimeEvent.SessionUpdated session -> SESSION;
            case RuntimeEvent.ThreadUpdated thread -> THREAD;
            case RuntimeEvent.TurnUpdated turn -> TURN;
            case RuntimeEvent.ItemUpdated item -> ITEM;
            case RuntimeEvent.RequestUpdated request -> REQUEST;
            case RuntimeEvent.EvidenceUpdated evidence -> EVIDENCE;
            case RuntimeEvent.UsageUpdated usage -> USAGE;
            case RuntimeEvent.RateLimitsUpdated limits -> RATE_LIMITS;
            case RuntimeEvent.CompactionUpdated compaction -> COMPACTION;
            case RuntimeEvent.Warning warning -> WARNING;
        };
    }
}
