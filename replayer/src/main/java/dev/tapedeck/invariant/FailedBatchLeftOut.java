package dev.tapedeck.invariant;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostView;
import dev.tapedeck.rules.Message;
import java.util.HashSet;
import java.util.Set;

/** Frames of a failed call are not applied and not given to another call, requests in a resync excepted. */
final class FailedBatchLeftOut implements Invariant {
    private final Verdict verdict;
    private final Set<Long> failed = new HashSet<>();
    private long lastFailed;

    FailedBatchLeftOut(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void called(HookCall call) {
        if (call.inResync()) {
            return;
        }
        for (Message frame : call.frames()) {
            if (frame.seq() <= lastFailed) {
                verdict.violated(frame.seq(), "frames of a failed call are not mapped again", "frame " + frame.seq());
            }
            if (call.failure() != null) {
                failed.add(frame.seq());
            }
        }
        if (call.failure() != null && !call.frames().isEmpty()) {
            lastFailed = call.frames().getLast().seq();
        }
    }

    @Override
    public void frame(FrameResult result) {
        if (failed.contains(result.frame().seq())
                && (result.disposition() != Disposition.UNDELIVERED || !result.emissions().isEmpty())) {
            verdict.violated(
                    result.frame().seq(),
                    "undelivered without events",
                    result.disposition() + " " + result.emissions());
        }
    }

    @Override
    public void stepped(HostView host) {
        failed.clear();
    }
}
