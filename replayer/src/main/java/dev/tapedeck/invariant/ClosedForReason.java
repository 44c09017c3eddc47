package dev.tapedeck.invariant;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.host.CloseCause;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;

/** A process is closed once, and only on its exit or a protocol failure; never for bookkeeping. */
final class ClosedForReason implements Invariant {
    private final Verdict verdict;
    private int closedEpoch;
    private boolean undecodable;
    private boolean streamBroke;

    ClosedForReason(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void hostAct(HostAct act) {
        streamBroke |= act.act().equals(HostAct.STREAM_END) && Boolean.FALSE.equals(act.facts().get("alive"));
    }

    @Override
    public void frame(FrameResult result) {
        undecodable = result.message() == null
                && result.frame().direction() == Direction.OUT
                && result.disposition() == Disposition.FAULTED;
        boolean applied = result.batch() > 0 && result.disposition() != Disposition.UNDELIVERED;
        if (applied && closedEpoch > 0) {
            verdict.violated(result.frame().seq(), "nothing applied after the close", result.disposition().word());
        }
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened) {
            closedEpoch = 0;
            streamBroke = false;
        }
        if (note instanceof HostNote.Closed closed) {
            if (closedEpoch == closed.epoch()) {
                verdict.violated(closed.seq(), "one close in epoch " + closed.epoch(), closed.sentence());
            }
            closedEpoch = closed.epoch();
            boolean broke = undecodable || streamBroke || closed.reason().startsWith("stdin broke");
            if (closed.cause() == CloseCause.PROTOCOL && !broke) {
                verdict.violated(closed.seq(), "an undecodable frame or a broken stream", closed.reason());
            }
        }
    }
}
