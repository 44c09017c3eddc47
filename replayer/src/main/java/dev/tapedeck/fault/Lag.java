package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * The subscriber was too slow for frames that wait: the oldest are lost.
 *
 * <p>One visible warning of the epoch, one resync from history; the process stays up (runtime-event-path, Failures).
 *
 * @param drop most frames that are lost
 */
public record Lag(long after, int drop) implements HostFault {
    @Override
    public void strike(Host host) {
        host.lag(drop);
    }
}
