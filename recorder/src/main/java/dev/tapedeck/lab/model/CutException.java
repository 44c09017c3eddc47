package dev.tapedeck.lab.model;

import java.io.IOException;

/** The script says that the connection is cut now. */
final class CutException extends IOException {
    private static final long serialVersionUID = 1L;

    CutException() {
        super("cut as the script says");
    }
}
