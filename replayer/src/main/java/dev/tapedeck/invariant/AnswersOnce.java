package dev.tapedeck.invariant;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.rules.Message;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;

/** The host's own errors come in the order in which their requests arrived, and no request is answered twice. */
final class AnswersOnce implements Invariant {
    /** Ids that are remembered; more requests than that never wait at once. */
    private static final int REMEMBERED = 10_000;

    /** Frames of one id that are told apart. */
    private static final int RESENT = 100;

    private final Verdict verdict;
    private final Map<RequestRef, Asked> asked = new LinkedHashMap<>();
    private long lastError;
    private int epoch = 1;

    AnswersOnce(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        if (note.epoch() != epoch) {
            epoch = note.epoch();
            asked.clear();
        }
        if (note instanceof HostNote.RequestRefused refused) {
            asked(refused.request(), refused.seq());
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
    public void called(HookCall call) {
        for (Message message : call.frames()) {
            RequestRef id = message.id();
            if (id != null && message.isServerRequest()) {
                asked(id, message.seq());
            }
        }
    }

    private void asked(RequestRef id, long seq) {
        asked.computeIfAbsent(id, unused -> new Asked()).at(seq);
        if (asked.size() > REMEMBERED) {
            asked.remove(asked.keySet().iterator().next());
        }
    }

    private void once(long seq, RequestRef request, String how) {
        Asked times = asked.computeIfAbsent(request, unused -> new Asked());
        if (times.answers >= times.times) {
            verdict.violated(seq, "one answer to request " + request, how + " after " + times.last);
        }
        times.answers++;
        times.last = how;
    }

    /** How often a request of one id was asked, since a provider may use it again, and answered. */
    private static final class Asked {
        private final LinkedHashSet<Long> frames = new LinkedHashSet<>();
        private int times;
        private int answers;
        private String last = "no request";

        void at(long seq) {
            if (frames.add(seq)) {
                times++;
            }
            if (frames.size() > RESENT) {
                frames.removeFirst();
            }
        }
    }
}
