package dev.tapedeck.invariant;

import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.RuntimeEvent;

/** At most one visible bookkeeping warning in an epoch, and one whenever there was a failure. */
final class OneWarning implements Invariant {
    private final Verdict verdict;
    private int epoch;
    private int notes;
    private int events;
    private boolean failed;

    OneWarning(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        if (note.epoch() != epoch) {
            epoch = note.epoch();
            notes = 0;
            events = 0;
            failed = false;
        }
        failed |= note instanceof HostNote.Failed;
        if (note instanceof HostNote.Warned && ++notes > 1) {
            verdict.violated(note.seq(), "one warning in epoch " + epoch, notes + " warnings");
        }
    }

    @Override
    public void frame(FrameResult result) {
        result.emissions().forEach(emission -> count(result.frame().seq(), emission));
    }

    @Override
    public void written(long seq, Emission emission) {
        count(seq, emission);
    }

    @Override
    public void stepped(HostView host) {
        if (failed && (notes == 0 || host.maps().warning() == null)) {
            verdict.violated(host.arrivedSeq(), "a visible warning of the first failure in epoch " + epoch, "none");
        }
        failed = false;
    }

    private void count(long seq, Emission emission) {
        for (RuntimeEvent event : emission.events()) {
            if (event instanceof RuntimeEvent.Warning && ++events > 1) {
                verdict.violated(seq, "one Warning event in epoch " + epoch, events + " of them");
            }
        }
    }
}
