package dev.tapedeck.host;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType.Family;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.host.Item.ClosedBy;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Folds runtime events into the maps of one epoch, in order, and decides what late and repeated ones still change
 * (decisions D2 and D7). What it rejects leaves the emission; what it writes itself is put beside it.
 */
final class Fold {
    static final String TURN_ENDED = "turn ended";

    /** Where the fold tells what the host did by itself. */
    interface Acts {
        void cancelled(long seq, Requests.Registered request);

        void evidenceRefused(long seq, String send, String reason);

        void trimmed(long seq, Limit limit, String what);
    }

    private final Maps maps;
    private final Requests requests;
    private final Claims claims;
    private final Counters counters;
    private final Acts acts;
    private final @Nullable Trace trace;

    private long seq;
    private @Nullable Message message;
    private int frame;
    private Instant time = Instant.EPOCH;
    private List<Emission> out = new ArrayList<>();
    private final List<Emission> after = new ArrayList<>();
    private List<Emission> ignored = List.of();
    private boolean asUpdate;
    private @Nullable ItemUpdated rewritten;

    Fold(Maps maps, Requests requests, Claims claims, Counters counters, Acts acts, @Nullable Trace trace) {
        this.maps = maps;
        this.requests = requests;
        this.claims = claims;
        this.counters = counters;
        this.acts = acts;
        this.trace = trace;
    }

    /**
     * Folds what a mapper made of one frame.
     *
     * @param arrived time for events of the host's own
     * @param covered whether a history response covers the frame already (decision D12)
     * @return what was applied, closings included
     */
    List<Emission> frame(Message of, int index, List<Emission> emissions, Instant arrived, boolean covered) {
        begin(of.seq(), of, index, arrived);
        for (Emission emission : emissions) {
            fold(emission, covered);
        }
        return out;
    }

    /** What the last frame brought that changed nothing. */
    List<Emission> ignored() {
        return ignored;
    }

    /** The client's answer to a request counted: with none left open, the turn goes on. */
    List<Emission> answered(Message of, int index, Instant arrived) {
        begin(of.seq(), of, index, arrived);
        RequestEntry request = of.id() == null ? null : maps.request(of.id());
        if (request != null && request.thread != null) {
            backToWorking(maps.threadOrNew(request.thread));
        }
        return out;
    }

    /** Ends everything that is open, because the process is gone. */
    List<Emission> processEnded(long at, Instant arrived, TurnDetail detail, String reason) {
        begin(at, null, 0, arrived);
        for (Turn turn : List.copyOf(maps.turns())) {
            if (turn.phase != TurnPhase.IDLE) {
                touch(turn);
                end(turn);
                turn.phase = TurnPhase.IDLE;
                turn.detail = detail;
                out.add(Writer.turnEnded(frame, time, turn, detail, reason));
            }
        }
        for (ThreadEntry thread : maps.threads()) {
            closeOpen(thread, null, reason);
        }
        for (RequestEntry request : List.copyOf(maps.requests())) {
            if (request.state == RequestState.PENDING) {
                cancel(request);
            }
        }
        return out;
    }

    /** Starts a reconciliation: what is applied from here on is collected in the list that is returned. */
    List<Emission> reconcile(long at, Instant arrived) {
        begin(at, null, 0, arrived);
        return out;
    }

    /** A thread as history tells it. */
    void reconcile(ThreadUpdated event) {
        touch(maps.threadOrNew(event.thread()));
        thread(event);
        out.add(new Emission(0, null, List.of(event), List.of()));
    }

    /** An item as history tells it: its snapshot takes the place of whatever was pieced together. */
    void reconcile(Item told, boolean withText) {
        Item known = maps.item(told.thread(), told.id());
        boolean nothingNew = known != null
                && (told.open() || known.closedBy == told.closedBy || known.closedBy == ClosedBy.PROVIDER);
        if (nothingNew) {
            return;
        }
        ThreadEntry thread = threadOrNew(told.thread());
        Item item = known == null ? new Item(told.key, told.turn, told.kind) : known;
        touch(item);
        if (known == null) {
            maps.add(item);
            thread.openItems.add(item);
        }
        long before = item.bytes();
        ItemUpdated event = Writer.snapshot(told, withText);
        item.apply(event);
        maps.textChanged(item, before);
        item.type = told.type;
        item.started |= told.started;
        item.compaction = told.compaction;
        if (!told.open()) {
            close(thread, item, told.closedBy);
        }
        out.add(new Emission(0, null, List.of(event), List.of()));
        trim();
        flushAfter();
    }

    /** A turn as history tells it; the end of one closes what is still open in it. */
    void reconcile(Turn told) {
        Turn known = maps.turn(told.thread, told.id);
        TurnUpdated event = Writer.snapshot(told);
        if (known != null && (known.phase == TurnPhase.IDLE || known.phase == told.phase)) {
            return;
        }
        if (turn(event)) {
            out.add(new Emission(0, null, List.of(event), List.of()));
        }
    }

    /** A request that history no longer knows as open. */
    void reconcileSettled(RequestEntry request) {
        RequestUpdated event = new RequestUpdated(
                request.ref,
                request.thread,
                request.turn,
                request.item,
                RequestState.RESOLVED,
                Patch.keep(),
                Patch.keep(),
                Patch.keep(),
                Patch.keep());
        if (request(event)) {
            out.add(new Emission(0, null, List.of(event), List.of()));
        }
        flushAfter();
    }

    private void begin(long at, @Nullable Message of, int index, Instant arrived) {
        seq = at;
        message = of;
        frame = index;
        time = arrived;
        out = new ArrayList<>(2);
        after.clear();
        ignored = List.of();
    }

    private void fold(Emission emission, boolean covered) {
        CanonicalEvent canonical = emission.canonical();
        List<RuntimeEvent> events = emission.events();
        asUpdate = false;
        if (canonical != null) {
            time = canonical.createdAt();
        }
        if (events.isEmpty()) {
            if (canonical == null || (covered ? isCovered(canonical.type().family()) : !unprojected(canonical))) {
                return;
            }
            out.add(asUpdate ? updated(emission, canonical, events) : emission);
            flushAfter();
            return;
        }
        List<RuntimeEvent> kept = events.size() == 1 ? null : new ArrayList<>(events.size());
        RuntimeEvent only = null;
        boolean same = true;
        for (RuntimeEvent event : events) {
            rewritten = null;
            if (covered && isCovered(event) || !fold(event, canonical)) {
                same = false;
                continue;
            }
            RuntimeEvent applied = rewritten == null ? event : rewritten;
            same &= applied == event;
            only = applied;
            if (kept != null) {
                kept.add(applied);
            }
        }
        if (only != null && same && !asUpdate) {
            out.add(emission);
        } else if (only != null) {
            out.add(updated(emission, canonical, kept == null ? List.of(only) : kept));
        } else {
            ignored = ignored.isEmpty() ? new ArrayList<>(1) : ignored;
            ignored.add(emission);
        }
        flushAfter();
    }

    private void flushAfter() {
        if (!after.isEmpty()) {
            out.addAll(after);
            after.clear();
        }
    }

    /** A canonical event that the host took as an update, because its item had begun or ended already. */
    private Emission updated(Emission emission, @Nullable CanonicalEvent canonical, List<RuntimeEvent> events) {
        CanonicalEvent event = canonical;
        ItemSnapshot item = asUpdate && canonical != null ? snapshot(canonical) : null;
        if (item != null && canonical != null) {
            event = new CanonicalEvent(
                    canonical.refs(), canonical.createdAt(), new ItemPayload.ItemUpdated(item), canonical.raw());
        }
        return new Emission(emission.frame(), event, events, emission.reads());
    }

    private boolean fold(RuntimeEvent event, @Nullable CanonicalEvent canonical) {
        return switch (event) {
            case ItemUpdated item -> item(item, canonical);
            case TurnUpdated turn -> turn(turn);
            case ThreadUpdated thread -> thread(thread);
            case RequestUpdated request -> request(request);
            case EvidenceUpdated evidence -> evidence(evidence);
            case RuntimeEvent.UsageUpdated usage -> {
                ThreadEntry thread = threadOrNew(usage.thread());
                touch(thread);
                thread.usage = usage.figures();
                yield true;
            }
            case RuntimeEvent.RateLimitsUpdated told -> {
                if (told.thread() == null) {
                    touchSession();
                    maps.session.rateLimits = told.limits();
                } else {
                    ThreadEntry thread = threadOrNew(told.thread());
                    touch(thread);
                    thread.rateLimits = told.limits();
                }
                yield true;
            }
            case RuntimeEvent.CompactionUpdated compaction -> compaction(compaction);
            case RuntimeEvent.SessionUpdated session -> {
                touchSession();
                maps.session.apply(session);
                yield true;
            }
            case RuntimeEvent.Warning warning -> false;
        };
    }

    private boolean item(ItemUpdated told, @Nullable CanonicalEvent canonical) {
        ThreadEntry thread = threadOrNew(told.thread());
        Item item = maps.item(told.thread(), told.item());
        ItemState state = told.state() instanceof Patch.Set<ItemState>(ItemState value) ? value : null;
        boolean starts = canonical == null ? state == ItemState.OPEN : canonical.payload() instanceof ItemPayload.ItemStarted;
        ItemUpdated event = told;
        boolean isNew = item == null;
        if (item == null) {
            String turn = told.turn() == null ? thread.activeTurn : told.turn();
            item = new Item(new ItemKey(told.thread(), told.item()), turn, told.kind());
        } else {
            switch (item.closedBy) {
                case PROVIDER -> {
                    if (state != null && state != ItemState.OPEN) {
                        counters.duplicate++;
                        return false;
                    }
                    if (state != null || starts || told.text() != TextPatch.KEEP || told.input() != TextPatch.KEEP) {
                        counters.late++;
                        return false;
                    }
                }
                case TURN_END -> {
                    counters.late++;
                    if (starts || state == ItemState.OPEN || asksInVain(item)) {
                        return false;
                    }
                    if (state != null) {
                        asUpdate = true;
                        if (told.detail() instanceof Patch.Keep<String>) {
                            event = rewritten = Writer.with(told, told.text(), Patch.clear());
                        }
                    }
                }
                case NOBODY -> {
                    if (starts && item.started) {
                        counters.duplicate++;
                        asUpdate = true;
                    }
                    if (starts && told.text() instanceof TextPatch.Replace(String start) && item.text.startsWith(start)) {
                        event = rewritten = Writer.with(told, TextPatch.KEEP, told.detail());
                    }
                }
            }
        }
        touch(item);
        if (isNew) {
            maps.add(item);
            thread.openItems.add(item);
        }
        long before = item.bytes();
        item.apply(event);
        maps.textChanged(item, before);
        item.started |= starts;
        ItemSnapshot snapshot = canonical == null ? null : snapshot(canonical);
        if (snapshot != null) {
            item.type = snapshot.itemType();
        }
        if (item.state != ItemState.OPEN && item.closedBy != ClosedBy.PROVIDER && state != null) {
            close(thread, item, ClosedBy.PROVIDER);
        } else if (item.open() && item.turn != null && isIdle(thread, item.turn)) {
            counters.late++;
            closeItem(thread, item, TURN_ENDED);
            after.add(Writer.itemClosed(frame, time, item));
        }
        trim();
        return true;
    }

    /** An approval or question whose request was cancelled; no later word makes it answered. */
    private boolean asksInVain(Item item) {
        RequestEntry request = item.request == null ? null : maps.request(item.request);
        return request != null && request.state == RequestState.CANCELLED;
    }

    private boolean compaction(RuntimeEvent.CompactionUpdated told) {
        ThreadEntry thread = threadOrNew(told.thread());
        Item item = maps.item(told.thread(), told.item());
        if (item == null) {
            String turn = told.turn() == null ? thread.activeTurn : told.turn();
            item = new Item(new ItemKey(told.thread(), told.item()), turn, ItemKind.COMPACTION);
            maps.add(item);
        }
        touch(item);
        item.compaction = told.compaction() == null ? item.compaction : told.compaction();
        if (item.closedBy != ClosedBy.PROVIDER) {
            item.state = ItemState.COMPLETED;
            close(thread, item, ClosedBy.PROVIDER);
        }
        trim();
        return true;
    }

    private boolean turn(TurnUpdated told) {
        ThreadEntry thread = threadOrNew(told.thread());
        String id = told.turn() == null ? thread.activeTurn : told.turn();
        if (id == null) {
            return true;
        }
        Turn turn = maps.turn(told.thread(), id);
        boolean isNew = turn == null;
        if (turn == null) {
            turn = new Turn(told.thread(), id);
        } else if (turn.phase == TurnPhase.IDLE) {
            if (told.phase() == TurnPhase.IDLE) {
                counters.duplicate++;
            } else {
                counters.late++;
            }
            return false;
        }
        touch(turn);
        if (isNew) {
            maps.add(turn);
            thread.runningTurns++;
            thread.activeTurn = id;
        }
        if (told.phase() == TurnPhase.IDLE) {
            end(turn);
        }
        turn.apply(told);
        return true;
    }

    private boolean thread(ThreadUpdated told) {
        ThreadEntry thread = threadOrNew(told.thread());
        touch(thread);
        thread.apply(told);
        return true;
    }

    private boolean request(RequestUpdated told) {
        RequestEntry request = maps.request(told.request());
        if (told.state() == RequestState.PENDING) {
            return pending(told, request);
        }
        if (request != null && request.state != RequestState.PENDING) {
            counters.duplicate++;
            return false;
        }
        requests.settledByProvider(told.request(), seq);
        if (request == null) {
            request = new RequestEntry(told.request(), seq);
            touch(request);
            request.apply(told);
            maps.put(request);
            return true;
        }
        touch(request);
        request.apply(told);
        settled(request);
        return true;
    }

    private boolean pending(RequestUpdated told, @Nullable RequestEntry known) {
        boolean asks = message != null && message.isServerRequest();
        RequestEntry request = known;
        if (request == null || request.state != RequestState.PENDING) {
            if (request != null && !(asks && seq > request.openedBy)) {
                counters.late++;
                return false;
            }
            request = new RequestEntry(told.request(), seq);
        }
        touch(request);
        request.apply(told);
        maps.put(request);
        if (request.thread == null) {
            return true;
        }
        ThreadEntry thread = threadOrNew(request.thread);
        request.turn = request.turn == null ? thread.activeTurn : request.turn;
        thread.pending.add(request);
        if (request.turn != null && isIdle(thread, request.turn)) {
            counters.late++;
            List<Emission> before = out;
            out = after;
            cancel(request);
            out = before;
        }
        return true;
    }

    /** The request is settled in the maps: its items close, and with none left open the turn goes on. */
    private void settled(RequestEntry request) {
        maps.settled(request);
        if (request.thread == null) {
            return;
        }
        ThreadEntry thread = threadOrNew(request.thread);
        thread.pending.remove(request);
        List<Emission> before = out;
        out = after;
        backToWorking(thread);
        out = before;
    }

    private boolean evidence(EvidenceUpdated told) {
        Claim claim = claims.get(told.send());
        String wrong = null;
        if (claim == null) {
            wrong = "no send of that id waits for evidence";
        } else if (!claim.nonce().equals(claims.nonce())) {
            wrong = "the send was claimed in another epoch";
        } else if (claim.seq() >= seq) {
            wrong = "the send was claimed later";
        } else if (!told.thread().equals(maps.boundThread)) {
            wrong = "its thread is not the bound thread";
        } else if (claim.thread() != null && !claim.thread().equals(told.thread())) {
            wrong = "the send went to another thread";
        }
        if (wrong != null) {
            acts.evidenceRefused(seq, told.send(), wrong);
            return false;
        }
        if (trace != null) {
            trace.added("evidence/" + Trace.escaped(told.send()), json -> json.evidence(told));
        }
        claims.consume(told.send());
        maps.put(told);
        return true;
    }

    /** Lifecycle of canonical items that have no runtime item; returns whether the event still says something. */
    private boolean unprojected(CanonicalEvent canonical) {
        String id = canonical.refs().item();
        String threadId = canonical.refs().thread();
        ItemSnapshot snapshot = snapshot(canonical);
        if (id == null || threadId == null || snapshot == null) {
            return true;
        }
        ThreadEntry thread = threadOrNew(threadId);
        if (canonical.payload() instanceof ItemPayload.ItemStarted) {
            String turn = canonical.refs().turn() == null ? thread.activeTurn : canonical.refs().turn();
            ThreadEntry.Unprojected open = new ThreadEntry.Unprojected(turn, snapshot.itemType());
            if (thread.openUnprojected.putIfAbsent(id, open) != null) {
                counters.duplicate++;
                asUpdate = true;
            } else if (turn != null && isIdle(thread, turn)) {
                counters.late++;
                thread.openUnprojected.remove(id);
                after.add(Writer.unprojectedClosed(frame, time, threadId, id, open, TURN_ENDED));
            }
        } else if (canonical.payload() instanceof ItemPayload.ItemCompleted) {
            thread.openUnprojected.remove(id);
        }
        return true;
    }

    /** What a turn's end does to its own thread (decision D2); told before the end itself. */
    private void end(Turn turn) {
        ThreadEntry thread = threadOrNew(turn.thread);
        for (RequestEntry request : List.copyOf(thread.pending)) {
            if (request.turn == null || request.turn.equals(turn.id)) {
                cancel(request);
            }
        }
        closeOpen(thread, turn.id, TURN_ENDED);
        thread.runningTurns--;
        counters.retiredTurns += countTrimmed(Limit.IDLE_TURNS, maps.idle(turn), "the oldest idle turn retired");
    }

    /** Closes what is open in a thread: of one turn and of none, or, with no turn given, of all. */
    private void closeOpen(ThreadEntry thread, @Nullable String turn, String detail) {
        for (Item item : List.copyOf(thread.openItems)) {
            if (turn == null || item.turn == null || item.turn.equals(turn)) {
                touch(item);
                closeItem(thread, item, detail);
                out.add(Writer.itemClosed(frame, time, item));
            }
        }
        for (var open : List.copyOf(thread.openUnprojected.entrySet())) {
            if (turn == null || open.getValue().turn() == null || turn.equals(open.getValue().turn())) {
                thread.openUnprojected.remove(open.getKey());
                out.add(Writer.unprojectedClosed(frame, time, thread.id, open.getKey(), open.getValue(), detail));
            }
        }
    }

    private void closeItem(ThreadEntry thread, Item item, String detail) {
        item.state = ItemState.FAILED;
        item.detail = detail;
        close(thread, item, ClosedBy.TURN_END);
    }

    private void close(ThreadEntry thread, Item item, ClosedBy by) {
        if (item.open()) {
            maps.closed(item);
        }
        item.closedBy = by;
        thread.openItems.remove(item);
    }

    private void cancel(RequestEntry request) {
        touch(request);
        Requests.Registered unanswered = requests.cancel(request.ref, seq);
        request.state = unanswered == null && requests.answered(request.ref, seq) ? RequestState.RESOLVED : RequestState.CANCELLED;
        maps.settled(request);
        if (request.thread != null) {
            threadOrNew(request.thread).pending.remove(request);
        }
        if (request.state == RequestState.CANCELLED) {
            out.add(Writer.requestCancelled(frame, time, request));
        }
        if (unanswered != null) {
            acts.cancelled(seq, unanswered);
        }
    }

    private void backToWorking(ThreadEntry thread) {
        for (RequestEntry request : thread.pending) {
            if (!requests.answered(request.ref, seq)) {
                return;
            }
        }
        Turn turn = thread.activeTurn == null ? null : maps.turn(thread.id, thread.activeTurn);
        if (turn != null && turn.phase == TurnPhase.NEEDS_INPUT) {
            touch(turn);
            turn.phase = TurnPhase.WORKING;
            out.add(Writer.backToWorking(frame, turn));
        }
    }

    private boolean isIdle(ThreadEntry thread, String turnId) {
        Turn turn = maps.turn(thread.id, turnId);
        return turn != null && turn.phase == TurnPhase.IDLE;
    }

    private ThreadEntry threadOrNew(String id) {
        ThreadEntry thread = maps.thread(id);
        if (thread != null) {
            return thread;
        }
        thread = maps.threadOrNew(id);
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
            counters.retiredThreads += countTrimmed(Limit.THREADS, 1, "the oldest idle thread retired");
        }
        return thread;
    }

    private void trim() {
        if (maps.textOverflows()) {
            counters.cutTexts += countTrimmed(Limit.ITEM_TEXT, maps.cutHeavyTexts(), "heavy text keeps its end");
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
            closeItem(threadOrNew(item.thread()), item, "retired while open: the maps were full");
            after.add(Writer.itemClosed(frame, time, item));
        }
        touch(item);
        maps.retire(item);
        counters.retiredItems += countTrimmed(
                limit, 1, wasOpen ? "the oldest open item retired" : "the oldest closed item retired");
        return true;
    }

    private int countTrimmed(Limit limit, int times, String what) {
        if (times > 0) {
            acts.trimmed(seq, limit, what);
        }
        return times;
    }

    private static @Nullable ItemSnapshot snapshot(CanonicalEvent canonical) {
        if (!(canonical.payload() instanceof ItemPayload payload)) {
            return null;
        }
        return switch (payload) {
            case ItemPayload.ItemStarted(ItemSnapshot item) -> item;
            case ItemPayload.ItemUpdated(ItemSnapshot item) -> item;
            case ItemPayload.ItemCompleted(ItemSnapshot item) -> item;
            case ItemPayload.ContentDelta delta -> null;
        };
    }

    private static boolean isCovered(Family family) {
        return switch (family) {
            case THREAD, TURN, ITEM, REQUEST -> true;
            case SESSION, TELEMETRY -> false;
        };
    }

    private static boolean isCovered(RuntimeEvent event) {
        return switch (event) {
            case ItemUpdated item -> true;
            case TurnUpdated turn -> true;
            case ThreadUpdated thread -> true;
            case RequestUpdated request -> true;
            case EvidenceUpdated evidence -> true;
            case RuntimeEvent.UsageUpdated usage -> false;
            case RuntimeEvent.RateLimitsUpdated limits -> false;
            case RuntimeEvent.CompactionUpdated compaction -> false;
            case RuntimeEvent.SessionUpdated session -> false;
            case RuntimeEvent.Warning warning -> false;
        };
    }

    private void touch(Item item) {
        if (trace != null) {
            trace.watch("items/" + Trace.escaped(item.thread()) + "/" + Trace.escaped(item.id()),
                    json -> Objects.equals(maps.item(item.thread(), item.id()), item) ? json.item(item) : null);
        }
    }

    private void touch(Turn turn) {
        if (trace != null) {
            trace.watch("turns/" + Trace.escaped(turn.thread) + "/" + Trace.escaped(turn.id),
                    json -> maps.turn(turn.thread, turn.id) == turn ? json.turn(turn) : null);
        }
    }

    private void touch(ThreadEntry thread) {
        if (trace != null) {
            trace.watch("threads/" + Trace.escaped(thread.id), json -> json.thread(thread));
        }
    }

    private void touch(RequestEntry request) {
        if (trace != null) {
            trace.watch("requests/" + Trace.escaped(request.ref.key()),
                    json -> maps.request(request.ref) == request ? json.request(request) : null);
        }
    }

    private void touchSession() {
        if (trace != null) {
            trace.watch("session", json -> json.session(maps.session));
        }
    }
}
