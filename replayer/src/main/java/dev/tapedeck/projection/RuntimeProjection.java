package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.SessionPayload.SessionConfigured;
import dev.tapedeck.canonical.SessionPayload.SessionExited;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.SessionPayload.SessionStateChanged;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AccountUpdated;
import dev.tapedeck.canonical.TelemetryPayload.AuthStatus;
import dev.tapedeck.canonical.TelemetryPayload.ConfigWarning;
import dev.tapedeck.canonical.TelemetryPayload.DeprecationNotice;
import dev.tapedeck.canonical.TelemetryPayload.FilesPersisted;
import dev.tapedeck.canonical.TelemetryPayload.HookCompleted;
import dev.tapedeck.canonical.TelemetryPayload.HookProgress;
import dev.tapedeck.canonical.TelemetryPayload.HookStarted;
import dev.tapedeck.canonical.TelemetryPayload.McpOauthCompleted;
import dev.tapedeck.canonical.TelemetryPayload.McpStatusUpdated;
import dev.tapedeck.canonical.TelemetryPayload.ModelRerouted;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.TelemetryPayload.TaskCompleted;
import dev.tapedeck.canonical.TelemetryPayload.TaskProgress;
import dev.tapedeck.canonical.TelemetryPayload.TaskStarted;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.canonical.TelemetryPayload.ToolSummary;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.Projection;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.RateLimitsUpdated;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The runtime vocabulary as a view of canonical events (runtime-event-path, Wire mapping).
 *
 * <p>Items that no provider names get an id of ours: {@code request:<key>} for the approval or question of a request,
 * {@code plan:<turn>} for a turn's plan, {@code compaction:<turn>} for a compaction told without an item,
 * {@code task:<id>} for a task, and {@code notice:<seq>} for what a provider says beside its items, by the frame that
 * said it. Where no thread is told there is no item, since an item belongs to one.
 *
 * <p>History (the canonical mark) updates the same maps by the same events, but opens no turn and confirms no send: a
 * turn that is told again is told by its end alone.
 *
 * <p>Not carried: diffs of a whole turn, hooks, realtime, MCP status, persisted files; the runtime vocabulary has no
 * event for them. Its scratch is written down in {@code package-info}.
 */
public final class RuntimeProjection implements Projection {

    @Override
    public List<RuntimeEvent> project(
            CanonicalEvent event, Message frame, MapContext context, Scratch.Editor scratch) {
        Refs refs = event.refs();
        return switch (event.payload()) {
            case SessionPayload payload -> session(payload);
            case ThreadPayload payload -> new ThreadProjection(refs, scratch).project(payload);
            case TurnPayload payload -> new TurnProjection(refs, event.history(), scratch).project(payload);
            case ItemPayload payload ->
                new ItemProjection(refs, event.history(), frame, context, scratch).project(payload);
            case RequestPayload payload -> new RequestProjection(refs, event.createdAt()).project(payload);
            case TelemetryPayload payload -> telemetry(payload, event, frame);
        };
    }

    @Override
    public void resume(Resumed thread, Scratch.Editor scratch) {
        new ThreadParents(scratch).are(thread.thread(), thread.parent());
        Compactions.resume(thread, scratch);
        scratch.remove(ScratchKeys.plan(thread.thread()));
        for (Resumed.Item item : thread.items()) {
            String turn = item.open() && item.type() == null ? TurnProjection.turnOfPlan(item.id()) : null;
            if (turn != null) {
                scratch.put(ScratchKeys.plan(thread.thread()), turn);
            }
        }
    }

    private static List<RuntimeEvent> session(SessionPayload payload) {
        return switch (payload) {
            case SessionStarted started -> started.message() == null
                    ? List.of()
                    : List.of(sessionUpdated(null, null, null, started.message(), null));
            case SessionConfigured configured ->
                List.of(sessionUpdated(null, null, null, null, configured.config()));
            case SessionStateChanged changed -> List.of();
            case SessionExited exited -> List.of();
        };
    }

    private static List<RuntimeEvent> telemetry(TelemetryPayload payload, CanonicalEvent event, Message frame) {
        return switch (payload) {
            case AccountUpdated account -> List.of(account(account));
            case AuthStatus status -> List.of(sessionUpdated(null, login(status), null, null, null));
            case AccountRateLimitsUpdated limits ->
                List.of(new RateLimitsUpdated(
                        event.refs().thread(), limits.rateLimits(), Objects.equals(limits.sparse(), true)));
            case ModelRerouted rerouted -> rerouted(event.refs(), rerouted);
            case ToolProgress progress -> new NoticeProjection(event, frame).progress(progress);
            case TaskStarted task -> new NoticeProjection(event, frame).task(task);
            case TaskProgress task -> List.of();
            case TaskCompleted task -> new NoticeProjection(event, frame).task(task);
            case RuntimeWarning warning -> new NoticeProjection(event, frame).notice(warning.message(), null);
            case ConfigWarning warning ->
                new NoticeProjection(event, frame).notice(warning.summary(), warning.details());
            case DeprecationNotice notice ->
                new NoticeProjection(event, frame).notice(notice.summary(), notice.details());
            case RuntimeError error -> new NoticeProjection(event, frame).error(error);
            case HookStarted hook -> List.of();
            case HookProgress hook -> List.of();
            case HookCompleted hook -> List.of();
            case ToolSummary summary -> List.of();
            case McpStatusUpdated status -> List.of();
            case McpOauthCompleted oauth -> List.of();
            case FilesPersisted files -> List.of();
        };
    }

    /** Of an account that is told whole, what is absent is gone; a login goes with the account. */
    private static RuntimeEvent account(AccountUpdated told) {
        boolean whole = told.loggedIn() != null;
        return new SessionUpdated(
                whole ? Patch.whole(told.auth()) : Patch.told(told.auth()),
                Objects.equals(told.loggedIn(), false) ? Patch.clear() : Patch.keep(),
                whole ? Patch.whole(told.billingMode()) : Patch.told(told.billingMode()),
                Patch.keep(),
                Patch.keep());
    }

    private static String login(AuthStatus status) {
        if (status.error() != null) {
            return "failed: " + status.error();
        }
        return Objects.equals(status.isAuthenticating(), true) ? "pending" : "completed";
    }

    private static List<RuntimeEvent> rerouted(Refs refs, ModelRerouted rerouted) {
        if (refs.thread() == null) {
            return List.of();
        }
        JsonNode settings = JsonNodeFactory.instance.objectNode().put("model", rerouted.toModel());
        return List.of(new ThreadUpdated(
                refs.thread(), Patch.keep(), Patch.keep(), Patch.keep(), Patch.set(settings)));
    }

    private static RuntimeEvent sessionUpdated(
            @Nullable String auth,
            @Nullable String login,
            @Nullable String billingMode,
            @Nullable String title,
            @Nullable JsonNode config) {
        return new SessionUpdated(
                Patch.told(auth), Patch.told(login), Patch.told(billingMode), Patch.told(title), Patch.told(config));
    }
}
