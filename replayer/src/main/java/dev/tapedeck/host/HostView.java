package dev.tapedeck.host;

import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** A look at a host between two steps; reading it changes nothing. */
public interface HostView {
    int epoch();

    /** Seq of the last entry that arrived. */
    long arrivedSeq();

    /** Frames that arrived so far. */
    long arrivedFrames();

    /** Frames that wait for the subscriber, to be mapped. */
    int queued();

    /** Frames that wait in the queue, those included whose end is decided already. */
    int queuedFrames();

    /** Server requests that wait for an answer. */
    int outstandingRequests();

    /** Thread that the tab is bound to, once known. */
    @Nullable String boundThread();

    Scratch scratch();

    Maps maps();

    Limits limits();

    /** Why the epoch is closed; absent while it is open. */
    @Nullable CloseCause closed();
}
