package dev.tapedeck.play;

import dev.tapedeck.fault.Exit;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Killed;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.host.Streams;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.rules.Dialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What one process of a recording did, as a provider that is played has to do it.
 *
 * @param cues in their order
 * @param ending how the process ended; null when the recording does not say
 * @param endsByItself whether it ends after the last cue; else it waits until its client says nothing more
 * @param streams paths of the event streams that it serves; empty on stdio
 * @param primary the stream whose events are read; null on stdio
 * @param unplayable faults of the plan that do nothing here, each with the reason
 */
public record Script(
        Dialect dialect,
        List<Cue> cues,
        @Nullable Ending ending,
        boolean endsByItself,
        Set<String> streams,
        @Nullable String primary,
        List<String> unplayable) {

    public Script {
        cues = List.copyOf(cues);
        streams = Set.copyOf(streams);
        unplayable = List.copyOf(unplayable);
    }

    /** Whether the provider waits for anything that its client says; else the end of its input means nothing to it. */
    boolean listens() {
        return cues.stream().anyMatch(Cue.AwaitFrame.class::isInstance);
    }

    /** Whether the provider prints, beside the wire, a line in which the pattern is found. */
    public boolean says(Pattern pattern) {
        return cues.stream().anyMatch(cue -> cue instanceof Cue.Log log
                && pattern.matcher(log.line().payload().display()).find());
    }

    /**
     * Writes the script of a process.
     *
     * <p>A process that exited with code 0 did so because its client closed its input, as far as a recording tells:
     * a provider that ends an untroubled session of its own accord would be of no use to any host. One that read
     * nothing, that failed, or that a plan lets exit ends by itself.
     *
     * @param process which one, from 1: a recording has several where its client started the provider again
     * @param plan its faults of the stream; those of the host do nothing here
     * @throws IllegalArgumentException if the recording has no such process
     */
    public static Script of(LoadedRecording recording, Dialect dialect, int process, FaultPlan plan) {
        List<List<Entry>> processes = processes(recording.entries());
        if (process < 1 || process > processes.size()) {
            throw new IllegalArgumentException(
                    "a process from 1 to " + processes.size() + " expected, found " + process);
        }
        List<Entry> entries = processes.get(process - 1);
        Ending last = process == processes.size() ? recording.ending() : null;
        String primary = Streams.of(recording.header(), wire -> Optional.empty()).primary();
        Faulted faulted = Faulted.by(plan, entries, last);
        List<Cue> cues = new CueWriter(new Ear(dialect, primary)).write(faulted);
        Ending ending = faulted.ending();
        boolean failed = ending != null && (ending.signal() != null || ending.exit() != null && ending.exit() != 0);
        boolean cut = plan.faults().stream().anyMatch(fault -> fault instanceof Exit || fault instanceof Killed);
        boolean reads = cues.stream().anyMatch(Cue.AwaitFrame.class::isInstance);
        Map<String, ?> streams = recording.header().streams();
        return new Script(
                dialect, cues, ending, failed || cut || !reads, streams.keySet(), primary,
                Unplayable.sentences(plan, entries));
    }

    private static List<List<Entry>> processes(List<Entry> entries) {
        List<List<Entry>> processes = new ArrayList<>();
        processes.add(new ArrayList<>());
        boolean spawned = false;
        for (Entry entry : entries) {
            if (entry instanceof HostAct act && act.act().equals(HostAct.SPAWN)) {
                if (spawned) {
                    processes.add(new ArrayList<>());
                }
                spawned = true;
            }
            processes.getLast().add(entry);
        }
        return processes;
    }
}
