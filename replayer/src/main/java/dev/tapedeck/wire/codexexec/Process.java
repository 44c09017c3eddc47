package dev.tapedeck.wire.codexexec;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import org.jspecify.annotations.Nullable;

/** What a process works on, which only its first frames tell: its thread, and the number of its turn. */
final class Process {
    private static final String THREAD = "thread";
    private static final String TURN = "turn";

    private final Emitter out;

    Process(Emitter out) {
        this.out = out;
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

    /** Each process before this one had a turn; a resync may know of more. */
    private int number() {
        JsonNode turn = out.scratch().get(TURN);
        if (turn != null) {
            return turn.path(0).intValue();
        }
        @Nullable String thread = out.scratch().text(THREAD);
        return Math.max(out.epoch() - 1, thread == null ? 0 : out.lastTurn(thread));
    }

    private void put(int number, boolean open) {
        out.scratch().put(TURN, JsonNodeFactory.instance.arrayNode().add(number).add(open));
    }
}
