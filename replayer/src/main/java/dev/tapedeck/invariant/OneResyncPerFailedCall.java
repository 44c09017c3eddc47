package dev.tapedeck.invariant;

import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;

/** The failures of one call, or of one lag, cause exactly one attempt to resync; failures inside one cause none. */
final class OneResyncPerFailedCall implements Invariant {
    private final Verdict verdict;
    private boolean lagged;
    private boolean failed;
    private int attempts;

    OneResyncPerFailedCall(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        switch (note) {
            case HostNote.Failed failure -> {
                if (failure.kind() == FailureKind.RESUBSCRIPTION) {
                    attempts++;
                } else if (!failure.inResync()) {
                    lagged |= failure.kind() == FailureKind.LAG;
                    failed |= failure.kind() != FailureKind.LAG;
                }
            }
            case HostNote.Resynced resynced -> attempts++;
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
        int expected = (lagged ? 1 : 0) + (failed ? 1 : 0);
        if (attempts < expected || attempts > expected && expected > 0) {
            verdict.violated(host.arrivedSeq(), expected + " resync", attempts + " resyncs");
        }
        lagged = false;
        failed = false;
        attempts = 0;
    }
}
