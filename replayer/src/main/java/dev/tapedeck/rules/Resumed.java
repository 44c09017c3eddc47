package dev.tapedeck.rules;

import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/**
 * What history said of one thread after frames were lost, so that scratch which missed them goes on from there.
 *
 * @param parent thread that started it, if one did
 * @param turn its last turn: the provider's id, or the number on wires that do not name turns; absent before the first
 * @param running whether that turn is not over
 * @param planned whether a plan of that turn is open that has no item of its own
 */
public record Resumed(
        String thread, @Nullable String parent, @Nullable String turn, boolean running, boolean planned) {

    /** Takes over into scratch what history said. */
    @FunctionalInterface
    public interface Adoption {
        void adopt(Resumed thread, Scratch.Editor scratch);
    }
}
