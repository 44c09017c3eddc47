package dev.tapedeck.matrix;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What recordings of one stream show of one facet, kind by kind. Filled by {@link Evidence}. */
public final class FacetEvidence {
    /** Most kinds that are kept; kinds are data, so their number must be bounded. */
    public static final int MAX_KINDS = 200;
    /** Most words that are kept of one kind. */
    public static final int MAX_WORDS = 8;
    /** Longest word that is printed, in characters; words may come from the wire. */
    public static final int MAX_WORD = 60;

    private final SortedMap<String, Kind> kinds = new TreeMap<>();

    /** Frames of one native kind that showed the facet. */
    public static final class Kind {
        private final String kind;
        private final @Nullable String rule;
        private final SortedSet<String> words = new TreeSet<>();
        private final SortedSet<String> reads = new TreeSet<>();
        private FrameRef first;
        private long frames;
        private long recorded;

        private Kind(String kind, @Nullable String rule, FrameRef first) {
            this.kind = kind;
            this.rule = rule;
            this.first = first;
        }

        public String kind() {
            return kind;
        }

        /** Kind of the rule that takes it. */
        public @Nullable String rule() {
            return rule;
        }

        /** What was seen, in words of ours or of the provider: data. */
        public SortedSet<String> words() {
            return Collections.unmodifiableSortedSet(words);
        }

        /** Where in the frame the rule read, as JSON pointers; empty when it read whole objects. */
        public SortedSet<String> reads() {
            return Collections.unmodifiableSortedSet(reads);
        }

        /** The first frame, one of a real provider where there is any. */
        public FrameRef first() {
            return first;
        }

        public long frames() {
            return frames;
        }

        /** Frames from recordings of a real provider: only these prove anything. */
        public long recorded() {
            return recorded;
        }
    }

    /** What one event of one frame shows. */
    record Sight(
            String kind,
            @Nullable String rule,
            FrameRef frame,
            boolean fromProvider,
            SortedSet<String> words,
            Iterable<String> reads) {}

    void add(Sight sight) {
        if (!kinds.containsKey(sight.kind()) && kinds.size() >= MAX_KINDS) {
            return;
        }
        Kind kind = kinds.computeIfAbsent(sight.kind(), key -> new Kind(key, sight.rule(), sight.frame()));
        if (sight.fromProvider() && kind.recorded == 0) {
            kind.first = sight.frame();
        }
        kind.frames++;
        kind.recorded += sight.fromProvider() ? 1 : 0;
        sight.words().forEach(word -> keep(word, kind.words));
        sight.reads().forEach(read -> keep(read, kind.reads));
    }

    /** Takes in what later recordings show of the same facet. */
    void add(FacetEvidence later) {
        later.kinds.forEach((name, other) -> {
            if (!kinds.containsKey(name) && kinds.size() >= MAX_KINDS) {
                return;
            }
            Kind kind = kinds.computeIfAbsent(name, key -> new Kind(key, other.rule, other.first));
            if (other.recorded > 0 && kind.recorded == 0) {
                kind.first = other.first;
            }
            kind.frames += other.frames;
            kind.recorded += other.recorded;
            other.words.forEach(word -> keep(word, kind.words));
            other.reads.forEach(read -> keep(read, kind.reads));
        });
    }

    private static void keep(String word, SortedSet<String> into) {
        if (into.size() < MAX_WORDS) {
            into.add(word.length() <= MAX_WORD ? word : word.substring(0, MAX_WORD) + "…");
        }
    }

    /** Kinds that showed the facet, by name. */
    public SortedMap<String, Kind> kinds() {
        return Collections.unmodifiableSortedMap(kinds);
    }
}
