package dev.tapedeck.lab.client;

import java.io.IOException;

/** The provider's stdin is broken: it has closed it, or has ended. */
public final class BrokenStdinException extends IOException {
    private static final long serialVersionUID = 1L;

    public BrokenStdinException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
