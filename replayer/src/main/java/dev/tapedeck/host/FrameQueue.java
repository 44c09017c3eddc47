package dev.tapedeck.host;

import dev.tapedeck.rules.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Consumer;

/**
 * The broadcast queue between transport and subscriber (runtime-event-path, Drain and Budgets).
 *
 * <p>It never blocks the sender: beyond its bound the oldest frames are lost, and the subscriber is told how many.
 */
final class FrameQueue {
    private final int bound;
    private final Consumer<Arrival> gone;
    private final Deque<Arrival> waiting = new ArrayDeque<>();
    private int mappable;
    private int settled;
    private int failures;
    private long lagged;

    /** @param gone told of everything that leaves the queue without being drained, in order */
    FrameQueue(int bound, Consumer<Arrival> gone) {
        this.bound = bound;
        this.gone = gone;
    }

    void add(Arrival arrival) {
        if (waiting.isEmpty() && !(arrival instanceof Arrival.Mappable) && !mustWait(arrival)) {
            gone.accept(arrival);
            return;
        }
        waiting.add(arrival);
        switch (arrival) {
            case Arrival.Mappable frame -> mappable++;
            case Arrival.Settled frame -> settled++;
            case Arrival.Failure failure -> failures++;
            case Arrival.Beside beside -> {}
        }
        if (mappable > bound) {
            lose(mappable - bound);
        }
    }

    /** Loses the oldest frames, as if the subscriber had been too slow; returns how many there were to lose. */
    int lose(int frames) {
        int lost = 0;
        while (lost < frames && mappable > 0) {
            switch (waiting.remove()) {
                case Arrival.Mappable(Message message) -> {
                    mappable--;
                    lost++;
                    gone.accept(Arrival.undelivered(message, "lost to lag"));
                }
                case Arrival.Settled frame -> {
                    settled--;
                    gone.accept(frame);
                }
                case Arrival.Failure failure -> {
                    failures--;
                    gone.accept(failure);
                }
                case Arrival.Beside beside -> gone.accept(beside);
            }
        }
        lagged += lost;
        return lost;
    }

    /** Everything that is there, up to {@code max} frames for the mapper; never waits for more. */
    List<Arrival> take(int max) {
        List<Arrival> batch = new ArrayList<>(Math.min(waiting.size(), max));
        int taken = 0;
        while (!waiting.isEmpty() && (taken < max || !(waiting.peek() instanceof Arrival.Mappable))) {
            Arrival next = waiting.remove();
            taken += next instanceof Arrival.Mappable ? 1 : 0;
            settled -= next instanceof Arrival.Settled ? 1 : 0;
            failures -= next instanceof Arrival.Failure ? 1 : 0;
            batch.add(next);
        }
        mappable -= taken;
        return batch;
    }

    /** Frames lost since this was asked last. */
    long takeLag() {
        long lag = lagged;
        lagged = 0;
        return lag;
    }

    boolean lagging() {
        return lagged > 0;
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Whether a failure of the transport waits, which asks for a resync. */
    boolean failing() {
        return failures > 0;
    }

    /** Frames that wait for the mapper. */
    int size() {
        return mappable;
    }

    /** Frames in the queue, those included whose end is decided. */
    int frames() {
        return mappable + settled;
    }

    /** A fault is a failure of the call that it is drained with, so it needs a call. */
    private static boolean mustWait(Arrival arrival) {
        return arrival instanceof Arrival.Failure
                || arrival instanceof Arrival.Settled settled && settled.disposition() == Disposition.FAULTED;
    }
}
