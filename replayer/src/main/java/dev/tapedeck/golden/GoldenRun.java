package dev.tapedeck.golden;

import dev.tapedeck.host.Disposition;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a check found out.
 *
 * @param complete whether every fixture was looked at and none failed; only then can a golden be called obsolete
 * @param results for each golden that the run gave, how it compares; a new one differs from nothing
 * @param dispositions for each scenario that was replayed, how many frames ended how
 * @param failures for each scenario that could not be replayed, why
 */
public record GoldenRun(
        boolean complete,
        SortedMap<GoldenName, Comparison> results,
        SortedMap<String, Map<Disposition, Long>> dispositions,
        SortedMap<String, String> failures) {
    public GoldenRun {
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
        dispositions = Collections.unmodifiableSortedMap(new TreeMap<>(dispositions));
        failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
    }
}
