package dev.tapedeck.host;

import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.host.Item.ClosedBy;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Maps taking over what history tells (decision D4); it confirms no send and replays no frame. */
final class Reconciliation {
    private final Upkeep upkeep;
    private final Fold fold;
    private final Set<ItemType> streamed;
    private final long sound;

    /**
     * @param upkeep in a step of its own
     * @param streamed types of items whose text history holds as far as it came
     * @param sound number of the last frame before the failure; what was opened behind it may be read from a hole
     */
    Reconciliation(Upkeep upkeep, Fold fold, Set<ItemType> streamed, long sound) {
        this.upkeep = upkeep;
        this.fold = fold;
        this.streamed = streamed;
        this.sound = sound;
    }

    /** What changed, as events that belong to no frame. */
    List<Emission> applied() {
        return upkeep.out;
    }

    void thread(ThreadEntry told) {
        ThreadEntry thread = upkeep.threadOrNew(told.id);
        ThreadUpdated event = Writer.snapshot(told, thread);
        fold.apply(event);
        thread.usage = told.usage;
        thread.settings = told.settings == null ? thread.settings : told.settings;
        applied(event);
    }

    /**
     * A snapshot takes the place of whatever was pieced together; an item that is known to be open stays as it is,
     * unless its wire only streams it.
     */
    void item(Item told) {
        Item known = known(told);
        boolean textSoFar = onlyStreamed(told);
        boolean withText = textSoFar || told.closedBy == ClosedBy.PROVIDER || told.isToldAsWhole();
        if (known != null && known.closedBy == ClosedBy.TURN_END && told.open() && told.turn != null) {
            move(known, told.turn);
        }
        if (known == null ? upkeep.maps.isRetired(told.key) : nothingNew(known, told, withText)) {
            return;
        }
        ThreadEntry thread = upkeep.threadOrNew(told.thread());
        Item item = known == null ? new Item(told.key, told.turn, told.kind) : known;
        upkeep.touch.item(item);
        if (known == null) {
            upkeep.maps.add(item);
            thread.openItems.add(item);
        }
        long before = item.bytes();
        ItemUpdated event = Writer.snapshot(told, withText);
        item.apply(event);
        item.turn = told.turn;
        if (withText && !told.text.told()) {
            item.text.forget();
        }
        upkeep.maps.textChanged(item, before);
        item.type = told.type;
        item.started |= told.started;
        item.compaction = told.compaction;
        if (!told.open()) {
            upkeep.closed(item, told.closedBy);
        }
        applied(event);
        if (item.open() && upkeep.isIdle(item.thread(), item.turn)) {
            // History's turn runs, but here it has ended, once and for all.
            upkeep.closeItem(item, History.TURN_ENDED);
        }
        upkeep.trim();
        upkeep.flushAfter();
    }

    /** What only a hole seemed to end is open, as history has it; what only the hole knew, history tells anew. */
    private @Nullable Item known(Item told) {
        Item known = upkeep.maps.item(told.thread(), told.id());
        if (known == null || known.open() || !told.open() || known.closedAt <= sound) {
            return known;
        }
        if (known.openedBy > sound) {
            upkeep.touch.item(known);
            upkeep.maps.forget(known);
            return null;
        }
        if (!upkeep.isIdle(told.thread(), told.turn)) {
            upkeep.touch.item(known);
            upkeep.reopen(known);
        }
        return known;
    }

    /** What ended with a turn that was not its own is no more open for that. */
    private void move(Item item, String turn) {
        if (!turn.equals(item.turn)) {
            upkeep.touch.item(item);
            item.turn = turn;
            applied(new ItemPatch(item.thread(), turn, item.id(), item.kind()).event());
        }
    }

    /** What came without its start may have left something untold, so only an equal snapshot brings nothing. */
    private static boolean nothingNew(Item known, Item told, boolean withText) {
        if (known.closedBy != told.closedBy) {
            return told.open();
        }
        return Writer.snapshot(known, withText).equals(Writer.snapshot(told, withText));
    }

    /** A turn's plan has no canonical item of its own, and each update of it is all that there is. */
    private boolean onlyStreamed(Item told) {
        return told.type == null ? told.kind == ItemKind.PLAN : streamed.contains(told.type);
    }

    /**
     * What was opened behind a failure and history does not know was read from a hole: it ends and leaves the maps.
     */
    void deny(Maps told) {
        for (Item item : List.copyOf(upkeep.maps.items())) {
            if (item.openedBy > sound && told.item(item.thread(), item.id()) == null && !told.isRetired(item.key)) {
                upkeep.touch.item(item);
                if (item.open()) {
                    upkeep.closeItem(item, History.UNKNOWN);
                }
                upkeep.maps.forget(item);
            }
        }
        boolean tellsAll = told.idleTurns() < upkeep.maps.limits().count(Limit.IDLE_TURNS);
        for (Turn turn : List.copyOf(upkeep.maps.turns())) {
            if (turn.openedBy > sound && told.turn(turn.thread, turn.id) == null && tellsAll) {
                upkeep.touch.turn(turn);
                if (turn.phase != TurnPhase.IDLE) {
                    upkeep.end(turn);
                    upkeep.out.add(Writer.turnEnded(0, upkeep.time, turn, TurnDetail.INTERRUPTED, History.UNKNOWN));
                }
                upkeep.maps.forget(turn);
                ThreadEntry thread = upkeep.threadOrNew(turn.thread);
                thread.activeTurn = turn.id.equals(thread.activeTurn) ? null : thread.activeTurn;
            }
        }
        for (ThreadEntry thread : List.copyOf(upkeep.maps.threads())) {
            if (thread.openedBy > sound && told.thread(thread.id) == null && !thread.busy() && !told.threadsAreFull()) {
                upkeep.touch.thread(thread);
                upkeep.maps.forget(thread);
            }
        }
    }

    /** The turn that history calls the last one, in whatever order the others became known. */
    void activeTurn(ThreadEntry told) {
        ThreadEntry thread = upkeep.threadOrNew(told.id);
        thread.activeTurn = told.activeTurn == null ? thread.activeTurn : told.activeTurn;
    }

    /** The end of a turn closes what is still open in it; an end that came without its start is completed. */
    void turn(Turn told) {
        Turn known = known(told);
        TurnUpdated event = Writer.snapshot(told);
        if (known == null || known.phase != TurnPhase.IDLE && known.phase != told.phase) {
            if (fold.apply(event)) {
                applied(event);
            }
        } else if (known.phase == told.phase && !Writer.snapshot(known).equals(event)) {
            upkeep.touch.turn(known);
            known.apply(event);
            applied(event);
        }
    }

    /** A turn that began and ended in a hole, and runs for history, is another one of the same number. */
    private @Nullable Turn known(Turn told) {
        Turn known = upkeep.maps.turn(told.thread, told.id);
        if (known != null && known.phase == TurnPhase.IDLE && told.phase != TurnPhase.IDLE && known.openedBy > sound) {
            upkeep.touch.turn(known);
            upkeep.maps.forget(known);
            return null;
        }
        return known;
    }

    /**
     * A request as history tells it: whom it is about where its frame names nobody, what it asks, what came of it. What
     * is settled stays so.
     */
    void request(RequestEntry told) {
        RequestEntry known = upkeep.maps.request(told.ref);
        boolean later = known != null && known.isAsked() && known.openedBy > told.openedBy;
        if (known != null && (later || known.tells(told))) {
            return;
        }
        RequestEntry request =
                known == null || known.openedBy < told.openedBy ? new RequestEntry(told.ref, told.openedBy) : known;
        boolean pending = request == known && request.state == RequestState.PENDING;
        upkeep.touch.request(request);
        leaveThread(request);
        request.describeAs(told);
        if (pending && told.state == RequestState.CANCELLED) {
            upkeep.cancel(request);
        }
        request.settleAs(told);
        if (request != known) {
            upkeep.maps.put(request);
        } else if (pending && request.state == RequestState.RESOLVED) {
            settled(request);
        }
        upkeep.out.add(Writer.request(0, request));
        if (request.state == RequestState.PENDING) {
            await(request);
        }
        upkeep.flushAfter();
    }

    private void leaveThread(RequestEntry request) {
        ThreadEntry thread = request.thread == null ? null : upkeep.maps.thread(request.thread);
        if (thread != null) {
            thread.pending.remove(request);
        }
    }

    private void settled(RequestEntry request) {
        if (!upkeep.requests.answerWaits(request.ref)) {
            upkeep.requests.settledByProvider(request.ref, upkeep.seq);
        }
        upkeep.settled(request);
        if (request.thread != null) {
            upkeep.backToWorking(upkeep.threadOrNew(request.thread));
        }
    }

    private void await(RequestEntry request) {
        if (request.thread != null) {
            upkeep.threadOrNew(request.thread).pending.add(request);
            if (upkeep.isIdle(request.thread, request.turn)) {
                upkeep.cancel(request);
            }
        }
    }

    private void applied(RuntimeEvent event) {
        upkeep.out.add(new Emission(0, null, List.of(event), List.of()));
    }
}
