package dev.tapedeck.provider;

import java.io.IOException;

/** A manifest that cannot be used: which file, which place in it, what was expected and found. */
public final class ManifestException extends IOException {
    ManifestException(String file, String place, String expected, String found) {
        super("manifest " + file + " at " + (place.isEmpty() ? "/" : place) + ": expected " + expected + ", found "
                + found);
    }
}
