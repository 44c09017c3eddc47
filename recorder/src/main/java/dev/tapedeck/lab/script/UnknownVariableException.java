package dev.tapedeck.lab.script;

/** A scenario uses a variable before anything gave it a value. */
public final class UnknownVariableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownVariableException(String message) {
        super(message);
    }
}
