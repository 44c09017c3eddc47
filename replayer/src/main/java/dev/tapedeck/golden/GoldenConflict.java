package dev.tapedeck.golden;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A golden is no longer what somebody looked at before deciding about it. Nothing was written. */
public final class GoldenConflict extends IOException {
    private static final long serialVersionUID = 1;

    GoldenConflict(GoldenName name, String which, @Nullable String expected, @Nullable String found) {
        super(name + ": " + which + " file changed meanwhile, expected " + hash(expected) + ", found " + hash(found));
    }

    private static String hash(@Nullable String sha256) {
        return sha256 == null ? "no file" : "SHA-256 " + sha256;
    }
}
