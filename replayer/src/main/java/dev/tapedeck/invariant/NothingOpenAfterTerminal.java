package dev.tapedeck.invariant;

import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Item;
import dev.tapedeck.host.RequestEntry;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.util.LinkedHashSet;
import java.util.Set;

/** When a turn has ended, none of its items is open and none of its requests waits. */
final class NothingOpenAfterTerminal implements Invariant {
    private record Ended(String thread, String turn) {}

    private final Verdict verdict;
    private final Set<Ended> ended = new LinkedHashSet<>();

    NothingOpenAfterTerminal(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            written(result.frame().seq(), emission);
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        for (RuntimeEvent event : emission.events()) {
            if (event instanceof TurnUpdated turn && turn.turn() != null) {
                Ended key = new Ended(turn.thread(), turn.turn());
                if (TurnEndsOnce.isDenied(emission)) {
                    continue; // an item of it that history knows is history's
                }
                if (turn.phase() == TurnPhase.IDLE) {
                    ended.add(key);
                } else {
                    ended.remove(key); // only a hole seemed to end it
                }
            }
        }
    }

    @Override
    public void stepped(HostView host) {
        if (ended.isEmpty()) {
            return;
        }
        for (Item item : host.maps().items()) {
            if (item.state() == ItemState.OPEN
                    && item.turn() != null
                    && ended.contains(new Ended(item.thread(), item.turn()))) {
                verdict.violated(host.arrivedSeq(), "item " + item.id() + " closed with its turn", "open");
            }
        }
        for (RequestEntry request : host.maps().requests()) {
            if (request.state() == RequestState.PENDING
                    && request.thread() != null
                    && request.turn() != null
                    && ended.contains(new Ended(request.thread(), request.turn()))) {
                verdict.violated(host.arrivedSeq(), "request " + request.ref() + " settled with its turn", "pending");
            }
        }
        ended.clear();
    }
}
