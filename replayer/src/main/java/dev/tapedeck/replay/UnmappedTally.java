package dev.tapedeck.replay;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.json.Shape;
import dev.tapedeck.replay.UnmappedKind.Sighting;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Counts frames of one kind that has no rule, and keeps some of each shape; bounded, whatever they hold. */
final class UnmappedTally {
    /** Samples kept of each shape. */
    static final int MAX_SAMPLES = 3;
    /** Shapes kept of one kind; frames of further shapes are only counted. */
    static final int MAX_SHAPES = 8;
    /** Characters kept of a sample. */
    static final int MAX_SAMPLE_LENGTH = 2000;

    private final Map<Shape, List<UnmappedKind.Sample>> samples = new LinkedHashMap<>();
    private final Map<Shape, Long> shapes = new LinkedHashMap<>();
    private final boolean sampled;
    private final Sighting first;
    private Sighting last;
    private long frames;

    /** @param sampled whether samples are wanted, since those of all kinds are bounded too */
    UnmappedTally(Frame first, boolean sampled) {
        this.sampled = sampled;
        this.first = new Sighting(first.seq(), first.micros());
        this.last = this.first;
    }

    void add(Frame frame, JsonNode json) {
        frames++;
        last = new Sighting(frame.seq(), frame.micros());
        Shape shape = Shape.of(json);
        if (!shapes.containsKey(shape) && shapes.size() >= MAX_SHAPES) {
            return;
        }
        shapes.merge(shape, 1L, Long::sum);
        List<UnmappedKind.Sample> kept = samples.computeIfAbsent(shape, key -> new ArrayList<>(1));
        if (sampled && kept.size() < MAX_SAMPLES) {
            String text = frame.payload().display();
            kept.add(new UnmappedKind.Sample(
                    frame.seq(),
                    text.length() <= MAX_SAMPLE_LENGTH ? text : text.substring(0, MAX_SAMPLE_LENGTH) + "…"));
        }
    }

    UnmappedKind told(String kind, Direction direction) {
        List<UnmappedKind.OfShape> told = new ArrayList<>();
        shapes.forEach((shape, count) ->
                told.add(new UnmappedKind.OfShape(shape, count, samples.getOrDefault(shape, List.of()))));
        return new UnmappedKind(kind, direction, frames, first, last, told);
    }
}
