package dev.tapedeck.parity;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.invariant.Difference;
import java.nio.file.Path;

/**
 * The first place where two mappers differ.
 *
 * @param run how the recording was replayed: its batch size, or the plan in JSON
 * @param frame seq of the frame; of a difference in scratch, the last frame of the call
 * @param path from {@code /events}, {@code /fault}, {@code /scratch} or {@code /call}, which failed as a whole
 * @param left missing when the left one has nothing there
 * @param right missing when the right one has nothing there
 */
public record Disagreement(Path file, String run, long frame, String path, JsonNode left, JsonNode right) {
    /** The difference in one line. */
    public String sentence() {
        return "%s (%s): frame %d, %s: left %s, right %s".formatted(
                file, run, frame, path, Difference.shown(left), Difference.shown(right));
    }
}
