package dev.tapedeck.invariant;

import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostView;

/** Every frame that arrives ends exactly once, in the order of the recording; so dispositions sum up to frames. */
final class DispositionSum implements Invariant {
    private final Verdict verdict;
    private long last;
    private long results;

    DispositionSum(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void frame(FrameResult result) {
        long seq = result.frame().seq();
        if (seq <= last) {
            verdict.violated(seq, "one result for each frame, in order", "frame " + seq + " after frame " + last);
        }
        last = Math.max(last, seq);
        results++;
    }

    @Override
    public void stepped(HostView host) {
        if (host.arrivedFrames() != results + host.queuedFrames()) {
            verdict.violated(
                    host.arrivedSeq(),
                    host.arrivedFrames() + " frames ended or queued",
                    results + " ended and " + host.queuedFrames() + " queued");
        }
    }

    @Override
    public void over(HostView host) {
        stepped(host);
        if (host.queuedFrames() > 0) {
            verdict.violated(host.arrivedSeq(), "an empty queue at the end", host.queuedFrames() + " frames queued");
        }
    }
}
