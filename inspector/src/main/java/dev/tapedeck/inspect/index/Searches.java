package dev.tapedeck.inspect.index;

import dev.tapedeck.filter.Filter;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Searches that read files: a few are kept, and the one asked for longest ago is given up for a new one. */
final class Searches implements AutoCloseable {
    /** How long a page waits for a search before it shows what was found so far. */
    static final Duration PATIENCE = Duration.ofSeconds(2);
    /** Searches that are kept, and that may wait. */
    static final int MAX = 8;

    private final Survey survey;
    private final ExecutorService workers =
            Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon(true).name("search").factory());
    private final Map<Key, Running> running = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Running> eldest) {
            boolean much = size() > MAX;
            if (much) {
                eldest.getValue().search().cancel();
            }
            return much;
        }
    };

    Searches(Survey survey) {
        this.survey = survey;
    }

    private record Key(String recording, FileStamp stamp, String plan, int frames, String filter) {}

    private record Running(FrameSearch search, Future<?> work) {}

    /**
     * Rows that pass, as far as is known after a little wait.
     *
     * @throws IOException if the file cannot be read any more
     */
    FrameSearch.Result of(Tape tape, Plan plan, Filter filter) throws IOException {
        Key key = new Key(tape.recording().id(), tape.recording().stamp(), plan.text(), tape.frames().size(),
                filter.source());
        Running known;
        synchronized (running) {
            known = running.get(key);
        }
        if (known == null) {
            FrameSearch search = new FrameSearch(tape, plan, filter);
            if (!search.readsFile() || tape.frames().growing()) {
                return search.result();
            }
            synchronized (running) {
                known = running.computeIfAbsent(key, unused -> new Running(search, workers.submit(() -> {
                    search.run(survey);
                    return null;
                })));
            }
        }
        survey.open(tape.recording());
        waitFor(key, known);
        return known.search().result();
    }

    private void waitFor(Key key, Running known) throws IOException {
        try {
            known.work().get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            return; // the page shows what there is, and comes again
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            synchronized (running) {
                running.remove(key);
            }
            throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
        }
    }

    @Override
    public void close() {
        synchronized (running) {
            running.values().forEach(one -> one.search().cancel());
        }
        workers.shutdownNow();
    }
}
