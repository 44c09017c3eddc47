package dev.tapedeck.guest;

import java.util.concurrent.Callable;
import java.util.concurrent.TimeoutException;

/** Puts an end to work that takes too long. The replayer itself reads no clock, so whoever owns one hands this in. */
public interface Deadline {
    /** No end, for guests that are known to stop. */
    Deadline NONE = new Deadline() {
        @Override
        public <T> T within(Callable<T> work, Runnable stop) throws Exception {
            return work.call();
        }
    };

    /**
     * Does the work.
     *
     * @param stop ends the work; called once its time is over
     * @throws TimeoutException if its time was over
     * @throws Exception whatever the work throws
     */
    <T> T within(Callable<T> work, Runnable stop) throws Exception;
}
