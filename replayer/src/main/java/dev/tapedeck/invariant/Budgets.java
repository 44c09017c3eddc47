package dev.tapedeck.invariant;

import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;

/** No budget is ever exceeded by anything that was applied. */
final class Budgets implements Invariant {
    private final Verdict verdict;
    private long emitted;
    private long frames;

    Budgets(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void called(HookCall call) {
        emitted = Math.max(emitted, call.failure() == null ? call.emittedBytes() : 0);
        frames = Math.max(frames, call.inResync() ? 0 : call.frames().size());
    }

    @Override
    public void stepped(HostView host) {
        check(host, Limit.QUEUE, host.queued());
        check(host, Limit.BATCH, frames);
        check(host, Limit.EMITTED, emitted);
        check(host, Limit.SCRATCH, host.scratch().bytes());
        check(host, Limit.ITEMS, host.maps().items().size());
        check(host, Limit.ITEM_TEXT, host.maps().textBytes());
        check(host, Limit.REQUESTS, host.outstandingRequests());
        check(host, Limit.IDLE_TURNS, host.maps().idleTurns());
        check(host, Limit.THREADS, host.maps().threads().size());
        emitted = 0;
        frames = 0;
    }

    private void check(HostView host, Limit limit, long found) {
        if (found > host.limits().of(limit)) {
            verdict.violated(
                    host.arrivedSeq(),
                    limit.word() + " of at most " + host.limits().of(limit) + " " + limit.unit(),
                    Long.toString(found));
        }
    }
}
