package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * The event stream that is mapped ends while the process lives, and is opened anew.
 *
 * <p>A bookkeeping failure with a resync, and no reason to close; what the provider told meanwhile is in history
 * (runtime-event-path, Failures).
 */
public record StreamEnd(long after) implements HostFault {
    @Override
    public void strike(Host host) {
        host.streamEnds("the event stream");
    }
}
