package dev.tapedeck.golden;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a check found out.
 *
 * @param complete whether every fixture was looked at and none failed; only then can a golden be called obsolete
 * @param results for each golden that the run gave, how it compares; a new one differs from nothing
 * @param failures for each scenario that could not be replayed, why
 */
public record GoldenRun(
        boolean complete, SortedMap<GoldenName, Comparison> results, SortedMap<String, String> failures) {
    public GoldenRun {
        results = Collections.unmodifiableSortedMap(new TreeMap<>(results));
        failures = Collections.unmodifiableSortedMap(new TreeMap<>(failures));
    }
}
