package dev.tapedeck.replay;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.json.Shape;
import java.util.List;

/**
 * A kind that nobody wrote a rule for, in one recording.
 *
 * @param kind its name, from the wire and so data: of bounded length, to be escaped wherever it is shown
 * @param frames how many frames there were, or how often a part of that name stood in a mapped frame
 * @param first where it was first seen
 * @param last where it was last seen
 * @param shapes how its frames are built, the first shapes only
 */
public record UnmappedKind(
        String kind, Direction direction, long frames, Sighting first, Sighting last, List<OfShape> shapes) {
    /**
     * A frame of the kind.
     *
     * @param micros arrival, in microseconds since the recording started
     */
    public record Sighting(long seq, long micros) {}

    /**
     * One frame of the kind.
     *
     * @param text its start, as recorded: data, to be escaped wherever it is shown
     */
    public record Sample(long seq, String text) {}

    /**
     * Frames of the kind that are built alike.
     *
     * @param samples the first few
     */
    public record OfShape(Shape shape, long frames, List<Sample> samples) {
        public OfShape {
            samples = List.copyOf(samples);
        }
    }

    public UnmappedKind {
        shapes = List.copyOf(shapes);
    }

    /** The samples of all shapes. */
    public List<Sample> samples() {
        return shapes.stream().flatMap(shape -> shape.samples().stream()).toList();
    }
}
