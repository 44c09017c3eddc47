package dev.tapedeck.invariant;

/**
 * An invariant that did not hold.
 *
 * @param invariant its name
 * @param seq frame or act of the recording at which it was seen
 * @param step number of the step, from 1: a drained batch or the end of a process
 */
public record Violation(String invariant, long seq, long step, String expected, String found) {
    /** One sentence. */
    public String sentence() {
        return "%s violated at frame %d (step %d): expected %s, found %s"
                .formatted(invariant, seq, step, expected, found);
    }
}
