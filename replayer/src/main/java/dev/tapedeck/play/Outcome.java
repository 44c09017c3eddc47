package dev.tapedeck.play;

import dev.tapedeck.frame.Ending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a play went.
 *
 * @param ending how the recorded process ended; null when the recording does not say
 * @param stoppedBy a signal that ended the play, since the recording has none, or not yet; null when none did
 */
public record Outcome(List<Mismatch> mismatches, @Nullable Ending ending, @Nullable String stoppedBy) {
    public Outcome {
        mismatches = List.copyOf(mismatches);
    }
}
