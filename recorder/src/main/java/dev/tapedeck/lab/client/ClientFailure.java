package dev.tapedeck.lab.client;

/** The scenario did not go as its script says: what step, what was waited for. */
public final class ClientFailure extends Exception {
    private static final long serialVersionUID = 1L;

    ClientFailure(String message) {
        super(message);
    }
}
