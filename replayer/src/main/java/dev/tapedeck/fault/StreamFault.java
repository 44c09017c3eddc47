package dev.tapedeck.fault;

/** Something that goes wrong between the provider and the host's queue. */
public sealed interface StreamFault extends Fault permits FrameFault, ProcessFault {

    /** Stands in front of {@code next}: what passes is changed, held back, doubled or lost. */
    Sink before(Sink next);

    /** The frame that it strikes, or after which it strikes. */
    long frame();
}
