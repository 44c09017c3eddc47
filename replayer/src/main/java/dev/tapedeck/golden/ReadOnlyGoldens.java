package dev.tapedeck.golden;

import java.io.IOException;

/** An act that would write goldens where none may be written, for instance in CI. */
public final class ReadOnlyGoldens extends IOException {
    private static final long serialVersionUID = 1;

    ReadOnlyGoldens(String act) {
        super(act + ": refused, goldens are read-only here (CI never approves; do it on your own machine and commit)");
    }
}
