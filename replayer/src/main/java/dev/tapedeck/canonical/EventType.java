package dev.tapedeck.canonical;

import com.fasterxml.jackson.annotation.JsonValue;

/** The canonical event types in the order of the seed (canonical-events 1.2). */
public enum EventType {
    SESSION_STARTED("session.started", Family.SESSION),
    SESSION_CONFIGURED("session.configured", Family.SESSION),
    SESSION_STATE_CHANGED("session.state.changed", Family.SESSION),
    SESSION_EXITED("session.exited", Family.SESSION),
    THREAD_STARTED("thread.started", Family.THREAD),
    THREAD_STATE_CHANGED("thread.state.changed", Family.THREAD),
    THREAD_METADATA_UPDATED("thread.metadata.updated", Family.THREAD),
    THREAD_TOKEN_USAGE_UPDATED("thread.token-usage.updated", Family.THREAD),
    THREAD_REALTIME_STARTED("thread.realtime.started", Family.THREAD),
    THREAD_REALTIME_ITEM_ADDED("thread.realtime.item-added", Family.THREAD),
    THREAD_REALTIME_AUDIO_DELTA("thread.realtime.audio.delta", Family.THREAD),
    THREAD_REALTIME_ERROR("thread.realtime.error", Family.THREAD),
    THREAD_REALTIME_CLOSED("thread.realtime.closed", Family.THREAD),
    TURN_STARTED("turn.started", Family.TURN),
    TURN_COMPLETED("turn.completed", Family.TURN),
    TURN_ABORTED("turn.aborted", Family.TURN),
    TURN_PLAN_UPDATED("turn.plan.updated", Family.TURN),
    TURN_DIFF_UPDATED("turn.diff.updated", Family.TURN),
    ITEM_STARTED("item.started", Family.ITEM),
    ITEM_UPDATED("item.updated", Family.ITEM),
    ITEM_COMPLETED("item.completed", Family.ITEM),
    CONTENT_DELTA("content.delta", Family.ITEM),
    REQUEST_OPENED("request.opened", Family.REQUEST),
    REQUEST_RESOLVED("request.resolved", Family.REQUEST),
    USER_INPUT_REQUESTED("user-input.requested", Family.REQUEST),
    USER_INPUT_RESOLVED("user-input.resolved", Family.REQUEST),
    TASK_STARTED("task.started", Family.TELEMETRY),
    TASK_PROGRESS("task.progress", Family.TELEMETRY),
    TASK_COMPLETED("task.completed", Family.TELEMETRY),
    HOOK_STARTED("hook.started", Family.TELEMETRY),
    HOOK_PROGRESS("hook.progress", Family.TELEMETRY),
    HOOK_COMPLETED("hook.completed", Family.TELEMETRY),
    TOOL_PROGRESS("tool.progress", Family.TELEMETRY),
    TOOL_SUMMARY("tool.summary", Family.TELEMETRY),
    AUTH_STATUS("auth.status", Family.TELEMETRY),
    ACCOUNT_UPDATED("account.updated", Family.TELEMETRY),
    ACCOUNT_RATE_LIMITS_UPDATED("account.rate-limits.updated", Family.TELEMETRY),
    MCP_STATUS_UPDATED("mcp.status.updated", Family.TELEMETRY),
    MCP_OAUTH_COMPLETED("mcp.oauth.completed", Family.TELEMETRY),
    MODEL_REROUTED("model.rerouted", Family.TELEMETRY),
    CONFIG_WARNING("config.warning", Family.TELEMETRY),
    DEPRECATION_NOTICE("deprecation.notice", Family.TELEMETRY),
    FILES_PERSISTED("files.persisted", Family.TELEMETRY),
    RUNTIME_WARNING("runtime.warning", Family.TELEMETRY),
    RUNTIME_ERROR("runtime.error", Family.TELEMETRY);

    /** The groups in which matrix and pages show the types. */
    public enum Family {
        SESSION,
        THREAD,
        TURN,
        ITEM,
        REQUEST,
        TELEMETRY
    }

    private final String word;
    private final Family family;

    EventType(String word, Family family) {
        this.word = word;
        this.family = family;
    }

    /** The seed's name, for instance {@code item.started}. */
    @JsonValue
    public String word() {
        return word;
    }

    public Family family() {
        return family;
    }
}
