package dev.tapedeck.mapping;

import dev.tapedeck.scratch.Scratch;
import java.util.List;

/**
 * What one call of the hook gave back.
 *
 * @param emissions in the order of their frames
 * @param scratch for the next call
 * @param outcomes one for each frame of the call; a {@link Outcome.Faulted} one is a frame fault
 */
public record MapResult(List<Emission> emissions, Scratch scratch, List<Outcome> outcomes) {
    public MapResult {
        emissions = List.copyOf(emissions);
        outcomes = List.copyOf(outcomes);
    }
}
