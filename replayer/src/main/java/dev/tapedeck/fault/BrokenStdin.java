package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * Writing to the provider fails.
 *
 * <p>A protocol failure: the epoch closes, and its reason waits for the exit that explains it (runtime-event-path).
 */
public record BrokenStdin(long after) implements HostFault {
    @Override
    public void strike(Host host) {
        host.stdinBreaks();
    }
}
