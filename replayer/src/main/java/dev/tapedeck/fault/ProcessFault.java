package dev.tapedeck.fault;

/**
 * The process ends, or its stream breaks so that the host closes it (runtime-event-path, Failures): a run without the
 * plan's other faults ends there too.
 */
public sealed interface ProcessFault extends StreamFault
        permits Undecodable, Truncated, Split, Merged, Exit, Killed, NewProcess {}
