package dev.tapedeck.invariant;

import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;

/**
 * The failures of one call, or of one lag, cause exactly one attempt to resync, and failures inside one cause none
 * (decision D13). An attempt without a failure is the user's own.
 */
final class OneResyncPerFailedCall implements Invariant {
    private final Verdict verdict;
    private boolean waiting;
    private boolean failed;

    OneResyncPerFailedCall(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        switch (note) {
            case HostNote.Failed failure -> {
                if (failure.kind() == FailureKind.RESUBSCRIPTION) {
                    attempt(failure.seq());
                } else if (!failure.inResync()) {
                    waiting = true;
                    failed = true;
                }
            }
            case HostNote.Resynced resynced -> attempt(resynced.seq());
            case HostNote.EpochOpened opened -> {}
            case HostNote.Warned warned -> {}
            case HostNote.Closed closed -> {}
            case HostNote.RequestRefused refused -> {}
            case HostNote.ErrorWritten written -> {}
            case HostNote.CancelWritten written -> {}
            case HostNote.AnswerRefused refused -> {}
            case HostNote.EvidenceRefused refused -> {}
            case HostNote.Trimmed trimmed -> {}
        }
    }

    @Override
    public void stepped(HostView host) {
        if (waiting) {
            verdict.violated(host.arrivedSeq(), "one resync after a failure", "none");
        }
        waiting = false;
        failed = false;
    }

    private void attempt(long seq) {
        if (failed && !waiting) {
            verdict.violated(seq, "one resync after a failure", "another");
        }
        waiting = false;
    }
}
