package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.matrix.Evidence;
import dev.tapedeck.recording.GrowingRecording;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.rules.Claim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The replay that fills the table of one recording: of a whole file, or of one that is followed while it grows. */
final class Indexing {
    private final Recording recording;
    private final boolean following;
    private final FrameTable.Filler filler = new FrameTable.Filler();
    /** Done once every frame that stood in the file was replayed. */
    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final CompletableFuture<Tape> over = new CompletableFuture<>();
    private volatile boolean stopped;

    private Indexing(Recording recording, boolean following) {
        this.recording = recording;
        this.following = following;
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

    FrameTable.Filler filler() {
        return filler;
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
        return over.isDone() && !over.isCompletedExceptionally()
                ? new Tape(now, over.join().frames(), over.join().failure())
                : new Tape(now, filler.soFar(false), null);
    }

    /** Nobody asks for it any more. */
    void stop() {
        stopped = true;
    }

    /** Replays; returns when the file is over. */
    Tape run(Library library, Evidence.@Nullable OneRecording shown) {
        ReplayListener listener = shown == null ? filler : new Both(filler, shown);
        String failure = null;
        try {
            Path path = library.open(recording);
            if (following) {
                Replayer.follow(path, recording, () -> GrowingRecording.open(path, this::goesOn), listener);
            } else {
                Replayer.run(path, recording, Long.MAX_VALUE, false, listener);
            }
        } catch (IOException | RuntimeException e) {
            failure = String.valueOf(e.getMessage())
                    .replace(recording.path().toString(), recording.name())
                    .replace(library.root().toString(), library.place());
        }
        Tape tape = new Tape(recording, filler.done(), failure);
        over.complete(tape);
        ready.complete(null);
        return tape;
    }

    private boolean goesOn() {
        ready.complete(null);
        return !stopped;
    }

    /** Fills a table and gathers evidence in one replay. */
    private record Both(FrameTable.Filler filler, Evidence.OneRecording shown) implements ReplayListener {
        @Override
        public void frame(FrameResult result) {
            filler.frame(result);
            shown.frame(result);
        }

        @Override
        public void written(long seq, Emission emission) {
            filler.written(seq, emission);
            shown.written(seq, emission);
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
            if (note instanceof HostNote.EpochOpened) {
                shown.newEpoch();
            }
        }

        @Override
        public void claimed(Claim claim) {
            filler.claimed(claim);
        }
    }
}
