package dev.tapedeck.host;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Claim;

/** Watches a host. Every method does nothing unless it is overridden. */
public interface HostListener {
    /** What became of a frame; told once for each, in the order of the recording. */
    default void frame(FrameResult result) {}

    /** Process output that is not the wire, between the frames it stands between. */
    default void log(LogLine line) {}

    /** An act of the recorder, between the frames it stands between. */
    default void hostAct(HostAct act) {}

    /** Something that the host did by itself. */
    default void note(HostNote note) {}

    /**
     * An event that the host wrote outside of any frame: warning, resync, closings at the end of a process.
     *
     * @param seq entry of the recording that was being handled
     */
    default void written(long seq, Emission emission) {}

    /** Whether the changes of a frame shall be told; asked in tracing mode only, where telling them costs a copy. */
    default boolean wantsChanges(long seq) {
        return true;
    }

    /**
     * A value in the maps changed; tracing only.
     *
     * @param seq frame or act that changed it; told before that frame's result
     */
    default void changed(long seq, StateChange change) {}

    /** A send was claimed, so that an echo may confirm it. */
    default void claimed(Claim claim) {}

    /** The hook was called, with success or without; told before the call is applied. */
    default void called(HookCall call) {}

    /** A step is over: a batch was drained, or a process ended. */
    default void stepped(HostView host) {}
}
