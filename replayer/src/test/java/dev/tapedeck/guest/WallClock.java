package dev.tapedeck.guest;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A deadline of some milliseconds. */
record WallClock(long millis) implements Deadline {
    @Override
    public <T> T within(Callable<T> work, Runnable stop) throws Exception {
        FutureTask<T> task = new FutureTask<>(work);
        Thread worker = Thread.ofPlatform().daemon().start(task);
        try {
            return task.get(millis, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            stop.run();
            worker.join();
            throw new TimeoutException("expected within " + millis + " ms");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
