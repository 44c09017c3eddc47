package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.matrix.Evidence;
import dev.tapedeck.recording.GrowingRecording;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.rules.Claim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The replay that fills the table of one recording: of a whole file, or of one that is followed while it grows. */
final class Indexing {
    private static final long PROGRESS_LOOK_MS = 100;

    private final Recording recording;
    private final boolean following;
    private final TableFiller filler = new TableFiller(Plan.CLEAN);
    private final Stops stops;
    /** Done once every frame that stood in the file was replayed. */
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Tape> over = new CompletableFuture<>();
    /** The table as an earlier run of the program made it, until this replay has made it anew. */
    private volatile @Nullable FrameTable early;

    private volatile boolean stopped;

    private Indexing(Recording recording, boolean following) {
        this.recording = recording;
        this.following = following;
        this.stops = new Stops(recording.header());
    }

    static Indexing whole(Recording recording) {
        return new Indexing(recording, false);
    }

    static Indexing following(Recording recording) {
        return new Indexing(recording, true);
    }

    FileStamp stamp() {
        return recording.stamp();
    }

    TableFiller filler() {
        return filler;
    }

    Stops stops() {
        return stops;
    }

    /** Done once every frame that stood in the file was replayed; more may come when it is followed. */
    Future<?> ready() {
        return ready;
    }

    /** Whether it goes on as the file grows. */
    boolean follows() {
        return following && !over.isDone();
    }

    /** Whether its table is that of the file as it stands now, or will be in a moment. */
    boolean serves(Recording now) {
        boolean grew = now.growing()
                && now.stamp().key().equals(stamp().key())
                && now.stamp().size() >= stamp().size();
        return now.stamp().equals(stamp()) || follows() && grew;
    }

    /** What is known, once it is ready. */
    Tape tape(Recording now) {
        if (over.isDone()) {
            return new Tape(now, over.join().frames(), over.join().failure());
        }
        FrameTable known = early;
        return new Tape(now, known == null ? filler.soFar(false) : known, null);
    }

    /** Frames that are known. */
    long frames() {
        FrameTable known = early;
        return known == null ? filler.frames() : Math.max(known.size(), filler.frames());
    }

    /**
     * Waits until a frame was passed: a replay of one's own from the start would not be there earlier.
     *
     * @throws InterruptedException if nobody wants to know any more
     */
    void awaitFrame(long seq) throws InterruptedException {
        while (!over.isDone() && !following && filler.lastSeq() < seq) {
            Thread.sleep(PROGRESS_LOOK_MS);
        }
    }

    /** Nobody asks for it any more. */
    void stop() {
        stopped = true;
    }

    /** Replays; returns when the file is over. A table that was kept serves until then. */
    Tape run(Library library, TableCache cache, Evidence.@Nullable OneRecording shown) {
        if (!following) {
            cache.find(recording).ifPresent(kept -> {
                early = kept;
                ready.complete(null);
            });
        }
        ReplayListener listener = new Told(filler, stops, shown);
        String failure = null;
        try {
            Path path = library.open(recording);
            if (following) {
                Replayer.fill(path, recording,
                        () -> new WatchedSource(GrowingRecording.open(path, this::goesOn), filler), stops, listener);
            } else {
                Replayer.fill(
                        path, recording,
                        () -> new WatchedSource(RecordingReader.open(path, Strictness.TOLERANT), filler), stops,
                        listener);
            }
        } catch (IOException | RuntimeException e) {
            failure = String.valueOf(e.getMessage())
                    .replace(recording.path().toString(), recording.name())
                    .replace(library.root().toString(), library.place());
        }
        Tape tape = new Tape(recording, filler.done(), failure);
        over.complete(tape);
        ready.complete(null);
        if (early == null && failure == null && !following) {
            cache.keep(recording, tape.frames());
        }
        early = null;
        return tape;
    }

    private boolean goesOn() {
        ready.complete(null);
        return !stopped;
    }

    /** Fills a table, notes stops, and gathers evidence if somebody wants it, in one replay. */
    private record Told(TableFiller filler, Stops stops, Evidence.@Nullable OneRecording shown)
            implements ReplayListener {
        @Override
        public void frame(FrameResult result) {
            filler.frame(result);
            stops.frame(result);
            if (shown != null) {
                shown.frame(result);
            }
        }

        @Override
        public void written(long seq, Emission emission) {
            filler.written(seq, emission);
            stops.written(seq, emission);
            if (shown != null) {
                shown.written(seq, emission);
            }
        }

        @Override
        public void log(LogLine line) {
            filler.log(line);
        }

        @Override
        public void hostAct(HostAct act) {
            filler.hostAct(act);
        }

        @Override
        public void note(HostNote note) {
            filler.note(note);
            stops.note(note);
            if (shown != null && note instanceof HostNote.EpochOpened) {
                shown.newEpoch();
            }
        }

        @Override
        public void claimed(Claim claim) {
            filler.claimed(claim);
        }
    }
}
