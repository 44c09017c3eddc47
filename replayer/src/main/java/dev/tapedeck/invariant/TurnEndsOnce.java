package dev.tapedeck.invariant;

import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.History;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * A turn ends once, and nothing is told of its phase afterwards; a resync may tell once more of an end what was missing
 * from it, and that a turn runs which only a hole seemed to end.
 */
final class TurnEndsOnce implements Invariant {
    /** Ended turns that are remembered: fewer than the host itself remembers, so that none is forgotten there first. */
    private static final int REMEMBERED = 500;

    private record Key(String thread, String turn) {}

    private final Verdict verdict;
    private boolean failed;
    private boolean resynced;
    private final Set<Key> ended = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    });

    TurnEndsOnce(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened) {
            ended.clear();
        }
        failed |= note instanceof HostNote.Failed;
        resynced |= note instanceof HostNote.Resynced;
    }

    /** A turn that was read from a hole left the maps with the resync, and may come yet. */
    @Override
    public void stepped(HostView host) {
        if (resynced) {
            resynced = false;
            failed = false;
            ended.removeIf(key -> host.maps().turn(key.thread(), key.turn()) == null);
        }
    }

    @Override
    public void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            told(result.frame().seq(), emission, false);
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        told(seq, emission, emission.canonical() == null);
    }

    /** Such a turn leaves the maps, and may come yet. */
    static boolean isDenied(Emission emission) {
        return emission.canonical() != null
                && emission.canonical().payload() instanceof TurnAborted aborted
                && History.UNKNOWN.equals(aborted.reason());
    }

    private void told(long seq, Emission emission, boolean byHistory) {
        for (RuntimeEvent event : emission.events()) {
            if (event instanceof TurnUpdated turn && turn.turn() != null) {
                Key key = new Key(turn.thread(), turn.turn());
                if (byHistory && failed && turn.phase() != TurnPhase.IDLE) {
                    ended.remove(key);
                } else if (ended.contains(key) && !(byHistory && turn.phase() == TurnPhase.IDLE)) {
                    verdict.violated(seq, "nothing after the end of turn " + turn.turn(), turn.toString());
                } else if (turn.phase() == TurnPhase.IDLE && !isDenied(emission)) {
                    ended.add(key);
                }
            }
        }
    }
}
