package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.EventType.Family;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RateLimitsUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folds runtime events into the maps of one epoch, in order. What changes nothing leaves its emission; what the host
 * writes itself is put beside it.
 */
final class Fold {
    private final Upkeep upkeep;
    private final Maps maps;
    private final ItemFold items;
    private final RequestFold requests;
    private List<Emission> ignored = List.of();

    Fold(Upkeep upkeep, Claims claims) {
        this.upkeep = upkeep;
        this.maps = upkeep.maps;
        this.items = new ItemFold(upkeep);
        this.requests = new RequestFold(upkeep, claims);
    }

    /**
     * Folds what a mapper made of one frame.
     *
     * @param arrived time for events of the host's own
     * @param covered whether a history response covers the frame already (decision D12)
     * @return what was applied, closings included
     */
    List<Emission> frame(Message of, int index, List<Emission> emissions, Instant arrived, boolean covered) {
        upkeep.begin(of.seq(), of, index, arrived);
        ignored = List.of();
        for (Emission emission : emissions) {
            fold(emission, covered);
            upkeep.flushAfter();
        }
        return upkeep.out;
    }

    /** What the last frame brought that changed nothing. */
    List<Emission> ignored() {
        return ignored;
    }

    /** The client's answer to a request counted: with none left open, the turn goes on. */
    List<Emission> answered(Message of, int index, Instant arrived) {
        upkeep.begin(of.seq(), of, index, arrived);
        RequestEntry request = of.id() == null ? null : maps.request(of.id());
        if (request != null && request.thread != null) {
            upkeep.backToWorking(upkeep.threadOrNew(request.thread));
        }
        return upkeep.out;
    }

    /** Ends everything that is open, because the process is gone. */
    List<Emission> processEnded(long at, Instant arrived, TurnDetail detail, String reason) {
        upkeep.begin(at, null, 0, arrived);
        for (Turn turn : List.copyOf(maps.turns())) {
            if (turn.phase != TurnPhase.IDLE) {
                upkeep.touch.turn(turn);
                upkeep.end(turn);
                turn.phase = TurnPhase.IDLE;
                turn.detail = detail;
                turn.statusLine = reason;
                upkeep.out.add(Writer.turnEnded(0, arrived, turn, detail, reason));
            }
        }
        maps.threads().forEach(thread -> upkeep.closeOpen(thread, null, reason));
        for (RequestEntry request : List.copyOf(maps.requests())) {
            if (request.state == RequestState.PENDING) {
                upkeep.cancel(request);
            }
        }
        for (ThreadEntry thread : maps.threads()) {
            if (ThreadState.ACTIVE.word().equals(thread.status)) {
                upkeep.touch.thread(thread);
                thread.status = ThreadState.CLOSED.word();
                upkeep.out.add(Writer.threadClosed(0, arrived, thread));
            }
        }
        return upkeep.out;
    }

    /** Begins to take over what history tells. */
    Reconciliation reconciliation(long at, Instant arrived, Set<ItemType> streamed, long sound) {
        upkeep.begin(at, null, 0, arrived);
        return new Reconciliation(upkeep, this, streamed, sound);
    }

    /** Folds one event that no canonical event stands behind; returns whether it changed anything. */
    boolean apply(RuntimeEvent event) {
        return folded(event, null) != null;
    }

    private void fold(Emission emission, boolean covered) {
        CanonicalEvent canonical = emission.canonical();
        if (canonical != null) {
            upkeep.time = canonical.createdAt();
        }
        List<RuntimeEvent> events = emission.events();
        if (events.isEmpty() && canonical != null) {
            if (covered && isCovered(canonical.type().family())) {
                ignore(emission);
                return;
            }
            if (!items.unprojected(canonical)) {
                ignore(emission);
                return;
            }
            upkeep.out.add(items.takeAsUpdate() ? updated(emission, canonical, events) : emission);
            return;
        }
        List<RuntimeEvent> kept = new ArrayList<>(events.size());
        boolean same = true;
        for (RuntimeEvent event : events) {
            RuntimeEvent applied = covered && isCovered(event) ? null : folded(event, canonical);
            same &= applied == event;
            if (applied != null) {
                kept.add(applied);
            }
        }
        boolean asUpdate = items.takeAsUpdate() || covered && canonical != null && isCovered(canonical.type().family());
        if (kept.isEmpty()) {
            ignore(emission);
        } else {
            upkeep.out.add(same && !asUpdate ? emission : updated(emission, asUpdate ? canonical : null, kept));
        }
    }

    private void ignore(Emission emission) {
        ignored = ignored.isEmpty() ? new ArrayList<>(1) : ignored;
        ignored.add(emission);
    }

    /**
     * An emission of which not everything stands.
     *
     * @param asUpdate its canonical event, when the host takes it as an update of its item; else null
     */
    private static Emission updated(
            Emission emission, @Nullable CanonicalEvent asUpdate, List<RuntimeEvent> events) {
        ItemSnapshot item = asUpdate == null ? null : ItemFold.snapshot(asUpdate);
        CanonicalEvent event = item == null
                ? emission.canonical()
                : new CanonicalEvent(
                        asUpdate.refs(),
                        asUpdate.createdAt(),
                        new ItemPayload.ItemUpdated(item),
                        asUpdate.raw(),
                        asUpdate.history());
        return new Emission(emission.frame(), event, events, emission.reads());
    }

    /** What is left of an event once it is folded; null when it changes nothing. */
    private @Nullable RuntimeEvent folded(RuntimeEvent event, @Nullable CanonicalEvent canonical) {
        return switch (event) {
            case ItemUpdated item -> items.item(item, canonical);
            case TurnUpdated turn -> turn(turn) ? event : null;
            case ThreadUpdated thread -> {
                touched(thread.thread()).apply(thread);
                yield event;
            }
            case RequestUpdated request -> requests.request(request) ? event : null;
            case EvidenceUpdated evidence -> requests.evidence(evidence) ? event : null;
            case UsageUpdated usage -> {
                ThreadEntry thread = touched(usage.thread());
                thread.usage = usage.figures().over(thread.usage);
                yield event;
            }
            case RateLimitsUpdated limits -> {
                rateLimits(limits);
                yield event;
            }
            case CompactionUpdated compaction -> items.compaction(compaction) ? event : null;
            case SessionUpdated session -> {
                upkeep.touch.session();
                maps.session.apply(session);
                yield event;
            }
            // The visible warning is the host's alone.
            case RuntimeEvent.Warning warning -> null;
        };
    }

    private boolean turn(TurnUpdated told) {
        ThreadEntry thread = upkeep.threadOrNew(told.thread());
        String id = told.turn() == null ? thread.activeTurn : told.turn();
        if (id == null) {
            // A request outside any turn: there is no turn that could wait for it.
            return false;
        }
        Turn known = maps.turn(told.thread(), id);
        if (upkeep.isIdle(told.thread(), id)) {
            upkeep.counters.duplicate += told.phase() == TurnPhase.IDLE ? 1 : 0;
            upkeep.counters.late += told.phase() == TurnPhase.IDLE ? 0 : 1;
            return false;
        }
        Turn turn = known == null ? new Turn(told.thread(), id) : known;
        upkeep.touch.turn(turn);
        if (known == null) {
            turn.openedBy = upkeep.seq;
            maps.add(turn);
            thread.runningTurns++;
            thread.activeTurn = id;
        }
        if (told.phase() == TurnPhase.IDLE) {
            upkeep.end(turn);
        }
        turn.apply(told);
        return true;
    }

    private void rateLimits(RateLimitsUpdated told) {
        if (told.thread() == null) {
            upkeep.touch.session();
            maps.session.rateLimits = limits(maps.session.rateLimits, told);
        } else {
            ThreadEntry thread = touched(told.thread());
            thread.rateLimits = limits(thread.rateLimits, told);
        }
    }

    private static JsonNode limits(@Nullable JsonNode known, RateLimitsUpdated told) {
        return told.sparse() ? Members.sparse(known, told.limits()) : told.limits();
    }

    private ThreadEntry touched(String id) {
        ThreadEntry thread = upkeep.threadOrNew(id);
        upkeep.touch.thread(thread);
        return thread;
    }

    private boolean isCovered(Family family) {
        return switch (family) {
            case THREAD, TURN, ITEM, REQUEST -> true;
            case SESSION, TELEMETRY -> false;
        };
    }

    /** What history told already; its usage too is the latest, so that no earlier figure takes its place. */
    private boolean isCovered(RuntimeEvent event) {
        return switch (event) {
            case ItemUpdated item -> true;
            case TurnUpdated turn -> true;
            case ThreadUpdated thread -> true;
            case RequestUpdated request -> true;
            case EvidenceUpdated evidence -> true;
            case UsageUpdated usage -> true;
            case RateLimitsUpdated limits -> false;
            case CompactionUpdated compaction -> maps.item(compaction.thread(), compaction.item()) == null;
            case SessionUpdated session -> false;
            case RuntimeEvent.Warning warning -> false;
        };
    }
}
