package dev.tapedeck.play;

import dev.tapedeck.fault.Exit;
import dev.tapedeck.fault.Fault;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Killed;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.StreamFault;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Faults of a plan that nobody can play: those of a host, of the client's frames, of frames that are not there. */
final class Unplayable {
    private Unplayable() {}

    /** Those of the plan that do nothing when these entries are played. */
    static List<Fault> of(FaultPlan plan, List<Entry> entries) {
        Set<Long> said = said(entries);
        List<Fault> faults = new ArrayList<>();
        for (Fault fault : plan.faults()) {
            boolean elsewhere = fault instanceof StreamFault stream && !reaches(stream, said, entries);
            if (elsewhere || !Faulted.isPlayable(fault)) {
                faults.add(fault);
            }
        }
        return faults;
    }

    /** The same in sentences that say why. */
    static List<String> sentences(FaultPlan plan, List<Entry> entries) {
        return of(plan, entries).stream()
                .map(fault -> PlanFormat.write(fault) + (Faulted.isPlayable(fault)
                        ? ": the provider says no such frame, so nothing goes wrong"
                        : ": befalls a host; it does not apply to a provider that is played"))
                .toList();
    }

    /** The end of a process may follow any entry; all else befalls a frame that the provider says. */
    private static boolean reaches(StreamFault fault, Set<Long> said, List<Entry> entries) {
        return switch (fault) {
            case Exit exit -> has(entries, exit.frame());
            case Killed killed -> has(entries, killed.frame());
            case StreamFault other -> said.contains(other.frame());
        };
    }

    private static boolean has(List<Entry> entries, long seq) {
        return entries.stream().anyMatch(entry -> entry.seq() == seq);
    }

    private static Set<Long> said(List<Entry> entries) {
        Set<Long> said = new HashSet<>();
        for (Entry entry : entries) {
            if (entry instanceof Frame frame && frame.direction() == Direction.OUT) {
                said.add(frame.seq());
            }
        }
        return said;
    }
}
