package dev.tapedeck.invariant;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.rules.Message;
import java.util.TreeSet;

/** A server request whose frame the subscriber missed is mapped by the next resync, never lost (decision D3). */
final class RequestsAreMapped implements Invariant {
    private static final int REMEMBERED = 500;

    private final Verdict verdict;
    /** Seq of the frames that no sound call has seen. */
    private final TreeSet<Long> missed = new TreeSet<>();
    /** Seq of those that a resync decided while they were still in the queue. */
    private final TreeSet<Long> decided = new TreeSet<>();

    RequestsAreMapped(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void frame(FrameResult result) {
        Message message = result.message();
        if (message != null
                && message.id() != null
                && message.isServerRequest()
                && result.disposition() == Disposition.UNDELIVERED
                && !isCovered(result)
                && !decided.contains(message.seq())) {
            remember(missed, message.seq());
        }
    }

    @Override
    public void called(HookCall call) {
        if (call.failure() == null || call.inResync()) {
            call.frames().forEach(frame -> missed.remove(frame.seq()));
        }
        if (call.inResync()) {
            call.frames().forEach(frame -> remember(decided, frame.seq()));
        }
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened || note instanceof HostNote.Closed) {
            missed.clear();
        } else if (note instanceof HostNote.Resynced resynced && !missed.isEmpty()) {
            verdict.violated(resynced.seq(), "requests of frames " + missed + " mapped by the resync", "none");
            missed.clear();
        }
    }

    private static void remember(TreeSet<Long> frames, long seq) {
        frames.add(seq);
        if (frames.size() > REMEMBERED) {
            frames.pollFirst();
        }
    }

    /** A frame that a resync covers was in the queue, and in the call that the resync made. */
    private static boolean isCovered(FrameResult result) {
        return result.batch() > 0;
    }
}
