package dev.tapedeck.play;

import dev.tapedeck.fault.Exit;
import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.HostFault;
import dev.tapedeck.fault.Killed;
import dev.tapedeck.fault.NewProcess;
import dev.tapedeck.fault.Sink;
import dev.tapedeck.fault.Stall;
import dev.tapedeck.fault.StreamFault;
import dev.tapedeck.fault.Truncated;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The entries of a process after the faults of a plan, in the order in which they are to be played.
 *
 * <p>A frame that is truncated and after which the process exits has no line end: it exits in the middle of a line.
 *
 * @param held numbers of the frames that are written together with what follows
 */
record Faulted(List<Entry> entries, @Nullable Ending ending, Set<Long> held) {

    static Faulted by(FaultPlan plan, List<Entry> recorded, @Nullable Ending last) {
        List<Fault> playable = new ArrayList<>(plan.faults());
        playable.removeAll(Unplayable.of(plan, recorded));
        Gathered gathered = new Gathered();
        Sink stream = plan.with(playable).before(gathered, 1);
        recorded.forEach(stream::entry);
        stream.ends(last);
        tear(gathered.entries, playable);
        return new Faulted(gathered.entries, gathered.ending, held(gathered.entries, playable));
    }

    /** Whether a plan's fault can befall a provider that is played, and not only its host. */
    static boolean isPlayable(Fault fault) {
        return switch (fault) {
            case Stall stall -> true;
            case HostFault host -> false;
            case NewProcess other -> false;
            case StreamFault stream -> true;
        };
    }

    private static void tear(List<Entry> entries, List<Fault> faults) {
        Set<Long> truncated = new HashSet<>();
        Set<Long> lastOnes = new HashSet<>();
        for (Fault fault : faults) {
            switch (fault) {
                case Truncated line -> truncated.add(line.frame());
                case Exit exit -> lastOnes.add(exit.frame());
                case Killed killed -> lastOnes.add(killed.frame());
                default -> {}
            }
        }
        if (!entries.isEmpty()
                && entries.getLast() instanceof Frame frame
                && truncated.contains(frame.seq())
                && lastOnes.contains(frame.seq())) {
            entries.set(entries.size() - 1, new Frame(
                    frame.seq(), frame.micros(), frame.direction(), frame.payload(), frame.carrier(), LineEnd.NONE,
                    frame.cuts()));
        }
    }

    private static Set<Long> held(List<Entry> entries, List<Fault> faults) {
        Set<Long> held = new HashSet<>();
        for (Fault fault : faults) {
            if (fault instanceof Stall stall) {
                entries.stream()
                        .filter(entry -> entry instanceof Frame frame && frame.direction() == Direction.OUT)
                        .map(Entry::seq)
                        .filter(seq -> seq > stall.after())
                        .limit(stall.frames())
                        .forEach(held::add);
            }
        }
        return held;
    }

    private static final class Gathered implements Sink {
        private final List<Entry> entries = new ArrayList<>();
        private @Nullable Ending ending;

        @Override
        public void entry(Entry entry) {
            entries.add(entry);
        }

        @Override
        public void ends(@Nullable Ending how) {
            ending = how;
        }
    }
}
