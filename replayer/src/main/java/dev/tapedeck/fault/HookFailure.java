package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/**
 * The next call of the mapping hook fails as a whole.
 *
 * <p>The batch is neither applied nor replayed, scratch stays, one resync follows (runtime-event-path, Failures).
 *
 * @param reason what the hook is made to say
 */
public record HookFailure(long after, String reason) implements HostFault {
    @Override
    public void strike(Host host) {
        host.failNextCall(reason);
    }
}
