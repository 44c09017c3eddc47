package dev.tapedeck.wire.acp;

import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Rule;

/**
 * What a session tells of the time before it was opened here: what comes between the request that it be opened and the
 * first prompt, since some agents answer the request before they have told all. Each message of the user's begins the
 * next turn, and it is over when the next one begins, with the answer, or with the prompt; how it ended nobody tells.
 */
final class History {
    private final Emitter out;
    private final Threads threads;

    History(Emitter out) {
        this.out = out;
        this.threads = new Threads(out.scratch());
    }

    /** A rule for what is told when it happens and again when a session is opened; then it carries the mark. */
    static Rule.Mapping orNow(Rule.Mapping mapping) {
        return (frame, out) -> mapping.map(
                frame, new History(out).tells(new Conversation(frame, out).about()) ? out.asHistory() : out);
    }

    /** Whether what a frame about this tells was over before its session was opened here. */
    boolean tells(Refs refs) {
        String session = refs.session();
        if (session == null) {
            return false;
        }
        Threads.Thread known = threads.orNew(session);
        return known.loaded() || new Asked(out.scratch()).tellsHistory(session, known.told());
    }

    /**
     * A session is about to be opened; one that is known here is counted from the beginning once more.
     *
     * @return how many turns of it are known
     */
    int begin(String session) {
        Threads.Thread known = threads.get(session);
        if (known == null || known.open()) {
            return 0;
        }
        new Segments(out).end(threads.now(new Refs(session, session, null, null, null)));
        Segments.drop(session, out.scratch());
        threads.put(session, threads.orNew(session).withTurn(0));
        return known.turn();
    }

    /**
     * The session is open; turns go on from where its history ended, or from those of before, whichever are more. A
     * history that stops at a message of the user's is not over.
     *
     * @param before how many turns of it were known
     * @param more whether what comes before the first prompt is history, too
     */
    void opened(String session, int before, boolean more) {
        if (!new Segments(out).userSpeaks(session)) {
            endTurn(new Refs(session, session, null, null, null));
        }
        Threads.Thread told = threads.get(session);
        if (told != null || more) {
            Threads.Thread known = told == null ? Threads.Thread.NEW : told;
            Threads.Thread counted = before > known.turn() ? known.withTurn(before) : known;
            threads.put(session, counted.withLoaded(more && !known.runs()));
        }
    }

    /** From now on what the session tells happens now. */
    void end(Refs refs) {
        String thread = refs.thread();
        Threads.Thread known = thread == null ? null : threads.get(thread);
        if (thread == null || !tells(refs.withThread(thread)) && (known == null || !known.history())) {
            return;
        }
        new Asked(out.scratch()).opened(thread);
        if (known != null) {
            threads.put(thread, known.withLoaded(false));
            endTurn(refs);
        }
    }

    /** Ends the turn that is told again; outside of turns, what somebody was saying is whole. */
    void endTurn(Refs refs) {
        Refs turn = refs.withItem(null).withRequest(null);
        if (refs.thread() != null && threads.orNew(refs.thread()).history()) {
            new Turns(out).end(turn, TurnCompleted.of(TurnState.COMPLETED));
        } else {
            new Segments(out).end(threads.now(turn));
        }
    }
}
