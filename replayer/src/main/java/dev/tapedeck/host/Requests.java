package dev.tapedeck.host;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.rules.Message;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Server requests of one process, registered when they are decoded (decision D3).
 *
 * <p>A request is answered once: by the client, by a protocol error when nothing maps it, or by the cancel answer
 * when its turn ends. Protocol errors wait until everything that arrived before them is decided.
 */
final class Requests {
    /** One request. */
    static final class Registered {
        final RequestRef ref;
        final String method;
        final long seq;
        final boolean excess;
        /** The frame, kept until the request is mapped. */
        @Nullable Message message;
        /** The error that answers it; absent while it is undecided, or when it is mapped. */
        @Nullable String error;

        /** The request that had the id before, as long as frames between the two may still have to be judged. */
        private @Nullable Registered earlier;

        private int depth;
        private boolean decided;
        private boolean outstanding;
        /** Whether an answer of the client's has arrived, which its turn in the queue still has to judge. */
        private boolean answerArrived;
        /** Why no answer can be given any more; absent while one can. */
        private @Nullable String over;

        private Registered(RequestRef ref, Message message, boolean excess) {
            this.ref = ref;
            this.method = message.kind().path();
            this.seq = message.seq();
            this.message = excess ? null : message;
            this.excess = excess;
            this.outstanding = !excess;
        }

        private Registered(Registered other, UnaryOperator<Registered> copies) {
            ref = other.ref;
            method = other.method;
            seq = other.seq;
            excess = other.excess;
            message = other.message;
            error = other.error;
            earlier = other.earlier == null ? null : copies.apply(other.earlier);
            depth = other.depth;
            decided = other.decided;
            outstanding = other.outstanding;
            answerArrived = other.answerArrived;
            over = other.over;
        }
    }

    private final Limits limits;
    private final Map<RequestRef, Registered> latest = new LinkedHashMap<>();
    private final Map<Long, Registered> undecided = new LinkedHashMap<>();
    private int outstanding;

    Requests(Limits limits) {
        this.limits = limits;
    }

    /** A copy that goes its own way. */
    Requests(Requests other) {
        limits = other.limits;
        Map<Registered, Registered> copies = new IdentityHashMap<>();
        other.latest.forEach((ref, each) -> latest.put(ref, copy(each, copies)));
        other.undecided.forEach((seq, each) -> undecided.put(seq, copy(each, copies)));
        outstanding = other.outstanding;
    }

    private static Registered copy(Registered request, Map<Registered, Registered> copies) {
        Registered known = copies.get(request);
        if (known == null) {
            known = new Registered(request, earlier -> copy(earlier, copies));
            copies.put(request, known);
        }
        return known;
    }

    /** Requests that wait for an answer. */
    int outstanding() {
        return outstanding;
    }

    /** Takes a request in; returns why it is refused, or null when it is not. */
    @Nullable String register(RequestRef ref, Message message) {
        boolean excess = outstanding >= limits.count(Limit.REQUESTS);
        Registered request = new Registered(ref, message, excess);
        undecided.put(request.seq, request);
        if (excess) {
            request.decided = true;
            request.error = "more than " + limits.of(Limit.REQUESTS) + " requests wait for an answer";
        } else {
            outstanding++;
        }
        Registered before = latest.remove(ref);
        if (before != null) {
            release(before);
            request.earlier = before;
            request.depth = before.depth + 1;
            if (request.depth > limits.of(Limit.REQUESTS)) {
                request.depth = 0;
                before.earlier = null;
            }
        }
        latest.put(ref, request);
        forgetOldest();
        return request.error;
    }

    /** The client answers: its request no longer counts as outstanding, whatever maps make of it later. */
    void answerArrived(RequestRef ref) {
        Registered request = latest.get(ref);
        if (request != null) {
            request.answerArrived = true;
            release(request);
        }
    }

    /** The client's answer takes its turn; returns why it is refused, or null when it counts. */
    @Nullable String answer(RequestRef ref, long seq) {
        Registered request = before(seq, ref);
        if (request == null) {
            return "no request with this id is open";
        }
        if (request.over != null) {
            return request.over;
        }
        end(request, "it is answered already");
        return null;
    }

    /** Whether an answer of the client counted, so that only the provider's word is missing. */
    boolean answered(RequestRef ref, long seq) {
        Registered request = before(seq, ref);
        return request != null && request.over != null;
    }

    /** Whether an answer of the client's has arrived and still waits for its turn. */
    boolean answerWaits(RequestRef ref) {
        Registered request = latest.get(ref);
        return request != null && request.answerArrived && request.over == null;
    }

    /** The provider settled the request itself, or history says so; one of its id that was refused has its error. */
    void settledByProvider(RequestRef ref, long seq) {
        Registered request = taken(ref, seq);
        if (request != null && request.over == null) {
            end(request, "the provider settled it already");
        }
    }

    /** The latest one of that id that had arrived by then and was not refused. */
    private @Nullable Registered taken(RequestRef ref, long seq) {
        Registered request = latest.get(ref);
        while (request != null && (request.excess || request.seq > seq)) {
            request = request.earlier;
        }
        return request;
    }

    /** The request's turn is over; returns it when a cancel answer has to be written, else null. */
    @Nullable Registered cancel(RequestRef ref, long seq) {
        Registered request = taken(ref, seq);
        if (request == null || request.over != null) {
            return null;
        }
        end(request, "its turn is over and a cancel answer was written");
        return request;
    }

    /**
     * A call of the hook has told what it makes of a request.
     *
     * @param error why a protocol error answers it, or null when it is mapped
     */
    void decide(long seq, @Nullable String error) {
        Registered request = undecided.get(seq);
        if (request != null && !request.decided) {
            request.decided = true;
            request.error = error;
            request.message = null;
        }
    }

    /** Registered frames that no call has mapped yet, in order. */
    List<Message> unmapped() {
        List<Message> frames = new ArrayList<>();
        for (Registered request : undecided.values()) {
            if (request.message != null) {
                frames.add(request.message);
            }
        }
        return frames;
    }

    /** Whether the request that arrived with that frame is one that no protocol error answers. */
    boolean isMapped(RequestRef ref, long seq) {
        Registered request = latest.get(ref);
        while (request != null && request.seq > seq) {
            request = request.earlier;
        }
        return request != null && request.seq == seq && request.error == null;
    }

    /** Requests whose protocol error is due now, in the order of their arrival. */
    List<Registered> dueErrors() {
        List<Registered> due = new ArrayList<>(0);
        for (Iterator<Registered> inOrder = undecided.values().iterator(); inOrder.hasNext(); ) {
            Registered request = inOrder.next();
            if (!request.decided) {
                break;
            }
            inOrder.remove();
            if (request.error != null && request.over == null) {
                end(request, "a protocol error answered it already");
                due.add(request);
            } else if (!request.excess) {
                request.error = null; // somebody answered first, so history may describe it
            }
        }
        return due;
    }

    /** The request that had the id when that frame arrived; frames are registered earlier than they are judged. */
    private @Nullable Registered before(long seq, RequestRef ref) {
        Registered request = latest.get(ref);
        while (request != null && request.seq > seq) {
            request = request.earlier;
        }
        if (request != null) {
            request.earlier = null;
        }
        return request;
    }

    private void end(Registered request, String over) {
        request.over = over;
        release(request);
    }

    private void release(Registered request) {
        if (request.outstanding) {
            request.outstanding = false;
            outstanding--;
        }
    }

    private void forgetOldest() {
        if (latest.size() > limits.of(Limit.SETTLED) + limits.of(Limit.REQUESTS)) {
            for (Iterator<Registered> oldestFirst = latest.values().iterator(); oldestFirst.hasNext(); ) {
                Registered request = oldestFirst.next();
                if (request.over != null) {
                    oldestFirst.remove();
                    return;
                }
            }
        }
    }
}
