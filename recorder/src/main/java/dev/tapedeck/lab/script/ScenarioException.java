package dev.tapedeck.lab.script;

import java.io.IOException;

/** A scenario file or provider manifest that cannot be used: which file, where in it, what was expected and found. */
public final class ScenarioException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String pointer;

    public ScenarioException(String file, String pointer, String expected, String found) {
        super(file + ", at " + (pointer.isEmpty() ? "the top" : pointer) + ": expected " + expected + ", found "
                + found);
        this.pointer = pointer;
    }

    /** JSON pointer of the wrong place; empty for the whole document. */
    public String pointer() {
        return pointer;
    }
}
