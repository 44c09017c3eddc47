package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.Failure;
import dev.tapedeck.amalgm.AmalgmPayload.Warning;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnState;
import java.util.Objects;

/**
 * Canonical events seen in the amalgm vocabulary, without a look at native shapes. One instance serves one process of a
 * provider, whose canonical events it must be told in order; not for several threads.
 */
public final class AmalgmProjection {
    private final Messages messages;
    private final Tools tools;
    private final Permissions permissions;
    private final Turns turns;
    private final Compactions compactions;
    private final Sessions sessions;
    /**
     * Whether the provider itself told last that a turn ended before its time: its program's exit code says the same.
     */
    private boolean endTold;

    public AmalgmProjection() {
        messages = new Messages();
        tools = new Tools();
        permissions = new Permissions();
        turns = new Turns();
        compactions = new Compactions();
        sessions = new Sessions();
    }

    private AmalgmProjection(AmalgmProjection other) {
        messages = new Messages(other.messages);
        tools = new Tools(other.tools);
        permissions = new Permissions(other.permissions);
        turns = new Turns(other.turns);
        compactions = new Compactions(other.compactions);
        sessions = new Sessions(other.sessions);
        endTold = other.endTold;
    }

    /** One that knows what this one knows now, and goes its own way. */
    public AmalgmProjection fork() {
        return new AmalgmProjection(this);
    }

    /** What the event becomes, and why when it becomes nothing. */
    public Projected project(CanonicalEvent event) {
        Output out = new Output(event.refs(), sessions.parentOf(event.refs().thread()));
        if (event.history()) {
            history(event.payload(), out);
            return out.done();
        }
        switch (event.payload()) {
            case SessionPayload session -> sessions.session(session, endTold, out);
            case ThreadPayload thread -> thread(thread, out);
            case TurnPayload turn -> {
                turn(turn, out);
                endTold = event.raw() != null && endsEarly(turn);
            }
            case ItemPayload item -> item(item, out);
            case RequestPayload request -> permissions.project(request, out);
            case TelemetryPayload telemetry -> telemetry(telemetry, out);
        }
        return out.done();
    }

    /** What was told when it happened is not told again; a sub-agent of then may go on now. */
    private void history(CanonicalPayload payload, Output out) {
        if (payload instanceof ThreadPayload.ThreadStarted started) {
            sessions.started(started, out);
        }
        out.omit(Omission.HISTORY);
    }

    private void thread(ThreadPayload payload, Output out) {
        switch (payload) {
            case ThreadPayload.ThreadStarted started -> sessions.started(started, out);
            case ThreadPayload.ThreadMetadataUpdated updated -> sessions.updated(updated, out);
            case ThreadPayload.ThreadStateChanged changed -> compactions.changed(changed, out);
            case ThreadPayload.ThreadTokenUsageUpdated used -> turns.used(used, out);
            case ThreadPayload.ThreadRealtimeError error -> {
                turns.failed(out);
                out.emit(new Failure(ErrorKind.TRANSPORT, error.message()));
            }
            case ThreadPayload.ThreadRealtimeStarted started -> out.omit(Omission.REALTIME);
            case ThreadPayload.ThreadRealtimeItemAdded added -> out.omit(Omission.REALTIME);
            case ThreadPayload.ThreadRealtimeAudioDelta audio -> out.omit(Omission.REALTIME);
            case ThreadPayload.ThreadRealtimeClosed closed -> out.omit(Omission.REALTIME);
        }
    }

    private static boolean endsEarly(TurnPayload payload) {
        return switch (payload) {
            case TurnPayload.TurnCompleted end ->
                end.state() != TurnState.COMPLETED && end.state() != TurnState.IN_PROGRESS;
            case TurnPayload.TurnAborted aborted -> true;
            case TurnPayload.TurnStarted started -> false;
            case TurnPayload.TurnPlanUpdated plan -> false;
            case TurnPayload.TurnDiffUpdated diff -> false;
        };
    }

    private void turn(TurnPayload payload, Output out) {
        switch (payload) {
            case TurnPayload.TurnStarted started -> {
                turns.started(out);
                out.omit(Omission.TURN_START);
            }
            case TurnPayload.TurnCompleted completed -> {
                turns.completed(completed, out);
                compactions.turnEnds(out);
            }
            case TurnPayload.TurnAborted aborted -> {
                turns.aborted(aborted, out);
                compactions.turnEnds(out);
            }
            case TurnPayload.TurnPlanUpdated plan -> out.omit(Omission.PLAN);
            case TurnPayload.TurnDiffUpdated diff -> out.omit(Omission.TURN_DIFF);
        }
    }

    private void item(ItemPayload payload, Output out) {
        switch (payload) {
            case ItemPayload.ContentDelta delta when delta.itemType() == ItemType.CONTEXT_COMPACTION ->
                compactions.delta(delta, out);
            case ItemPayload.ContentDelta delta when Messages.isText(delta.streamKind()) -> messages.delta(delta, out);
            case ItemPayload.ContentDelta delta -> tools.delta(delta, out);
            case ItemPayload.ItemStarted(var item) -> {
                switch (Family.of(item.itemType())) {
                    case MESSAGE -> messages.started(item, out);
                    case COMPACTION -> compactions.started(item, out);
                    case ERROR -> out.omit(Omission.SAID_ALREADY);
                    case OTHER -> tools.started(item, out);
                }
            }
            case ItemPayload.ItemUpdated(var item) -> {
                switch (Family.of(item.itemType())) {
                    case MESSAGE -> messages.snapshot(item, out);
                    case COMPACTION -> compactions.updated(item, out);
                    case ERROR -> out.omit(Omission.SAID_ALREADY);
                    case OTHER -> tools.updated(item, out);
                }
            }
            case ItemPayload.ItemCompleted(var item) -> {
                switch (Family.of(item.itemType())) {
                    case MESSAGE -> messages.completed(item, out);
                    case COMPACTION -> compactions.completed(item, out);
                    case ERROR -> turns.error(item, out);
                    case OTHER -> tools.completed(item, out);
                }
            }
        }
    }

    /** Who tells an item; others than messages, compactions and errors are tools or nothing. */
    private enum Family {
        MESSAGE,
        COMPACTION,
        ERROR,
        OTHER;

        static Family of(ItemType type) {
            return switch (type) {
                case ASSISTANT_MESSAGE, REASONING -> MESSAGE;
                case CONTEXT_COMPACTION -> COMPACTION;
                case ERROR -> ERROR;
                case USER_MESSAGE,
                        PLAN,
                        COMMAND_EXECUTION,
                        FILE_CHANGE,
                        MCP_TOOL_CALL,
                        DYNAMIC_TOOL_CALL,
                        COLLAB_AGENT_TOOL_CALL,
                        WEB_SEARCH,
                        IMAGE_VIEW,
                        REVIEW_ENTERED,
                        REVIEW_EXITED,
                        PLAN_SUGGESTION,
                        UNKNOWN -> OTHER;
            };
        }
    }

    private void telemetry(TelemetryPayload payload, Output out) {
        switch (payload) {
            case TelemetryPayload.RuntimeError error -> turns.error(error, out);
            case TelemetryPayload.RuntimeWarning warning -> out.emit(new Warning(warning.message(), null));
            case TelemetryPayload.ConfigWarning warning -> out.emit(new Warning(warning.summary(), null));
            case TelemetryPayload.DeprecationNotice notice -> out.emit(new Warning(notice.summary(), null));
            case TelemetryPayload.ModelRerouted rerouted ->
                out.emit(new Warning(
                        "model " + rerouted.toModel() + " in place of " + rerouted.fromModel() + ": "
                                + rerouted.reason(),
                        ErrorKind.MODEL));
            case TelemetryPayload.AuthStatus auth when auth.error() != null -> turns.loginFailed(auth.error(), out);
            case TelemetryPayload.McpOauthCompleted login when !login.success() ->
                out.emit(new Warning(
                        Objects.requireNonNullElse(login.error(), "login to an MCP server failed"), ErrorKind.AUTH));
            case TelemetryPayload.ToolProgress progress -> tools.progress(progress, out);
            case TelemetryPayload.ToolSummary summary -> out.omit(Omission.NO_ROW);
            case TelemetryPayload.TaskStarted task -> out.omit(Omission.TASK);
            case TelemetryPayload.TaskProgress task -> out.omit(Omission.TASK);
            case TelemetryPayload.TaskCompleted task -> out.omit(Omission.TASK);
            case TelemetryPayload.HookStarted hook -> out.omit(Omission.HOOK);
            case TelemetryPayload.HookProgress hook -> out.omit(Omission.HOOK);
            case TelemetryPayload.HookCompleted hook -> out.omit(Omission.HOOK);
            case TelemetryPayload.AuthStatus auth -> out.omit(Omission.ACCOUNT);
            case TelemetryPayload.AccountUpdated account -> out.omit(Omission.ACCOUNT);
            case TelemetryPayload.AccountRateLimitsUpdated limits -> out.omit(Omission.ACCOUNT);
            case TelemetryPayload.McpStatusUpdated status -> out.omit(Omission.MCP);
            case TelemetryPayload.McpOauthCompleted login -> out.omit(Omission.MCP);
            case TelemetryPayload.FilesPersisted files -> out.omit(Omission.NO_ROW);
        }
    }
}
