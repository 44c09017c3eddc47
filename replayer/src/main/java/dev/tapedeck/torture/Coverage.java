package dev.tapedeck.torture;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import dev.tapedeck.fault.Fault;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.replay.ReplayReport;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** How often each fault came together with each outcome. Not safe for use by several threads. */
public final class Coverage {
    private static final Map<Class<?>, String> NAMES = Arrays.stream(
                    Fault.class.getAnnotation(JsonSubTypes.class).value())
            .collect(Collectors.toMap(JsonSubTypes.Type::value, JsonSubTypes.Type::name));

    private final Map<String, Map<String, Long>> counts = new TreeMap<>();
    private final Set<String> outcomes = new TreeSet<>();

    /** Outcomes by fault, each with the number of plans. */
    public Map<String, Map<String, Long>> counts() {
        return counts;
    }

    /** Every outcome that any plan had. */
    public Set<String> outcomes() {
        return outcomes;
    }

    /** Counts one run under these faults. */
    public void add(Iterable<Fault> faults, ReplayReport report) {
        Set<String> reached = outcomes(report);
        outcomes.addAll(reached);
        Set<String> names = new TreeSet<>();
        faults.forEach(fault -> names.add(NAMES.get(fault.getClass())));
        for (String name : names) {
            Map<String, Long> row = counts.computeIfAbsent(name, unused -> new TreeMap<>());
            reached.forEach(outcome -> row.merge(outcome, 1L, Long::sum));
        }
    }

    private static Set<String> outcomes(ReplayReport report) {
        Set<String> reached = new TreeSet<>();
        int resyncs = 0;
        for (HostNote note : report.notes()) {
            switch (note) {
                case HostNote.Failed failed -> reached.add(failed.kind().word());
                case HostNote.Closed closed -> reached.add("closed: " + closed.cause().word());
                case HostNote.Trimmed trimmed -> reached.add("limit " + trimmed.limit().word());
                case HostNote.Resynced resynced -> resyncs++;
                case HostNote.RequestRefused refused -> reached.add("request refused");
                case HostNote.ErrorWritten error -> reached.add("protocol error written");
                case HostNote.CancelWritten cancel -> reached.add("cancel written");
                case HostNote.AnswerRefused answer -> reached.add("answer refused");
                case HostNote.EvidenceRefused evidence -> reached.add("evidence refused");
                case HostNote.EpochOpened opened -> reached.add("new epoch");
                case HostNote.Warned warned -> {}
            }
        }
        if (resyncs > 0) {
            reached.add(resyncs == 1 ? "1 resync" : "several resyncs");
        }
        if (reached.isEmpty()) {
            reached.add("nothing");
        }
        return reached;
    }
}
