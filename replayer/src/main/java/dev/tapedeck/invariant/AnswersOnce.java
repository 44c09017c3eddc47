package dev.tapedeck.invariant;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.FailureKind;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.rules.Message;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** The host's own errors come in the order in which their requests arrived, and no request is answered twice. */
final class AnswersOnce implements Invariant {
    /** Ids that are remembered; more requests than that never wait at once. */
    private static final int REMEMBERED = 10_000;

    /** Frames of one id that are told apart. */
    private static final int RESENT = 100;

    private final Verdict verdict;
    private final Map<RequestRef, Asked> asked = new LinkedHashMap<>();
    /** Ids that the client answered in this step, and the frames of answers that were refused. */
    private final Set<RequestRef> answered = new LinkedHashSet<>();

    private final Set<Long> refusedAnswers = new HashSet<>();
    /** Frames of refused requests whose error is due. */
    private final Map<Long, RequestRef> refused = new LinkedHashMap<>();
    private boolean resynced = true;
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
            refused.clear();
        }
        if (note instanceof HostNote.RequestRefused request) {
            asked(request.request(), request.seq());
            refused.put(request.seq(), request.request());
        } else if (note instanceof HostNote.AnswerRefused answer) {
            refusedAnswers.add(answer.seq());
        } else if (note instanceof HostNote.Failed failure) {
            resynced &= failure.kind() != FailureKind.RESUBSCRIPTION;
        } else if (note instanceof HostNote.Resynced) {
            resynced = true;
        }
        if (note instanceof HostNote.ErrorWritten error) {
            refused.remove(error.requestSeq());
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

    @Override
    public void frame(FrameResult result) {
        Message message = result.message();
        RequestRef id = message == null ? null : message.id();
        if (id == null) {
            return;
        }
        if (message.isServerRequest()) {
            asked(id, message.seq());
        } else if (message.direction() == Direction.IN
                && message.opensOrAnswersServerRequest()
                && !refusedAnswers.remove(message.seq())) {
            asked.computeIfAbsent(id, unused -> new Asked()).answers++;
            takesLatest(id, message.seq());
            answered.add(id);
        }
    }

    @Override
    public void stepped(HostView host) {
        for (RequestRef id : answered) {
            Asked times = asked.get(id);
            if (times != null && times.answers > times.times) {
                verdict.violated(host.arrivedSeq(), "one answer to request " + id, "the client's after " + times.last);
            }
        }
        answered.clear();
    }

    /** Unless a request before it still waits for a resync, an excess request has its error, if nobody answered it. */
    @Override
    public void over(HostView host) {
        if (resynced && host.queued() == 0 && !refused.isEmpty()) {
            verdict.violated(host.arrivedSeq(), "an error for refused requests " + refused.values(), "none");
        }
    }

    /** The client answers the latest one of that id that had arrived by then. */
    private void takesLatest(RequestRef id, long seq) {
        long latest = -1;
        for (Map.Entry<Long, RequestRef> one : refused.entrySet()) {
            latest = one.getValue().equals(id) && one.getKey() <= seq ? one.getKey() : latest;
        }
        refused.remove(latest);
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
