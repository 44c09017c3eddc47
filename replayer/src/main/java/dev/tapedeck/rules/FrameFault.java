package dev.tapedeck.rules;

/** A frame that a rule cannot map: a field that is missing, null, or of another type than the rule expects. */
public final class FrameFault extends RuntimeException {
    /**
     * @param path where, as a JSON pointer
     * @param expected what should stand there
     * @param found what stands there
     */
    public FrameFault(String path, String expected, String found) {
        super(path + ": expected " + expected + ", found " + found, null, false, false);
    }
}
