package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What recordings show of one stream. Filled by {@link Evidence}. */
public final class StreamEvidence {
    /** Most kinds of one stream; kinds are data, so their number must be bounded. */
    public static final int MAX_KINDS = 10_000;

    private final Map<String, KindEvidence> kinds = new TreeMap<>();
    private final Map<EventType, SortedSet<String>> missed = new EnumMap<>(EventType.class);
    private final Map<EventType, KindEvidence.Seen> hostWritten = new EnumMap<>(EventType.class);
    private final SessionCount all = new SessionCount();
    private final SortedMap<String, SessionCount> spoken = new TreeMap<>();
    private final Map<String, FacetEvidence> facets = new TreeMap<>();
    private final Map<String, FacetEvidence> sent = new TreeMap<>();
    private long frames;
    private long uncountedFrames;

    /**
     * Counts a recording.
     *
     * @param version the provider's
     * @param spokenVersion the wire's, as the vendor's lists of its kinds name it; absent when it is not known
     */
    void addRecording(@Nullable String version, @Nullable String spokenVersion, boolean fromProvider) {
        all.add(version, fromProvider);
        if (spokenVersion != null) {
            spoken.computeIfAbsent(spokenVersion, key -> new SessionCount()).add(version, fromProvider);
        }
    }

    /**
     * The kind's entry, or null when there are too many kinds already. What both sides send under one name is one kind
     * for each rule.
     */
    @Nullable KindEvidence kind(String kind, Direction direction, @Nullable String rule) {
        frames++;
        String key = rule == null ? kind : kind + '\0' + rule;
        KindEvidence known = kinds.get(key);
        if (known == null && kinds.size() < MAX_KINDS) {
            known = new KindEvidence(kind, direction, rule);
            kinds.put(key, known);
        }
        uncountedFrames += known == null ? 1 : 0;
        return known;
    }

    void add(StreamEvidence other) {
        all.add(other.all);
        other.spoken.forEach((version, count) ->
                spoken.computeIfAbsent(version, key -> new SessionCount()).add(count));
        frames += other.frames;
        uncountedFrames += other.uncountedFrames;
        other.missed.forEach((type, fixtures) ->
                missed.computeIfAbsent(type, key -> new TreeSet<>()).addAll(fixtures));
        other.hostWritten.forEach((type, seen) -> hostWritten.merge(type, seen, KindEvidence.Seen::and));
        other.facets.forEach((key, facet) -> facets.computeIfAbsent(key, unused -> new FacetEvidence()).add(facet));
        other.sent.forEach((key, facet) -> sent.computeIfAbsent(key, unused -> new FacetEvidence()).add(facet));
        other.kinds.forEach((key, kind) -> {
            if (kinds.containsKey(key) || kinds.size() < MAX_KINDS) {
                kinds.computeIfAbsent(key, unused -> new KindEvidence(kind.kind(), kind.direction(), kind.rule()))
                        .add(kind);
            } else {
                uncountedFrames += kind.frames();
            }
        });
    }

    /** The facet's entry, which is new when nothing showed it yet. */
    FacetEvidence facetToFill(Facet facet) {
        return facets.computeIfAbsent(facet.key(), key -> new FacetEvidence());
    }

    /** What recordings show of a facet of the concepts. */
    public FacetEvidence facet(Facet facet) {
        return facets.getOrDefault(facet.key(), new FacetEvidence());
    }

    /** The same for what clients sent. */
    FacetEvidence sentToFill(Facet facet) {
        return sent.computeIfAbsent(facet.key(), key -> new FacetEvidence());
    }

    /** What clients sent of a facet, whether or not an event tells it. */
    FacetEvidence sent(Facet facet) {
        return sent.getOrDefault(facet.key(), new FacetEvidence());
    }

    void addHostWritten(EventType type, FrameRef frame) {
        hostWritten.compute(type, (key, before) -> KindEvidence.Seen.more(before, frame));
    }

    /** A scenario that should bring an event forth did not. */
    void addMissed(EventType type, String fixture) {
        missed.computeIfAbsent(type, key -> new TreeSet<>()).add(fixture);
    }

    /** Every kind that was seen, by name. */
    public Collection<KindEvidence> kinds() {
        return Collections.unmodifiableCollection(kinds.values());
    }

    /** Recordings of scenarios that should have brought the event forth and did not, by path. */
    public SortedSet<String> missed(EventType type) {
        return Collections.unmodifiableSortedSet(missed.getOrDefault(type, new TreeSet<>()));
    }

    /** Events that the host wrote by itself, for instance what it closes when a turn or a process ends. */
    public Map<EventType, KindEvidence.Seen> hostWritten() {
        return Collections.unmodifiableMap(hostWritten);
    }

    /** Versions of the provider, of whatever origin. */
    public SortedSet<String> versions() {
        return all.versions();
    }

    /** Every session. */
    FacetCell.Sessions sessions() {
        return all.sessions();
    }

    /** Sessions that speak one version of the wire. */
    FacetCell.Sessions sessions(String spokenVersion) {
        return spoken.getOrDefault(spokenVersion, new SessionCount()).sessions();
    }

    /** Frames that could be decoded. */
    public long frames() {
        return frames;
    }

    /** Frames of kinds beyond {@link #MAX_KINDS}. */
    public long uncountedFrames() {
        return uncountedFrames;
    }
}
