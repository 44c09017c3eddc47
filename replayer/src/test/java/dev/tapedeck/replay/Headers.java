package dev.tapedeck.replay;

import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Wire;

/** The header of a file that had none, completed so that it can be written. */
record Headers(Header told) {
    Header named() {
        boolean known = !told.wire().name().equals("unknown");
        return new Header(
                "aaaaaaaaaaaaaaaa",
                "codex",
                known ? told.wire() : new Wire("codex.app-server"),
                told.transport(),
                told.version(),
                told.protocol(),
                told.command(),
                told.cwd(),
                told.started(),
                Origin.SYNTHETIC,
                told.scenario(),
                told.platform(),
                told.environment(),
                told.redaction(),
                told.streams(),
                told.primary());
    }
}
