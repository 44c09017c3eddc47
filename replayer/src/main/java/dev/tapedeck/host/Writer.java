package dev.tapedeck.host;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.canonical.SessionPayload;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload;
import dev.tapedeck.canonical.ThreadPayload;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The events that the host writes itself; none of them has a raw frame. */
final class Writer {
    private Writer() {}

    /** An item that its turn's end, or something like it, closed (decision D2). */
    static Emission itemClosed(int frame, Instant time, Item item) {
        ItemUpdated event = new ItemPatch(item.thread(), item.turn, item.id(), item.kind)
                .state(ItemState.FAILED)
                .detail(item.detail)
                .event();
        CanonicalPayload payload =
                item.type == null || !item.started ? null : closing(item.type, item.title, item.detail);
        Refs refs = new Refs(null, item.thread(), item.turn, item.id(), null);
        CanonicalEvent canonical =
                payload == null ? null : new CanonicalEvent(refs, time, payload, null, item.history);
        return new Emission(frame, canonical, List.of(event), List.of());
    }

    /** The same for an item that the runtime vocabulary has no place for. */
    static Emission unprojectedClosed(
            int frame, Instant time, String thread, String item, ThreadEntry.Unprojected open, String detail) {
        Refs refs = new Refs(null, thread, open.turn(), item, null);
        return new Emission(
                frame,
                new CanonicalEvent(refs, time, closing(open.type(), null, detail), null),
                List.of(),
                List.of());
    }

    static Emission requestCancelled(int frame, Instant time, RequestEntry request) {
        RequestUpdated event = new RequestUpdated(
                request.ref,
                request.thread,
                request.turn,
                request.item,
                RequestState.CANCELLED,
                Patch.keep(),
                Patch.keep(),
                Patch.keep(),
                Patch.keep());
        RequestType type = Arrays.stream(RequestType.values())
                .filter(known -> known.word().equals(request.type))
                .findFirst()
                .orElse(RequestType.UNKNOWN);
        Refs refs = new Refs(null, request.thread, request.turn, request.item, request.ref);
        return emission(frame, refs, time, new RequestPayload.RequestResolved(type, null, null, true), event);
    }

    static Emission backToWorking(int frame, Turn turn) {
        return new Emission(
                frame, null, List.of(TurnUpdated.phase(turn.thread, turn.id, TurnPhase.WORKING)), List.of());
    }

    /** A turn that ended with its process. */
    static Emission turnEnded(int frame, Instant time, Turn turn, TurnDetail detail, String reason) {
        TurnUpdated event = new TurnUpdated(
                turn.thread,
                turn.id,
                TurnPhase.IDLE,
                Patch.set(detail),
                Patch.set(reason),
                Patch.keep(),
                Patch.keep(),
                Patch.keep());
        Refs refs = new Refs(null, turn.thread, turn.id, null, null);
        StopReason stop = detail == TurnDetail.FAILED ? StopReason.ERROR : null;
        return emission(frame, refs, time, new TurnPayload.TurnAborted(reason, stop), event);
    }

    /** A thread that was at work when its process ended. */
    static Emission threadClosed(int frame, Instant time, ThreadEntry thread) {
        ThreadUpdated event = new ThreadUpdated(
                thread.id, Patch.keep(), Patch.set(ThreadState.CLOSED.word()), Patch.keep(), Patch.keep());
        Refs refs = new Refs(null, thread.id, null, null, null);
        return emission(frame, refs, time, new ThreadPayload.ThreadStateChanged(ThreadState.CLOSED, null, null), event);
    }

    static Emission warning(Instant time, String reason) {
        return emission(
                0,
                Refs.NONE,
                time,
                new TelemetryPayload.RuntimeWarning(reason, null),
                new RuntimeEvent.Warning(reason));
    }

    static Emission sessionExited(Instant time, SessionPayload.SessionExited exited) {
        return new Emission(0, new CanonicalEvent(Refs.NONE, time, exited, null), List.of(), List.of());
    }

    /** An item of history as an upsert; without text it leaves the text that is there. */
    static ItemUpdated snapshot(Item item, boolean withText) {
        return new ItemUpdated(
                item.thread(),
                item.turn,
                item.id(),
                item.kind,
                Patch.set(item.state),
                Patch.whole(item.title),
                Patch.whole(item.detail),
                withText && item.text.told() ? new TextPatch.Replace(item.text()) : TextPatch.KEEP,
                withText && item.input.told() ? new TextPatch.Replace(item.input.toString()) : TextPatch.KEEP,
                Patch.whole(item.exitCode),
                Patch.whole(item.tool),
                Patch.whole(item.server),
                Patch.whole(item.attachments),
                Patch.whole(item.request),
                Patch.whole(item.childThread),
                Patch.whole(item.redacted),
                Patch.whole(item.startedAt),
                Patch.whole(item.completedAt));
    }

    /** A turn of history as an upsert. */
    static TurnUpdated snapshot(Turn turn) {
        return new TurnUpdated(
                turn.thread,
                turn.id,
                turn.phase,
                Patch.whole(turn.detail),
                Patch.whole(turn.statusLine),
                Patch.whole(turn.parentThread),
                Patch.whole(turn.startedAt),
                Patch.whole(turn.completedAt));
    }

    /** A thread of history as an upsert; a parent that it does not have was guessed where frames were lost. */
    static ThreadUpdated snapshot(ThreadEntry thread, @Nullable ThreadEntry known) {
        boolean mistaken = thread.parent == null && known != null && known.parent != null;
        return new ThreadUpdated(
                thread.id,
                mistaken ? Patch.clear() : Patch.told(thread.parent),
                Patch.told(thread.status),
                Patch.told(thread.name),
                Patch.told(thread.settings));
    }

    /** Everything that is known of a request. */
    static Emission request(int frame, RequestEntry request) {
        return new Emission(frame, null, List.of(new RequestUpdated(
                request.ref,
                request.thread,
                request.turn,
                request.item,
                request.state,
                Patch.told(request.type),
                Patch.told(request.detail),
                Patch.told(request.args),
                Patch.told(request.answer))), List.of());
    }

    /** An event with another text patch or detail; everything else as it was. */
    static ItemUpdated with(ItemUpdated event, TextPatch text, Patch<String> detail) {
        return with(event, event.turn(), event.kind(), text, detail);
    }

    /** An event that names the turn which its item belongs to, and its kind as the maps have it. */
    static ItemUpdated completed(ItemUpdated event, Item item) {
        String turn = event.turn() == null ? item.turn : event.turn();
        return event.kind() == item.kind && Objects.equals(turn, event.turn())
                ? event
                : with(event, turn, item.kind, event.text(), event.detail());
    }

    private static ItemUpdated with(
            ItemUpdated event, @Nullable String turn, ItemKind kind, TextPatch text, Patch<String> detail) {
        return new ItemUpdated(
                event.thread(),
                turn,
                event.item(),
                kind,
                event.state(),
                event.title(),
                detail,
                text,
                event.input(),
                event.exitCode(),
                event.tool(),
                event.server(),
                event.attachments(),
                event.request(),
                event.childThread(),
                event.redacted(),
                event.startedAt(),
                event.completedAt());
    }

    private static CanonicalPayload closing(ItemType type, @Nullable String title, @Nullable String detail) {
        return new ItemPayload.ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.FAILED)
                .title(title)
                .detail(detail)
                .build());
    }

    private static Emission emission(
            int frame, Refs refs, Instant time, @Nullable CanonicalPayload payload, RuntimeEvent event) {
        CanonicalEvent canonical = payload == null ? null : new CanonicalEvent(refs, time, payload, null);
        return new Emission(frame, canonical, List.of(event), List.of());
    }
}
