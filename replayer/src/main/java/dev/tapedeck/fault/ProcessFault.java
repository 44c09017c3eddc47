package dev.tapedeck.fault;

/**
 * The process ends, or its stream breaks so that the host closes it (runtime-event-path, Failures): a run without the
 * plan's other faults ends there too.
 */
public sealed interface ProcessFault extends StreamFault
        permits Undecodable, Truncated, Split, Merged, Exit, Killed, NewProcess {
    /** Whether it strikes at this frame. */
    default boolean strikes(long frame) {
        return switch (this) {
            case Undecodable undecodable -> undecodable.frame() == frame;
            case Truncated truncated -> truncated.frame() == frame;
            case Split split -> split.frame() == frame;
            case Merged merged -> merged.frame() == frame;
            case Exit exit -> exit.frame() == frame;
            case Killed killed -> killed.frame() == frame;
            case NewProcess successor -> successor.frame() == frame;
        };
    }
}
