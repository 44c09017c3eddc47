package dev.tapedeck.wire.acp;

import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.OpenRequests;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Beginning and end of turns, which have no ids on this wire: they are numbered per thread. */
final class Turns {
    private final Emitter out;
    private final Threads threads;

    Turns(Emitter out) {
        this.out = out;
        this.threads = new Threads(out.scratch());
    }

    /** A prompt begins a turn, or waits for the one that runs; a request that comes twice is one. */
    void prompted(Refs refs, String key) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        Threads.Thread known = threads.orNew(thread);
        if (key.equals(known.prompt()) || known.waiting().contains(key)) {
            return;
        }
        if (runs(thread)) {
            List<String> waiting = new ArrayList<>(known.waiting());
            waiting.add(key);
            threads.put(thread, known.withWaiting(waiting));
        } else {
            begin(refs, key, false);
        }
    }

    /**
     * The next turn begins.
     *
     * @param prompt key of the prompt that it answers, when one is known
     * @param history whether it was over before the session was opened here
     */
    void begin(Refs refs, @Nullable String prompt, boolean history) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        if (history) {
            new History(out).endTurn(refs);
        } else {
            new History(out).end(refs);
        }
        // What an agent said between two turns is whole when the next one begins.
        new Segments(out).end(threads.now(refs.withItem(null).withRequest(null)));
        int number = 1 + threads.orNew(thread).turn();
        Segments.drop(thread, out.scratch());
        new OpenTools(out.scratch(), sessionOf(refs)).forgetEnded(thread);
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, history ? known.retold(number) : known.started(number, prompt));
        Emitter told = history ? out.asHistory() : out;
        told.emit(refs.withTurn(Integer.toString(number)).withItem(null), null, new TurnStarted(null, null, null));
    }

    /** Whether a turn runs, rather than being told again. */
    boolean runs(String thread) {
        Threads.Thread known = threads.get(thread);
        return known != null && known.runs();
    }

    /**
     * Whether the running turn ends with the answer to this prompt; one that waited is withdrawn by its answer, unless
     * nobody knows what the running turn answers.
     */
    boolean endsWith(String thread, String prompt) {
        Threads.Thread known = threads.get(thread);
        if (known == null) {
            return false;
        }
        if (known.waiting().contains(prompt)) {
            List<String> waiting = new ArrayList<>(known.waiting());
            waiting.remove(prompt);
            threads.put(thread, known.withWaiting(waiting));
            return known.runs() && known.prompt() == null;
        }
        return known.runs() && (known.prompt() == null || known.prompt().equals(prompt));
    }

    /**
     * The answer to a prompt that nobody saw, while a turn runs that a later prompt seemed to have begun: the turn is
     * that of the unseen one, and the later one has waited.
     */
    void answersUnseen(String prompt) {
        String thread = threads.onlyRunning();
        Threads.Thread known = thread == null ? null : threads.get(thread);
        if (thread != null && known != null && known.prompt() != null && !known.prompt().equals(prompt)) {
            List<String> waiting = new ArrayList<>(known.waiting());
            waiting.addFirst(known.prompt());
            threads.put(thread, known.withPrompt(prompt).withWaiting(waiting));
        }
    }

    /** Ends the open turn, what is open in it and the sub-agents that work for it; the next prompt's begins. */
    void end(Refs refs, TurnCompleted end) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        Refs turn = threads.now(refs).withItem(null).withRequest(null);
        for (String child : threads.openChildren(thread)) {
            TurnState state = threads.orNew(child).runs() ? TurnState.INTERRUPTED : end.state();
            end(new Refs(turn.session(), child, null, null, null), TurnCompleted.of(state));
        }
        Emitter told = threads.orNew(thread).history() ? out.asHistory() : out;
        new Segments(out).end(turn, end.state() == TurnState.COMPLETED ? ItemStatus.COMPLETED : ItemStatus.FAILED);
        AcpTools.endSilent(turn, sessionOf(turn), told);
        new OpenRequests(out.scratch()).turnEnds(turn);
        Threads.Thread known = threads.orNew(thread);
        threads.put(thread, known.ended());
        told.emit(turn, null, end);
        if (!known.waiting().isEmpty()) {
            threads.put(thread, known.ended().withWaiting(known.waiting().subList(1, known.waiting().size())));
            begin(turn, known.waiting().getFirst(), false);
        }
    }

    /** A sub-agent that is named by its tool call ends with it, unless it was only sent to work. */
    void endChild(Refs refs, TurnState state) {
        String child = refs.item();
        Threads.Thread known = child == null ? null : threads.get(child);
        if (child != null && known != null && known.open() && refs.thread() != null
                && refs.thread().equals(known.parent())) {
            end(new Refs(refs.session(), child, null, null, null), TurnCompleted.of(state));
        }
    }

    private static String sessionOf(Refs refs) {
        return refs.session() == null ? "" : refs.session();
    }
}
