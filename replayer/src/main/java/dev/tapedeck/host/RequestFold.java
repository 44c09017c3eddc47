package dev.tapedeck.host;

import dev.tapedeck.rules.Claim;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import org.jspecify.annotations.Nullable;

/** Folds what events tell of server requests and of claimed sends. */
final class RequestFold {
    private final Upkeep upkeep;
    private final Maps maps;
    private final Claims claims;

    RequestFold(Upkeep upkeep, Claims claims) {
        this.upkeep = upkeep;
        this.maps = upkeep.maps;
        this.claims = claims;
    }

    /** Returns whether the event changed anything. */
    boolean request(RequestUpdated told) {
        RequestEntry known = maps.request(told.request());
        if (told.state() == RequestState.PENDING) {
            return pending(told, known);
        }
        if (known != null && known.state != RequestState.PENDING) {
            upkeep.counters.duplicate++;
            return false;
        }
        boolean history = upkeep.message == null;
        if (!(history && upkeep.requests.answerWaits(told.request()))) {
            upkeep.requests.settledByProvider(told.request(), upkeep.seq);
        }
        RequestEntry request = known == null ? new RequestEntry(told.request(), upkeep.seq) : known;
        upkeep.touch.request(request);
        request.apply(told);
        if (known == null) {
            maps.put(request);
            return true;
        }
        upkeep.settled(request);
        if (request.thread != null) {
            ThreadEntry thread = upkeep.threadOrNew(request.thread);
            upkeep.afterwards(() -> upkeep.backToWorking(thread));
        }
        return true;
    }

    private boolean pending(RequestUpdated told, @Nullable RequestEntry known) {
        boolean asks = upkeep.message != null && upkeep.message.isServerRequest();
        boolean settled = known != null && known.state != RequestState.PENDING;
        if (settled && !(asks && upkeep.seq > known.openedBy)) {
            upkeep.counters.late++;
            if (asks && !known.isAsked()) {
                openedLate(known, told);
            }
            return false;
        }
        RequestEntry request = known == null || settled ? new RequestEntry(told.request(), upkeep.seq) : known;
        upkeep.touch.request(request);
        request.apply(told);
        maps.put(request);
        if (request.thread == null) {
            return true;
        }
        ThreadEntry thread = upkeep.threadOrNew(request.thread);
        request.turn = upkeep.turnOf(thread, request.turn);
        thread.pending.add(request);
        if (upkeep.isIdle(request.thread, request.turn)) {
            upkeep.counters.late++;
            upkeep.afterwards(() -> upkeep.cancel(request));
        }
        return true;
    }

    /** The settled request that nobody had seen opening gets its facts; it stays settled. */
    private void openedLate(RequestEntry request, RequestUpdated told) {
        upkeep.touch.request(request);
        request.describe(told);
        if (request.thread != null && request.turn == null) {
            request.turn = upkeep.threadOrNew(request.thread).activeTurn;
        }
        upkeep.afterwards(() -> upkeep.out.add(Writer.request(upkeep.frame, request)));
    }

    /** Returns whether the evidence holds: an exact claimed send on the bound thread, nonce and epoch, once. */
    boolean evidence(EvidenceUpdated told) {
        String wrong = wrongWith(told);
        if (wrong != null) {
            upkeep.notes.evidenceRefused(upkeep.seq, told.send(), wrong);
            return false;
        }
        upkeep.touch.evidence(told);
        claims.consume(told.send());
        maps.put(told);
        return true;
    }

    private @Nullable String wrongWith(EvidenceUpdated told) {
        Claim claim = claims.get(told.send());
        if (claim == null) {
            return "no send of that id waits for evidence";
        }
        if (!claim.nonce().equals(claims.nonce())) {
            return "the send was claimed in another epoch";
        }
        if (claim.seq() >= upkeep.seq) {
            return "the send was claimed later";
        }
        if (!told.thread().equals(maps.boundThread)) {
            return "its thread is not the bound thread";
        }
        boolean sameThread = claim.thread() == null || claim.thread().equals(told.thread());
        return sameThread ? null : "the send went to another thread";
    }
}
