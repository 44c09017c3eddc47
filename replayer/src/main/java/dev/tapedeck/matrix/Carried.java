package dev.tapedeck.matrix;

import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.rules.Concept;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Which concepts of the normalization matrix an event carries: what proves a concept that only some frames of a rule
 * serve. A whole message of a model proves images only when one was in it.
 */
final class Carried {
    private Carried() {}

    static void by(CanonicalPayload payload, Set<Concept> carried) {
        switch (payload) {
            case ItemPayload item -> item(item, carried);
            case TurnPayload turn -> turn(turn, carried);
            case ThreadPayload thread -> thread(thread, carried);
            case RequestPayload request -> request(request, carried);
            case SessionPayload session -> session(session, carried);
            case TelemetryPayload telemetry -> telemetry(telemetry, carried);
        }
    }

    private static void item(ItemPayload payload, Set<Concept> carried) {
        switch (payload) {
            case ItemPayload.ItemStarted started -> {
                snapshot(started.item(), carried);
                if (isTool(started.item())) {
                    carried.add(Concept.TOOL_CALL);
                }
            }
            case ItemPayload.ItemUpdated updated -> snapshot(updated.item(), carried);
            case ItemPayload.ItemCompleted completed -> {
                if (!isMereEnd(completed.item())) {
                    snapshot(completed.item(), carried);
                }
                if (isTool(completed.item()) && hasOutput(completed.item())) {
                    carried.add(Concept.TOOL_OUTPUT);
                }
            }
            case ItemPayload.ContentDelta delta -> delta(delta, carried);
        }
    }

    private static void snapshot(ItemSnapshot item, Set<Concept> carried) {
        switch (item.itemType()) {
            case ASSISTANT_MESSAGE -> carried.add(Concept.TEXT);
            case REASONING -> carried.add(Concept.REASONING);
            case PLAN, USER_MESSAGE -> carried.add(Concept.DROPPED_TODAY);
            case CONTEXT_COMPACTION -> carried.add(Concept.COMPACTION);
            case ERROR -> carried.add(Concept.ERROR);
            case IMAGE_VIEW -> carried.addAll(List.of(Concept.MULTIMODAL, Concept.TOOL_STATE));
            case COMMAND_EXECUTION,
                    FILE_CHANGE,
                    MCP_TOOL_CALL,
                    DYNAMIC_TOOL_CALL,
                    COLLAB_AGENT_TOOL_CALL,
                    WEB_SEARCH -> carried.add(Concept.TOOL_STATE);
            case REVIEW_ENTERED, REVIEW_EXITED, PLAN_SUGGESTION, UNKNOWN -> {}
        }
        addIf(isTool(item) && item.input() != null, Concept.TOOL_INPUT, carried);
        addIf(item.server() != null, Concept.MCP, carried);
        addIf(item.attachments() != null && !item.attachments().isEmpty(), Concept.MULTIMODAL, carried);
    }

    /** Whether what a model was saying only ends: what the frame is about, the item does not tell. */
    static boolean isMereEnd(ItemSnapshot item) {
        boolean said = switch (item.itemType()) {
            case ASSISTANT_MESSAGE, REASONING, PLAN -> true;
            case USER_MESSAGE,
                    COMMAND_EXECUTION,
                    FILE_CHANGE,
                    MCP_TOOL_CALL,
                    DYNAMIC_TOOL_CALL,
                    COLLAB_AGENT_TOOL_CALL,
                    WEB_SEARCH,
                    IMAGE_VIEW,
                    REVIEW_ENTERED,
                    REVIEW_EXITED,
                    CONTEXT_COMPACTION,
                    PLAN_SUGGESTION,
                    ERROR,
                    UNKNOWN -> false;
        };
        return said && item.text() == null && item.attachments() == null;
    }

    private static boolean isTool(ItemSnapshot item) {
        return switch (item.itemType()) {
            case COMMAND_EXECUTION,
                    FILE_CHANGE,
                    MCP_TOOL_CALL,
                    DYNAMIC_TOOL_CALL,
                    COLLAB_AGENT_TOOL_CALL,
                    WEB_SEARCH,
                    IMAGE_VIEW -> true;
            case USER_MESSAGE,
                    ASSISTANT_MESSAGE,
                    REASONING,
                    PLAN,
                    REVIEW_ENTERED,
                    REVIEW_EXITED,
                    CONTEXT_COMPACTION,
                    PLAN_SUGGESTION,
                    ERROR,
                    UNKNOWN -> false;
        };
    }

    private static boolean hasOutput(ItemSnapshot item) {
        return item.text() != null || item.exitCode() != null || item.attachments() != null;
    }

    private static void delta(ItemPayload.ContentDelta delta, Set<Concept> carried) {
        switch (delta.streamKind()) {
            case ASSISTANT_TEXT -> carried.add(Concept.TEXT);
            case REASONING_TEXT, REASONING_SUMMARY_TEXT -> carried.add(Concept.REASONING);
            case PLAN_TEXT -> carried.add(Concept.DROPPED_TODAY);
            case COMMAND_OUTPUT, FILE_CHANGE_OUTPUT -> carried.addAll(List.of(Concept.TOOL_STATE, Concept.TOOL_OUTPUT));
            case TOOL_INPUT -> carried.add(Concept.TOOL_INPUT);
            case UNKNOWN -> {}
        }
    }

    private static void turn(TurnPayload payload, Set<Concept> carried) {
        switch (payload) {
            case TurnPayload.TurnCompleted turn -> {
                carried.add(Concept.TURN_END);
                addIf(turn.errorMessage() != null, Concept.ERROR, carried);
                addIf(turn.totalCostUsd() != null, Concept.COST, carried);
                addIf(turn.usage() != null, Concept.USAGE, carried);
                usage(turn.turnUsage(), carried);
            }
            case TurnPayload.TurnAborted aborted -> carried.add(Concept.TURN_END);
            case TurnPayload.TurnPlanUpdated plan -> carried.add(Concept.DROPPED_TODAY);
            case TurnPayload.TurnDiffUpdated diff -> carried.add(Concept.TOOL_OUTPUT);
            case TurnPayload.TurnStarted started -> {}
        }
    }

    private static void thread(ThreadPayload payload, Set<Concept> carried) {
        switch (payload) {
            case ThreadPayload.ThreadTokenUsageUpdated used -> {
                carried.add(Concept.USAGE);
                UsageFigures figures = used.figures();
                Stream.of(figures.thread(), figures.turn(), figures.step())
                        .filter(Objects::nonNull)
                        .forEach(each -> usage(each, carried));
            }
            case ThreadPayload.ThreadStarted started ->
                addIf(started.settings() != null, Concept.SESSION, carried);
            case ThreadPayload.ThreadMetadataUpdated updated ->
                addIf(updated.name() != null, Concept.SESSION, carried);
            case ThreadPayload.ThreadStateChanged changed ->
                addIf(changed.compaction() != null, Concept.COMPACTION, carried);
            case ThreadPayload.ThreadRealtimeStarted started -> carried.add(Concept.MULTIMODAL);
            case ThreadPayload.ThreadRealtimeItemAdded added -> carried.add(Concept.MULTIMODAL);
            case ThreadPayload.ThreadRealtimeAudioDelta audio -> carried.add(Concept.MULTIMODAL);
            case ThreadPayload.ThreadRealtimeError error ->
                carried.addAll(List.of(Concept.MULTIMODAL, Concept.ERROR));
            case ThreadPayload.ThreadRealtimeClosed closed -> carried.add(Concept.MULTIMODAL);
        }
    }

    private static void usage(@Nullable Usage usage, Set<Concept> carried) {
        addIf(usage != null, Concept.USAGE, carried);
        addIf(usage != null && usage.costUsd() != null, Concept.COST, carried);
    }

    private static void request(RequestPayload payload, Set<Concept> carried) {
        switch (payload) {
            case RequestPayload.RequestOpened opened -> requested(opened.requestType(), carried);
            case RequestPayload.RequestResolved resolved -> requested(resolved.requestType(), carried);
            case RequestPayload.UserInputRequested requested -> carried.add(Concept.PERMISSION);
            case RequestPayload.UserInputResolved resolved -> carried.add(Concept.PERMISSION);
        }
    }

    private static void requested(RequestType type, Set<Concept> carried) {
        switch (type) {
            case COMMAND_EXECUTION_APPROVAL,
                    FILE_CHANGE_APPROVAL,
                    APPLY_PATCH_APPROVAL,
                    EXEC_COMMAND_APPROVAL,
                    TOOL_USER_INPUT -> carried.add(Concept.PERMISSION);
            case DYNAMIC_TOOL_CALL, AUTH_TOKENS_REFRESH, UNKNOWN -> {}
        }
    }

    private static void session(SessionPayload payload, Set<Concept> carried) {
        switch (payload) {
            case SessionPayload.SessionStarted started -> carried.add(Concept.SESSION);
            case SessionPayload.SessionConfigured configured -> carried.add(Concept.SESSION);
            case SessionPayload.SessionStateChanged changed -> {}
            case SessionPayload.SessionExited exited -> {}
        }
    }

    private static void telemetry(TelemetryPayload payload, Set<Concept> carried) {
        switch (payload) {
            case TelemetryPayload.ToolProgress progress -> carried.add(Concept.TOOL_STATE);
            case TelemetryPayload.ToolSummary summary -> carried.add(Concept.TOOL_STATE);
            case TelemetryPayload.McpStatusUpdated status -> carried.add(Concept.MCP);
            case TelemetryPayload.McpOauthCompleted completed -> carried.add(Concept.MCP);
            case TelemetryPayload.RuntimeError error -> carried.add(Concept.ERROR);
            case TelemetryPayload.AuthStatus auth -> addIf(auth.error() != null, Concept.ERROR, carried);
            case TelemetryPayload.TaskStarted started -> {}
            case TelemetryPayload.TaskProgress progress -> {}
            case TelemetryPayload.TaskCompleted completed -> {}
            case TelemetryPayload.HookStarted started -> {}
            case TelemetryPayload.HookProgress progress -> {}
            case TelemetryPayload.HookCompleted completed -> {}
            case TelemetryPayload.AccountUpdated updated -> {}
            case TelemetryPayload.AccountRateLimitsUpdated updated -> {}
            case TelemetryPayload.ModelRerouted rerouted -> {}
            case TelemetryPayload.ConfigWarning warning -> {}
            case TelemetryPayload.DeprecationNotice notice -> {}
            case TelemetryPayload.FilesPersisted files -> {}
            case TelemetryPayload.RuntimeWarning warning -> {}
        }
    }

    private static void addIf(boolean condition, Concept concept, Set<Concept> carried) {
        if (condition) {
            carried.add(concept);
        }
    }
}
