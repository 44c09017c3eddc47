package dev.tapedeck.guest;

import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Mappers in JavaScript that ship with Tapedeck: a resource for each wire that has one, named after the wire. Wires
 * whose names differ only in a number at the end are versions of one wire, and one mapper maps them all.
 */
public final class BundledMappers {
    private BundledMappers() {}

    /** The file name of a wire's mapper. */
    public static String fileName(Wire wire) {
        return wire.name().replaceFirst("[0-9]+$", "").replace('.', '-') + ".js";
    }

    /** The source of a wire's mapper, or empty when there is none. */
    public static Optional<String> of(Wire wire) throws IOException {
        try (InputStream in =
                BundledMappers.class.getResourceAsStream("/dev/tapedeck/mappers/" + fileName(wire))) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
