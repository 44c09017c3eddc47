package dev.tapedeck.invariant;

import dev.tapedeck.host.HostView;
import dev.tapedeck.host.HostListener;

/** Something that must hold after every step of every replay; it only watches what the host tells. */
public interface Invariant extends HostListener {
    /** The replay is over. */
    default void over(HostView host) {}

    /** Where violations are told. */
    @FunctionalInterface
    interface Verdict {
        void violated(long seq, String expected, String found);
    }
}
