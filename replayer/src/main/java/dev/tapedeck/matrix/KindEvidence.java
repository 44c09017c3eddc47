package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.json.Shape;
import dev.tapedeck.rules.Concept;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** What recordings show of one native kind on one stream. Filled by {@link Evidence}. */
public final class KindEvidence {
    /** Most frames that are named for one kind. */
    public static final int MAX_SAMPLES = 5;
    /** Most frames that are named for one shape. */
    public static final int SAMPLES_OF_SHAPE = 3;
    /** Most shapes that are kept for one kind; frames of further shapes are only counted. */
    public static final int MAX_SHAPES = 8;

    private final String kind;
    private final Direction direction;
    private final @Nullable String rule;
    private final Map<Disposition, Long> dispositions = new EnumMap<>(Disposition.class);
    private final Map<EventType, Seen> events = new EnumMap<>(EventType.class);
    private final Map<Concept, Seen> concepts = new EnumMap<>(Concept.class);
    private final Map<RuntimeRow, Seen> runtime = new EnumMap<>(RuntimeRow.class);
    private final List<FrameRef> samples = new ArrayList<>();
    private final SequencedMap<Shape, Seen> shapes = new LinkedHashMap<>();
    private final SortedSet<String> versions = new TreeSet<>();
    private final SortedSet<String> spoken = new TreeSet<>();
    private final SortedMap<String, Span> spans = new TreeMap<>();
    private final SortedSet<String> recordings = new TreeSet<>();
    private @Nullable String fault;
    private long frames;
    private long recorded;
    private long furtherShapes;

    KindEvidence(String kind, Direction direction, @Nullable String rule) {
        this.kind = kind;
        this.direction = direction;
        this.rule = rule;
    }

    /**
     * Frames that showed something.
     *
     * @param samples the first few, at most {@link #SAMPLES_OF_SHAPE}
     */
    public record Seen(long frames, List<FrameRef> samples) {
        public Seen {
            samples = List.copyOf(samples);
        }

        /** Frames of which only the first is named. */
        public Seen(long frames, FrameRef first) {
            this(frames, List.of(first));
        }

        public FrameRef first() {
            return samples.getFirst();
        }

        Seen and(Seen later) {
            List<FrameRef> both = new ArrayList<>(samples);
            later.samples.stream().limit(Math.max(0, SAMPLES_OF_SHAPE - both.size())).forEach(both::add);
            return new Seen(frames + later.frames, both);
        }

        static Seen more(@Nullable Seen before, FrameRef frame) {
            if (before == null) {
                return new Seen(1, frame);
            }
            if (before.samples.size() == SAMPLES_OF_SHAPE) {
                return new Seen(before.frames + 1, before.samples);
            }
            List<FrameRef> samples = new ArrayList<>(before.samples);
            samples.add(frame);
            return new Seen(before.frames + 1, samples);
        }
    }

    /**
     * Frames of one version of the provider.
     *
     * @param first the first in time
     * @param last the last in time
     */
    public record Span(long frames, FrameRef first, Instant firstAt, FrameRef last, Instant lastAt) {
        private Span and(Span other) {
            boolean earlier = other.firstAt.isBefore(firstAt);
            boolean later = !other.lastAt.isBefore(lastAt);
            return new Span(
                    frames + other.frames,
                    earlier ? other.first : first,
                    earlier ? other.firstAt : firstAt,
                    later ? other.last : last,
                    later ? other.lastAt : lastAt);
        }

        private Span with(FrameRef frame, Instant at) {
            boolean earlier = at.isBefore(firstAt);
            boolean later = !at.isBefore(lastAt);
            return new Span(
                    frames + 1,
                    earlier ? frame : first,
                    earlier ? at : firstAt,
                    later ? frame : last,
                    later ? at : lastAt);
        }
    }

    /** A real provider sent or was sent it in a session that speaks this version of the wire. */
    void addSpoken(String version) {
        spoken.add(version);
    }

    /** Versions of the wire in whose sessions a real provider sent or was sent it. */
    SortedSet<String> spoken() {
        return Collections.unmodifiableSortedSet(spoken);
    }

    void add(
            FrameRef frame, Instant at, Disposition disposition, boolean fromProvider, @Nullable String version) {
        spans.merge(
                version == null ? "" : version,
                new Span(1, frame, at, frame, at),
                (span, one) -> span.with(frame, at));
        frames++;
        recorded += fromProvider ? 1 : 0;
        dispositions.merge(disposition, 1L, Long::sum);
        recordings.add(frame.recording());
        if (version != null) {
            versions.add(version);
        }
        if (samples.size() < MAX_SAMPLES) {
            samples.add(frame);
        }
    }

    /** Takes in what later recordings show of the same kind. */
    void add(KindEvidence later) {
        frames += later.frames;
        recorded += later.recorded;
        later.dispositions.forEach((disposition, count) -> dispositions.merge(disposition, count, Long::sum));
        later.events.forEach((type, seen) -> events.merge(type, seen, Seen::and));
        later.concepts.forEach((concept, seen) -> concepts.merge(concept, seen, Seen::and));
        later.runtime.forEach((row, seen) -> runtime.merge(row, seen, Seen::and));
        later.spans.forEach((version, span) -> spans.merge(version, span, Span::and));
        versions.addAll(later.versions);
        spoken.addAll(later.spoken);
        recordings.addAll(later.recordings);
        later.samples.stream().limit(Math.max(0, MAX_SAMPLES - samples.size())).forEach(samples::add);
        furtherShapes += later.furtherShapes;
        later.shapes.forEach((shape, seen) -> {
            if (shapes.containsKey(shape) || shapes.size() < MAX_SHAPES) {
                shapes.merge(shape, seen, Seen::and);
            } else {
                furtherShapes += seen.frames();
            }
        });
        addFault(later.fault);
    }

    void addShape(Shape shape, FrameRef frame) {
        if (shapes.size() >= MAX_SHAPES && !shapes.containsKey(shape)) {
            furtherShapes++;
            return;
        }
        shapes.compute(shape, (key, before) -> Seen.more(before, frame));
    }

    void addEvent(EventType type, FrameRef frame) {
        events.compute(type, (key, before) -> Seen.more(before, frame));
    }

    void addConcept(Concept concept, FrameRef frame) {
        concepts.compute(concept, (key, before) -> Seen.more(before, frame));
    }

    void addRuntime(RuntimeRow row, FrameRef frame) {
        runtime.compute(row, (key, before) -> Seen.more(before, frame));
    }

    void addFault(@Nullable String reason) {
        fault = fault == null ? reason : fault;
    }

    public String kind() {
        return kind;
    }

    /** Who sent the first frame of this kind. */
    public Direction direction() {
        return direction;
    }

    /** Kind of the rule that takes it; absent when none does. */
    public @Nullable String rule() {
        return rule;
    }

    public long frames() {
        return frames;
    }

    /** Frames from recordings of a real provider: only these prove anything. */
    public long recorded() {
        return recorded;
    }

    public long count(Disposition disposition) {
        return dispositions.getOrDefault(disposition, 0L);
    }

    /** The first frames of this kind. */
    public List<FrameRef> samples() {
        return Collections.unmodifiableList(samples);
    }

    /** Shapes in the order in which they were first seen. */
    public SequencedMap<Shape, Seen> shapes() {
        return Collections.unmodifiableSequencedMap(shapes);
    }

    /** Frames whose shape is none of the kept ones. */
    public long furtherShapes() {
        return furtherShapes;
    }

    /** For each version of the provider, the first and the last frame; {@code ""} where no version was told. */
    public SortedMap<String, Span> spans() {
        return Collections.unmodifiableSortedMap(spans);
    }

    public SortedSet<String> versions() {
        return Collections.unmodifiableSortedSet(versions);
    }

    /** Ids of the recordings that hold it. */
    public SortedSet<String> recordings() {
        return Collections.unmodifiableSortedSet(recordings);
    }

    /** Why the first faulted frame faulted; absent when none did. */
    public @Nullable String fault() {
        return fault;
    }

    /** Canonical events that frames of this kind became. */
    public Map<EventType, Seen> events() {
        return Collections.unmodifiableMap(events);
    }

    /** Concepts that the events of this kind's frames carry. */
    public Map<Concept, Seen> concepts() {
        return Collections.unmodifiableMap(concepts);
    }

    Map<RuntimeRow, Seen> runtime() {
        return runtime;
    }
}
