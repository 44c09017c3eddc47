package dev.tapedeck.frame;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The first line of a recording.
 *
 * @param id 16 characters {@code a-z2-7}, random
 * @param provider the vendor's program, for instance {@code codex}; {@code unknown} when it was not recognised
 * @param wire the protocol of the primary stream
 * @param version the provider's own version, if it told one
 * @param protocol negotiated protocol version, for wires that negotiate one
 * @param command the provider's command as started, scrubbed
 * @param scenario tag of the scenario that was played, if one was
 * @param environment names, never values, of the environment variables that matter to the provider
 * @param redaction replacements made at write time, counted by class
 * @param streams path of each event stream to its wire; empty for stdio
 * @param primary the stream whose events are not duplicate views; absent for stdio
 */
public record Header(
        String id,
        String provider,
        Wire wire,
        Transport transport,
        @Nullable String version,
        @Nullable String protocol,
        List<String> command,
        @Nullable String cwd,
        Instant started,
        Origin origin,
        @Nullable String scenario,
        @Nullable String platform,
        List<String> environment,
        Map<String, Long> redaction,
        Map<String, Wire> streams,
        @Nullable String primary) {

    /** The only version of the format. */
    public static final int TAPE = 1;

    public Header {
        command = List.copyOf(command);
        environment = List.copyOf(environment);
        redaction = Map.copyOf(redaction);
        streams = Map.copyOf(streams);
    }
}
