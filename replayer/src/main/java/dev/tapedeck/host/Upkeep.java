package dev.tapedeck.host;

import dev.tapedeck.host.Item.ClosedBy;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens, closes and retires what stands in the maps of one epoch, and collects what the host writes about it
 * (decisions D2 and D14). One step at a time: a frame, the end of a process, or a resync.
 */
final class Upkeep {
    final Maps maps;
    final Requests requests;
    final Counters counters;
    final FoldNotes notes;
    final Touch touch;

    /** Seq of the entry that is being folded. */
    long seq;
    /** The frame that is being folded; absent when there is none. */
    @Nullable Message message;
    /** Index of that frame in its call. */
    int frame;
    /** Time of what the host writes now. */
    Instant time = Instant.EPOCH;
    /** What this step brought forth so far. */
    List<Emission> out = new ArrayList<>();
    /** What has to follow the emission that is being folded. */
    private final List<Emission> after = new ArrayList<>();

    Upkeep(Maps maps, Requests requests, Counters counters, FoldNotes notes, @Nullable Trace trace) {
        this.maps = maps;
        this.requests = requests;
        this.counters = counters;
        this.notes = notes;
        this.touch = new Touch(maps, trace);
    }

    void begin(long at, @Nullable Message of, int index, Instant when) {
        seq = at;
        message = of;
        frame = index;
        time = when;
        out = new ArrayList<>(2);
        after.clear();
    }

    /** The emission is folded: what has to follow it follows. */
    void flushAfter() {
        if (!after.isEmpty()) {
            out.addAll(after);
            after.clear();
        }
    }

    /** Does something whose events have to follow the emission that is being folded. */
    void afterwards(Runnable act) {
        List<Emission> before = out;
        out = after;
        act.run();
        out = before;
    }

    ThreadEntry threadOrNew(String id) {
        ThreadEntry known = maps.thread(id);
        if (known != null) {
            return known;
        }
        ThreadEntry thread = maps.threadOrNew(id);
        thread.openedBy = seq;
        if (maps.boundThread == null) {
            maps.boundThread = id;
        }
        while (maps.threadsOverflow()) {
            ThreadEntry oldest = maps.nextThreadToRetire();
            if (oldest == null) {
                break;
            }
            closeOpen(oldest, null, "thread retired");
            List.copyOf(oldest.pending).forEach(this::cancel);
            maps.retire(oldest);
            counters.retiredThreads += trimmed(Limit.THREADS, 1, "the oldest idle thread retired");
        }
        return thread;
    }

    /** The turn that something is part of: the one that it names, else the one that runs; between two there is none. */
    @Nullable String turnOf(ThreadEntry thread, @Nullable String named) {
        String turn = named == null ? thread.activeTurn : named;
        return named == null && isIdle(thread.id, turn) ? null : turn;
    }

    /** Whether a turn is over, in the maps or gone from them. */
    boolean isIdle(String thread, @Nullable String turnId) {
        Turn turn = turnId == null ? null : maps.turn(thread, turnId);
        return turn == null ? turnId != null && maps.isRetired(thread, turnId) : turn.phase == TurnPhase.IDLE;
    }

    /** What a turn's end does to its own thread (decision D2); told before the end itself. */
    void end(Turn turn) {
        ThreadEntry thread = threadOrNew(turn.thread);
        for (RequestEntry request : List.copyOf(thread.pending)) {
            if (request.turn == null || request.turn.equals(turn.id)) {
                cancel(request);
            }
        }
        closeOpen(thread, turn.id, History.TURN_ENDED);
        thread.runningTurns--;
        counters.retiredTurns += trimmed(Limit.IDLE_TURNS, maps.idle(turn), "the oldest idle turn retired");
    }

    /** Closes what is open in a thread: of one turn and of none, or, with no turn given, of all. */
    void closeOpen(ThreadEntry thread, @Nullable String turn, String detail) {
        for (Item item : List.copyOf(thread.openItems)) {
            if (turn == null || item.turn == null || item.turn.equals(turn)) {
                closeItem(item, detail);
            }
        }
        for (var open : List.copyOf(thread.openUnprojected.entrySet())) {
            ThreadEntry.Unprojected item = open.getValue();
            if (turn == null || item.turn() == null || item.turn().equals(turn)) {
                thread.openUnprojected.remove(open.getKey());
                thread.closedUnprojected.add(open.getKey());
                out.add(Writer.unprojectedClosed(frame, time, thread.id, open.getKey(), item, detail));
            }
        }
    }

    /** The host closes an item: failed, its text kept. */
    void closeItem(Item item, String detail) {
        touch.item(item);
        item.state = ItemState.FAILED;
        item.detail = detail;
        closed(item, ClosedBy.TURN_END);
        out.add(Writer.itemClosed(frame, time, item));
    }

    /** Takes note that an item is closed. */
    void closed(Item item, ClosedBy by) {
        if (item.open()) {
            maps.closed(item);
        }
        item.closedBy = by;
        item.closedAt = seq;
        threadOrNew(item.thread()).openItems.remove(item);
    }

    /** The item is not over after all. */
    void reopen(Item item) {
        maps.reopened(item);
        item.closedBy = ClosedBy.NOBODY;
        item.state = ItemState.OPEN;
        threadOrNew(item.thread()).openItems.add(item);
    }

    /** A request's turn is over: cancelled, unless the client answered and only the provider's word is missing. */
    void cancel(RequestEntry request) {
        touch.request(request);
        Requests.Registered unanswered = requests.cancel(request.ref, seq);
        boolean answered = unanswered == null && requests.answered(request.ref, seq);
        request.state = answered ? RequestState.RESOLVED : RequestState.CANCELLED;
        settled(request);
        if (!answered) {
            out.add(Writer.requestCancelled(frame, time, request));
        }
        if (unanswered != null) {
            notes.cancelled(seq, unanswered);
        }
    }

    /** Takes note that a request is settled. */
    void settled(RequestEntry request) {
        maps.settled(request);
        if (request.thread != null) {
            threadOrNew(request.thread).pending.remove(request);
        }
    }

    /** With no request left open, the turn that waited goes on. */
    void backToWorking(ThreadEntry thread) {
        for (RequestEntry request : thread.pending) {
            if (!requests.answered(request.ref, seq)) {
                return;
            }
        }
        Turn turn = thread.activeTurn == null ? null : maps.turn(thread.id, thread.activeTurn);
        if (turn != null && turn.phase == TurnPhase.NEEDS_INPUT) {
            touch.turn(turn);
            turn.phase = TurnPhase.WORKING;
            out.add(Writer.backToWorking(frame, turn));
        }
    }

    /** Keeps items and their text within the budget. */
    void trim() {
        if (maps.textOverflows()) {
            counters.cutTexts += trimmed(Limit.ITEM_TEXT, maps.cutHeavyTexts(), "heavy text keeps its end");
            while (maps.textOverflows() && retireOne(Limit.ITEM_TEXT)) {}
        }
        while (maps.itemsOverflow() && retireOne(Limit.ITEMS)) {}
    }

    private boolean retireOne(Limit limit) {
        Item item = maps.nextToRetire();
        if (item == null) {
            return false;
        }
        boolean wasOpen = item.open();
        if (wasOpen) {
            afterwards(() -> closeItem(item, "retired while open: the maps were full"));
        }
        touch.item(item);
        maps.retire(item);
        String what = wasOpen ? "the oldest open item retired" : "the oldest closed item retired";
        counters.retiredItems += trimmed(limit, 1, what);
        return true;
    }

    private int trimmed(Limit limit, int times, String what) {
        if (times > 0) {
            notes.trimmed(seq, limit, what);
        }
        return times;
    }
}
