package dev.tapedeck.replay;

import dev.tapedeck.frame.Direction;
import java.util.List;

/**
 * A kind that nobody wrote a rule for.
 *
 * @param frames how many frames there were, or how often a part of that name stood in a mapped frame
 * @param samples the first few
 */
public record UnmappedKind(String kind, Direction direction, long frames, List<Sample> samples) {
    /**
     * One frame of the kind.
     *
     * @param text its start, as recorded: data, to be escaped wherever it is shown
     */
    public record Sample(long seq, String text) {}

    public UnmappedKind {
        samples = List.copyOf(samples);
    }
}
