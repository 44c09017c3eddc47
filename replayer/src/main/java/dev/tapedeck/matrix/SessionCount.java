package dev.tapedeck.matrix;

import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Counts recordings, and those of a real provider among them. */
final class SessionCount {
    private final SortedSet<String> versions = new TreeSet<>();
    private final SortedSet<String> recordedVersions = new TreeSet<>();
    private long recordings;
    private long recorded;

    void add(@Nullable String version, boolean fromProvider) {
        recordings++;
        recorded += fromProvider ? 1 : 0;
        if (version != null) {
            versions.add(version);
            if (fromProvider) {
                recordedVersions.add(version);
            }
        }
    }

    void add(SessionCount other) {
        recordings += other.recordings;
        recorded += other.recorded;
        versions.addAll(other.versions);
        recordedVersions.addAll(other.recordedVersions);
    }

    SortedSet<String> versions() {
        return Collections.unmodifiableSortedSet(versions);
    }

    FacetCell.Sessions sessions() {
        return new FacetCell.Sessions(
                recorded, recordings - recorded, List.copyOf(recorded > 0 ? recordedVersions : versions));
    }
}
