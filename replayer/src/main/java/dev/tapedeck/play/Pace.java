package dev.tapedeck.play;

/** How recorded time passes. */
@FunctionalInterface
public interface Pace {
    /** As fast as it goes. */
    Pace NONE = micros -> {};

    /** Lets a recorded pause, in µs, pass. */
    void pause(long micros) throws InterruptedException;
}
