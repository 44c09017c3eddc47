package dev.tapedeck.fault;

import dev.tapedeck.host.Host;

/** Something that goes wrong in the host, or between it and the provider's process. */
public sealed interface HostFault extends Fault
        permits Lag, Stall, SmallLimit, HookFailure, RefusedSubscription, BrokenStdin, Retry, StreamEnd {

    /** It strikes once the frame of that number has arrived; 0 is before the first. */
    long after();

    /** Strikes. Settings of a whole run, such as a limit, are in force before and do nothing here. */
    void strike(Host host);
}
