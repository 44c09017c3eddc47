package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.RequestPayload.RequestOpened;
import dev.tapedeck.canonical.RequestPayload.RequestResolved;
import dev.tapedeck.canonical.RequestPayload.UserInputRequested;
import dev.tapedeck.canonical.RequestPayload.UserInputResolved;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * {@code request.*} as RequestUpdated with its approval or question item, which points to the request for arguments
 * and answer.
 *
 * <p>What a program answers by itself, a tool of the client or a token, waits for no user: it has neither item nor
 * {@code needs_input}. What a reviewer of the provider's own decides is an approval item and nothing else. The host
 * returns the turn to working when its last request is answered.
 */
final class RequestProjection {
    private final Refs refs;
    private final Instant at;

    RequestProjection(Refs refs, Instant at) {
        this.refs = refs;
        this.at = at;
    }

    List<RuntimeEvent> project(RequestPayload payload) {
        RequestRef request = refs.request();
        if (request == null) {
            return List.of();
        }
        return switch (payload) {
            case RequestOpened opened -> opened(request, opened);
            case RequestResolved resolved -> resolved(request, resolved);
            case UserInputRequested requested -> List.of();
            case UserInputResolved resolved -> List.of();
        };
    }

    private List<RuntimeEvent> opened(RequestRef request, RequestOpened opened) {
        ItemKind kind = itemKind(opened.requestType());
        if (opened.reviewer() != null) {
            return reviewed(request, kind, row -> row.state(ItemState.OPEN).title(opened.detail()));
        }
        List<RuntimeEvent> events = new ArrayList<>(3);
        events.add(updated(
                request,
                RequestState.PENDING,
                opened.requestType(),
                Patch.told(opened.detail()),
                Patch.told(opened.args()),
                Patch.keep()));
        if (kind != null && refs.thread() != null) {
            events.add(item(refs.thread(), request, kind)
                    .state(ItemState.OPEN)
                    .title(opened.detail())
                    .request(request)
                    .event());
            events.add(TurnUpdated.phase(refs.thread(), refs.turn(), TurnPhase.NEEDS_INPUT));
        }
        return events;
    }

    private List<RuntimeEvent> resolved(RequestRef request, RequestResolved resolved) {
        boolean cancelled = Objects.equals(resolved.cancelled(), true);
        ItemKind kind = itemKind(resolved.requestType());
        ItemState state = cancelled ? ItemState.FAILED : answered(resolved.approved());
        if (resolved.reviewer() != null) {
            String verdict = resolved.reason() == null ? "" : ": " + resolved.reason();
            return reviewed(request, kind, row -> row.state(state)
                    .detail(resolved.decision() + verdict)
                    .completedAt(at));
        }
        List<RuntimeEvent> events = new ArrayList<>(2);
        events.add(updated(
                request,
                cancelled ? RequestState.CANCELLED : RequestState.RESOLVED,
                resolved.requestType(),
                Patch.keep(),
                Patch.keep(),
                Patch.told(resolved.resolution())));
        if (kind != null && refs.thread() != null) {
            events.add(item(refs.thread(), request, kind)
                    .state(state)
                    .detail(cancelled ? "cancelled" : decision(resolved))
                    .completedAt(at)
                    .event());
        }
        return events;
    }

    /** What somebody decides in the user's place is a row alone: the map of requests holds what waits for an answer. */
    private List<RuntimeEvent> reviewed(RequestRef review, @Nullable ItemKind kind, UnaryOperator<ItemPatch> told) {
        return kind == null || refs.thread() == null
                ? List.of()
                : List.of(told.apply(item(refs.thread(), review, kind)).event());
    }

    /** An answer that is an error has no word of its own. */
    private static @Nullable String decision(RequestResolved resolved) {
        boolean refused = Objects.equals(resolved.approved(), false);
        return resolved.decision() == null && refused ? "refused" : resolved.decision();
    }

    /** What was refused is no success (decision D5). */
    private static ItemState answered(@Nullable Boolean approved) {
        return Objects.equals(approved, false) ? ItemState.DECLINED : ItemState.COMPLETED;
    }

    private RequestUpdated updated(
            RequestRef request,
            RequestState state,
            RequestType type,
            Patch<String> detail,
            Patch<JsonNode> args,
            Patch<JsonNode> answer) {
        return new RequestUpdated(
                request,
                refs.thread(),
                refs.turn(),
                refs.item(),
                state,
                type == RequestType.UNKNOWN && state != RequestState.PENDING ? Patch.keep() : Patch.set(type.word()),
                detail,
                args,
                answer);
    }

    private ItemPatch item(String thread, RequestRef request, ItemKind kind) {
        return new ItemPatch(thread, refs.turn(), "request:" + request.key(), kind);
    }

    private static @Nullable ItemKind itemKind(RequestType type) {
        return switch (type) {
            case COMMAND_EXECUTION_APPROVAL,
                    FILE_CHANGE_APPROVAL,
                    APPLY_PATCH_APPROVAL,
                    EXEC_COMMAND_APPROVAL,
                    UNKNOWN -> ItemKind.APPROVAL;
            case TOOL_USER_INPUT -> ItemKind.QUESTION;
            case DYNAMIC_TOOL_CALL, AUTH_TOKENS_REFRESH -> null;
        };
    }
}
