package dev.tapedeck.recording;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash of the lines between header and end. */
final class Sha256 {
    private Sha256() {}

    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
