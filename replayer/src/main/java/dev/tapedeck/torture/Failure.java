package dev.tapedeck.torture;

import dev.tapedeck.fault.FaultPlan;
import java.nio.file.Path;

/**
 * A plan that broke something.
 *
 * @param file the recording
 * @param drawn the plan as it was drawn from the seed
 * @param shrunk the smallest plan found that breaks the same invariant
 * @param invariant what broke: the invariant's name, or {@code crash}
 * @param sentence what the shrunk plan does, with frame, expected and found
 */
public record Failure(
        Path file, long seed, FaultPlan drawn, FaultPlan shrunk, String invariant, String sentence) {}
