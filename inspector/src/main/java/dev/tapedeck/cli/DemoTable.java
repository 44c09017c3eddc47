package dev.tapedeck.cli;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenRun;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.host.Disposition;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What became of the frames of each set of recordings, in a few lines. */
final class DemoTable {
    private static final String ROW = "%-14s %9s %9s %9s %10s %9s %9s %9s   %s";

    private final Map<String, Sums> sets = new TreeMap<>();

    private static final class Sums {
        private final Map<Disposition, Long> frames = new EnumMap<>(Disposition.class);
        private final Map<GoldenState, Long> goldens = new EnumMap<>(GoldenState.class);
        private long sessions;

        private long frames(Disposition disposition) {
            return frames.getOrDefault(disposition, 0L);
        }
    }

    DemoTable(GoldenRun run, List<Golden> goldens) {
        run.dispositions().forEach((scenario, dispositions) -> {
            Sums sums = sums(scenario);
            sums.sessions++;
            dispositions.forEach((disposition, frames) -> sums.frames.merge(disposition, frames, Long::sum));
        });
        goldens.forEach(golden -> sums(golden.name().scenario()).goldens.merge(golden.state(), 1L, Long::sum));
    }

    private Sums sums(String scenario) {
        return sets.computeIfAbsent(scenario.split("/")[0], key -> new Sums());
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add(ROW.formatted(
                "", "sessions", "frames", "mapped", "duplicate", "dropped", "unmapped", "faulted", "goldens"));
        sets.forEach((set, sums) -> lines.add(ROW.formatted(
                set,
                sums.sessions,
                sums.frames.values().stream().mapToLong(Long::longValue).sum(),
                sums.frames(Disposition.MAPPED),
                sums.frames(Disposition.DUPLICATE),
                sums.frames(Disposition.DROPPED),
                sums.frames(Disposition.UNMAPPED),
                sums.frames(Disposition.FAULTED),
                goldens(sums))));
        return lines;
    }

    private static String goldens(Sums sums) {
        List<String> words = new ArrayList<>();
        sums.goldens.forEach((state, count) -> words.add(count + " " + state.word()));
        return String.join(", ", words);
    }
}
