package dev.tapedeck.inspect.index;

import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Work that may take longer than a page waits: done in the background, the newest first, and what it gave last is kept.
 * Work that nobody asked for among the last {@value #MAX_KEPT} is given up: reading a file ends when it is interrupted.
 */
final class Background implements AutoCloseable {
    /** Results that are kept. */
    static final int MAX_KEPT = 32;
    private static final int WORKERS = 2;

    private final Duration patience;
    private final ExecutorService workers = new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            0,
            TimeUnit.SECONDS,
            new NewestFirst(),
            Thread.ofPlatform().daemon(true).name("background").factory());
    private final Map<Object, Future<?>> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Object, Future<?>> eldest) {
            boolean much = size() > MAX_KEPT;
            if (much) {
                eldest.getValue().cancel(true);
            }
            return much;
        }
    };

    /** @param patience how long a caller waits */
    Background(Duration patience) {
        this.patience = patience;
    }

    /**
     * The result of that work; equal keys stand for equal work.
     *
     * @return empty while it goes on
     * @throws IOException if the work failed; it is then done again when it is asked for again
     */
    <T> Optional<T> get(Object key, Callable<T> work) throws IOException {
        return get(key, work, patience);
    }

    /** The same with a wait of its own. */
    @SuppressWarnings("unchecked")
    <T> Optional<T> get(Object key, Callable<T> work, Duration wait) throws IOException {
        Future<?> future;
        synchronized (kept) {
            future = kept.computeIfAbsent(key, unused -> workers.submit(work));
        }
        try {
            return Optional.of((T) future.get(wait.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (CancellationException e) {
            return Optional.empty(); // others asked for more than is kept; whoever comes again asks anew
        } catch (ExecutionException e) {
            synchronized (kept) {
                kept.remove(key, future);
            }
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
    }

    /** Who asks now sits before the page; those who asked earlier may have left. */
    private static final class NewestFirst extends LinkedBlockingDeque<Runnable> {
        private static final long serialVersionUID = 1;

        @Override
        public boolean offer(Runnable work) {
            return offerFirst(work);
        }
    }

    @Override
    public void close() {
        workers.shutdownNow();
    }
}
