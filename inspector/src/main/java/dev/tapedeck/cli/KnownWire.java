package dev.tapedeck.cli;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.text.VisibleText;
import dev.tapedeck.wire.RuleBooks;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** A wire that a command line names. */
final class KnownWire {
    private KnownWire() {}

    /** @throws ParameterException if no rule book reads that wire; the message lists those that there are */
    static Wire named(String name, @Nullable CommandSpec spec) {
        try {
            Wire wire = new Wire(name);
            if (RuleBooks.of(wire).isPresent()) {
                return wire;
            }
        } catch (IllegalArgumentException e) {
            // No name of a wire is no known wire either.
            return unknown(name, spec);
        }
        return unknown(name, spec);
    }

    private static Wire unknown(String name, @Nullable CommandSpec spec) {
        throw new ParameterException(
                spec.commandLine(),
                "--wire: one of " + RuleBooks.names() + " expected, found " + VisibleText.of(name));
    }
}
