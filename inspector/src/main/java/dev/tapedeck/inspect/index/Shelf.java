package dev.tapedeck.inspect.index;

import dev.tapedeck.matrix.Evidence;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Frame tables of recordings. Those looked at last are kept, {@value #MAX_FRAMES} frames in all; a dropped one is made
 * again when it is asked for. The table of a recording that is still written grows with its file.
 */
public final class Shelf implements AutoCloseable {
    /** Frames whose tables are kept. */
    static final long MAX_FRAMES = 4_000_000;
    /** Places of all recordings at which replays can begin, each the state of a host. */
    static final int MAX_STOPS = 256;
    /** Recordings that are followed while they are written; further ones are replayed anew when they have grown. */
    static final int MAX_FOLLOWED = 8;
    /** Bytes from which on a file takes so long that what is replayed so far is shown without a wait. */
    static final long LONG_BYTES = 32L << 20;
    /** How long a page waits for a replay before it shows what there is. */
    static final Duration PATIENCE = Duration.ofMillis(1500);

    private final Library library;
    private final TableCache cache;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon(true).name("tables").factory());
    private final Map<String, Indexing> indexings = new LinkedHashMap<>(16, 0.75f, true);
    private final AtomicLong replays = new AtomicLong();

    Shelf(Library library, TableCache cache) {
        this.library = library;
        this.cache = cache;
    }

    /** A tape, or what of it was replayed so far. */
    public sealed interface Lookup {
        /** All frames of the file, as far as it is written. */
        record Ready(Tape tape) implements Lookup {}

        /** @param soFar the frames that were replayed so far */
        record Busy(Tape soFar) implements Lookup {}
    }

    /** The frames of a recording; waits a little for them. */
    Lookup tape(Recording recording) {
        Indexing indexing = indexing(recording);
        if (recording.stamp().size() < LONG_BYTES || indexing.frames() == 0) {
            await(indexing.ready());
        }
        return indexing.ready().isDone()
                ? new Lookup.Ready(indexing.tape(recording))
                : new Lookup.Busy(soFar(recording, indexing));
    }

    /** What of a recording was replayed so far. */
    Tape soFar(Recording recording) {
        return soFar(recording, indexing(recording));
    }

    /** The table, if all frames that stand in the file are in it; waits a little for that. */
    Optional<FrameTable> whole(Recording recording) {
        Indexing indexing = indexing(recording);
        await(indexing.ready());
        return indexing.ready().isDone() ? Optional.of(indexing.tape(recording).frames()) : Optional.empty();
    }

    /**
     * The table once all frames that stand in the file are in it.
     *
     * @throws IOException if the wait for it is interrupted
     */
    FrameTable table(Recording recording) throws IOException {
        Indexing indexing = indexing(recording);
        try {
            indexing.ready().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        }
        return indexing.tape(recording).frames();
    }

    /** Frames that are known of a recording. */
    long frames(Recording recording) {
        return indexing(recording).frames();
    }

    /** The stamp that what was found in frames of a recording is kept under: it stays while the file only grows. */
    FileStamp version(Recording recording) {
        return indexing(recording).stamp();
    }

    /**
     * The last place before a frame at which a replay can begin.
     *
     * @throws IOException if the wait for the table to come so far is interrupted
     */
    Stops.Stop stop(Recording recording, long seq) throws IOException {
        Indexing indexing = indexing(recording);
        try {
            indexing.awaitFrame(seq);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        return indexing.stops().before(seq);
    }

    /** The same as far as is known now. */
    Stops.Stop stopSoFar(Recording recording, long seq) {
        return indexing(recording).stops().before(seq);
    }

    /** How often a recording was replayed for its table, since the start. */
    long replays() {
        return replays.get();
    }

    /** Replays for the evidence; whoever asks for the tape meanwhile waits for this replay. */
    Tape surveyed(Recording recording, Evidence.OneRecording shown) {
        Indexing indexing = Indexing.whole(recording);
        synchronized (this) {
            Indexing known = indexings.get(recording.id());
            if (known == null || !known.serves(recording)) {
                put(recording, indexing);
            }
        }
        replays.incrementAndGet();
        Tape tape = indexing.run(library, cache, shown);
        synchronized (this) {
            evict();
        }
        return tape;
    }

    @Override
    public synchronized void close() {
        indexings.values().forEach(Indexing::stop);
        worker.shutdownNow();
    }

    private static Tape soFar(Recording recording, Indexing indexing) {
        return new Tape(recording, indexing.filler().soFar(true), null);
    }

    private synchronized Indexing indexing(Recording recording) {
        Indexing known = indexings.get(recording.id());
        if (known != null && known.serves(recording)) {
            return known;
        }
        replays.incrementAndGet();
        boolean follow = recording.growing()
                && indexings.values().stream().filter(Indexing::follows).count() < MAX_FOLLOWED;
        Indexing fresh = follow ? Indexing.following(recording) : Indexing.whole(recording);
        put(recording, fresh);
        if (follow) {
            Thread.ofVirtual().name("follow").start(() -> fresh.run(library, cache, null));
        } else {
            worker.execute(() -> fresh.run(library, cache, null));
        }
        evict();
        return fresh;
    }

    private void put(Recording recording, Indexing indexing) {
        Indexing before = indexings.put(recording.id(), indexing);
        if (before != null) {
            before.stop();
        }
    }

    private void evict() {
        long frames = indexings.values().stream().mapToLong(indexing -> indexing.filler().frames()).sum();
        Iterator<Indexing> oldest = indexings.values().iterator();
        while (frames > MAX_FRAMES && indexings.size() > 1 && oldest.hasNext()) {
            Indexing dropped = oldest.next();
            frames -= dropped.filler().frames();
            dropped.stop();
            oldest.remove();
        }
        int stops = indexings.values().stream().mapToInt(indexing -> indexing.stops().size()).sum();
        for (Indexing old : indexings.values()) {
            if (stops <= MAX_STOPS) {
                break;
            }
            stops -= old.stops().size();
            old.stops().clear();
        }
    }

    private static void await(Future<?> future) {
        try {
            future.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The caller looks at what there is.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
