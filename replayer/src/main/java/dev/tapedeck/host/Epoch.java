package dev.tapedeck.host;

import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Everything that lives as long as one process. */
final class Epoch implements FoldNotes {
    final int number;
    final Decoder decoder;
    final Sequences sequences;
    final Requests requests;
    final Claims claims;
    final Maps maps;
    final Fold fold;
    Scratch scratch = Scratch.EMPTY;
    boolean warned;
    /** Whether nothing arrived yet, not even word that the process was started. */
    boolean fresh = true;
    /** Seq up to which a history response covers the frames (decision D12). */
    long covered;
    /** Seq of the last frame before the first failure since the last resync; history may deny what came later. */
    long lastSound = Long.MAX_VALUE;
    /** What history said of each thread, until a call of the hook has taken it over. */
    List<Resumed> resumed = List.of();
    /** Signal by which the host last asked the process to end. */
    @Nullable String farewell;
    /** Signal that the process was last sent. */
    @Nullable String signal;
    @Nullable CloseCause closed;
    @Nullable String closeReason;

    private final Run run;
    private final Set<Limit> trimmed = EnumSet.noneOf(Limit.class);

    Epoch(int number, Run run) {
        this.number = number;
        this.run = run;
        this.decoder = new Decoder(run.limits, run.book.dialect().open(), run.streams);
        this.sequences = new Sequences(run.book.sequences(), run.limits.count(Limit.THREADS));
        this.requests = new Requests(run.limits);
        this.claims = new Claims(run.limits.count(Limit.SETTLED), run.session + "#" + number);
        this.maps = new Maps(run.limits);
        this.fold = new Fold(new Upkeep(maps, requests, run.counters, this, run.trace), claims);
    }

    /** A copy that goes its own way, in another run. */
    Epoch(Epoch other, Run run) {
        this.number = other.number;
        this.run = run;
        this.decoder = new Decoder(other.decoder);
        this.sequences = new Sequences(other.sequences);
        this.requests = new Requests(other.requests);
        this.claims = new Claims(other.claims);
        this.maps = new Maps(other.maps);
        this.fold = new Fold(new Upkeep(maps, requests, run.counters, this, run.trace), claims);
        this.scratch = other.scratch;
        this.warned = other.warned;
        this.fresh = other.fresh;
        this.covered = other.covered;
        this.lastSound = other.lastSound;
        this.resumed = other.resumed;
        this.farewell = other.farewell;
        this.signal = other.signal;
        this.closed = other.closed;
        this.closeReason = other.closeReason;
        this.trimmed.addAll(other.trimmed);
    }

    @Override
    public void cancelled(long seq, Requests.Registered request) {
        run.answers.cancelled(seq, request);
    }

    @Override
    public void evidenceRefused(long seq, String send, String reason) {
        run.note(new HostNote.EvidenceRefused(seq, number, send, reason));
    }

    @Override
    public void trimmed(long seq, Limit limit, String what) {
        if (trimmed.add(limit)) {
            run.note(new HostNote.Trimmed(seq, number, limit, what));
        }
    }
}
