package dev.tapedeck.cli;

import dev.tapedeck.guest.Deadline;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A deadline by the clock on the wall: work runs on a thread of its own and is stopped when its time is over. */
final class TimeLimit implements Deadline {
    /** Interpreted recursion goes deep; stack of the working thread, in bytes. */
    private static final long STACK = 64L << 20;

    private final Duration limit;

    TimeLimit(Duration limit) {
        this.limit = limit;
    }

    /** Reads seconds or minutes such as {@code 90s} or {@code 2m}; empty when it is neither. */
    static Optional<Duration> read(String text) {
        if (!text.matches("[0-9]{1,6}[sm]")) {
            return Optional.empty();
        }
        long amount = Long.parseLong(text.substring(0, text.length() - 1));
        return Optional.of(text.endsWith("m") ? Duration.ofMinutes(amount) : Duration.ofSeconds(amount));
    }

    @Override
    public <T> T within(Callable<T> work, Runnable stop) throws Exception {
        CompletableFuture<T> done = new CompletableFuture<>();
        Runnable doing = () -> {
            try {
                done.complete(work.call());
            } catch (Throwable e) {
                done.completeExceptionally(e);
            }
        };
        Thread worker = new Thread(null, doing, "mapper", STACK);
        worker.setDaemon(true);
        worker.start();
        try {
            return done.get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            stop.run();
            worker.join();
            throw new TimeoutException("expected within " + limit.toSeconds() + " s");
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
