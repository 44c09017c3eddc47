package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/** The user asks for a resync; no fault by itself, but what ends a refused one (decision D13). */
public record Retry(long after) implements HostFault {
    @Override
    public void strike(Host host) {
        host.retry();
    }
}
