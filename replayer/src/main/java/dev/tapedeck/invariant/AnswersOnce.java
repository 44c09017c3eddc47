package dev.tapedeck.invariant;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.rules.Message;
import dev.tapedeck.host.FrameResult;
import java.util.HashMap;
import java.util.Map;

/** The host's own errors come in the order in which their requests arrived, and no request is answered twice. */
final class AnswersOnce implements Invariant {
    /** Answers that are remembered; more requests than that never wait at once. */
    private static final int REMEMBERED = 10_000;

    private final Verdict verdict;
    private final Map<RequestRef, String> answered = new HashMap<>();
    private long lastError;
    private int epoch;

    AnswersOnce(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        if (note.epoch() != epoch) {
            epoch = note.epoch();
            answered.clear();
        }
        if (note instanceof HostNote.ErrorWritten error) {
            if (error.requestSeq() <= lastError) {
                verdict.violated(
                        error.seq(),
                        "errors in arrival order",
                        "the error of frame " + error.requestSeq() + " after that of frame " + lastError);
            }
            lastError = error.requestSeq();
            once(error.seq(), error.request(), "a protocol error");
        } else if (note instanceof HostNote.CancelWritten cancel) {
            once(cancel.seq(), cancel.request(), "a cancel answer");
        }
    }

    @Override
    public void frame(FrameResult result) {
        Message message = result.message();
        if (message != null && message.id() != null && message.isServerRequest() && result.batch() > 0) {
            answered.remove(message.id());
        }
    }

    private void once(long seq, RequestRef request, String how) {
        String before = answered.put(request, how);
        if (before != null) {
            verdict.violated(seq, "one answer to request " + request, how + " after " + before);
        }
        if (answered.size() > REMEMBERED) {
            answered.clear();
        }
    }
}
