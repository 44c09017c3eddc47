package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * The subscriber takes nothing while that many further frames arrive, so that a queue with a small bound overflows.
 *
 * <p>What the queue cannot hold is a lag: one visible warning, one resync (runtime-event-path, Budgets).
 *
 * @param frames entries that arrive before the subscriber wakes
 */
public record Stall(long after, int frames) implements HostFault {
    @Override
    public void strike(Host host) {}
}
