package dev.tapedeck.host;

import dev.tapedeck.rules.Dialect;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** Everything that lives as long as one process. */
final class Epoch {
    final int number;
    final Decoder decoder;
    final Requests requests;
    final Claims claims;
    final Maps maps;
    final Fold fold;
    Scratch scratch = Scratch.EMPTY;
    boolean warned;
    /** Whether any frame arrived; a process that never spoke is still the first. */
    boolean fresh = true;
    /** Seq up to which a history response covers the frames (decision D12). */
    long covered;
    /** Number of the bound thread's last turn when history was read, on wires that do not number turns. */
    int lastTurn;
    @Nullable CloseCause closed;
    @Nullable String closeReason;

    Epoch(
            int number,
            String nonce,
            Limits limits,
            Dialect.Session dialect,
            Counters counters,
            Fold.Acts acts,
            @Nullable Trace trace) {
        this.number = number;
        this.decoder = new Decoder(limits, dialect);
        this.requests = new Requests(limits);
        this.claims = new Claims(limits.count(Limit.SETTLED), nonce);
        this.maps = new Maps(limits);
        this.fold = new Fold(maps, requests, claims, counters, acts, trace);
    }
}
