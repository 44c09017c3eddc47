package dev.tapedeck.recording;

import dev.tapedeck.frame.Transport;
import dev.tapedeck.frame.Wire;
import java.util.Set;

/**
 * What a reader of a file without a header needs to know of a wire.
 *
 * @param provider the vendor's program
 * @param clientMethods values of the top-level member {@code method} that only a client sends; such a line went in
 */
public record WireTraits(Wire wire, String provider, Transport transport, Set<String> clientMethods) {
    /** The provider of a wire nobody knows. */
    public static final String UNKNOWN = "unknown";

    public WireTraits {
        clientMethods = Set.copyOf(clientMethods);
    }

    /** Nothing known: every line is the provider's. */
    public static WireTraits unknown(Wire wire) {
        return new WireTraits(wire, UNKNOWN, Transport.STDIO_JSONRPC, Set.of());
    }
}
