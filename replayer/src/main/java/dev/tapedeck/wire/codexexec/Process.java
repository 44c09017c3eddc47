package dev.tapedeck.wire.codexexec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.TokenCounts;
import dev.tapedeck.rules.TurnTokens;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** What a process works on, which only its first frames tell: its thread, and the number of its turn. */
final class Process {
    private static final String THREAD = "thread";
    private static final String TURN = "turn";

    private final Emitter out;

    Process(Emitter out) {
        this.out = out;
    }

    /** After frames were lost: the thread that no other started is the process's own. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        if (thread.parent() == null) {
            scratch.put(THREAD, thread.thread());
            if (thread.turnNumber() > 0) {
                scratch.put(TURN, JsonNodeFactory.instance.arrayNode().add(thread.turnNumber()).add(thread.running()));
            }
        }
    }

    void threadStarts(String thread) {
        out.scratch().put(THREAD, thread);
    }

    /** False when a turn runs already, so that a start that is told again changes nothing. */
    boolean turnStarts() {
        if (isOpen()) {
            return false;
        }
        put(number() + 1, true);
        return true;
    }

    /**
     * What the running turn used: the difference of the thread's totals (decision D9). The first process counts from
     * nothing, unless it goes on with a thread of before, so it is an estimate; of a later process nobody tells the
     * total that it began with.
     */
    @Nullable Usage used(TokenCounts total) {
        String turn = Integer.toString(Math.max(1, number()));
        String thread = lastTurn().thread();
        if (out.epoch() > 1) {
            return null;
        }
        new TurnTokens(out, thread).turnStarts(turn);
        new TurnTokens(out, thread).add(turn, total, total);
        Usage used = new TurnTokens(out, thread).turnEnds(turn);
        return used == null ? null : used.estimated();
    }

    void turnEnds() {
        put(number(), false);
    }

    /** What the frame is about, with the running turn if there is one. */
    Refs refs() {
        return refs(isOpen() ? number() : 0);
    }

    /** What the frame is about when it ends a turn: the last one, though it may be over already. */
    Refs lastTurn() {
        return refs(Math.max(1, number()));
    }

    private Refs refs(int turn) {
        Refs told = out.refs();
        @Nullable String thread = told.thread() == null ? out.scratch().text(THREAD) : told.thread();
        return told.withThread(thread)
                .withTurn(turn == 0 ? null : Integer.toString(turn))
                .withItem(told.item() == null ? null : out.epoch() + ":" + told.item());
    }

    private boolean isOpen() {
        JsonNode turn = out.scratch().get(TURN);
        return turn != null && turn.path(1).booleanValue();
    }

    /** Each process before this one had a turn. */
    private int number() {
        JsonNode turn = out.scratch().get(TURN);
        return turn == null ? out.epoch() - 1 : turn.path(0).intValue();
    }

    private void put(int number, boolean open) {
        out.scratch().put(TURN, JsonNodeFactory.instance.arrayNode().add(number).add(open));
    }
}
