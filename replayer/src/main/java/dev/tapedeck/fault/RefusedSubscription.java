package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * The provider refuses the next subscription.
 *
 * <p>The resync that wanted it fails, is counted, and is not tried again by itself (decision D13).
 */
public record RefusedSubscription(long after) implements HostFault {
    @Override
    public void strike(Host host) {
        host.refuseNextSubscription("the provider refuses to subscribe");
    }
}
