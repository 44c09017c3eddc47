package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.wire.pirpc.Conversation.OF_THREAD;
import static dev.tapedeck.wire.pirpc.Conversation.OF_TURN;
import static dev.tapedeck.wire.pirpc.Conversation.OPENED;
import static dev.tapedeck.wire.pirpc.Conversation.SETTINGS;
import static dev.tapedeck.wire.pirpc.Conversation.THREAD;
import static dev.tapedeck.wire.pirpc.Conversation.TURN;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.pirpc.Conversation.State;
import java.util.Set;

/** After frames were lost, the conversation that the process holds goes on from what history says of it. */
final class Resumption {
    private Resumption() {}

    /** A conversation with a higher number than history knows was read from a hole. */
    static void keep(Set<String> threads, Scratch.Editor scratch) {
        int last = threads.stream().mapToInt(Integer::parseInt).max().orElse(0);
        JsonNode opened = scratch.get(OPENED);
        if (opened != null && opened.asInt() > last) {
            scratch.put(OPENED, Nodes.number(last));
        }
        JsonNode thread = scratch.get(THREAD);
        if (thread != null && thread.asInt() > last) {
            scratch.remove(THREAD);
            forget(scratch);
        }
    }

    static void adopt(Resumed thread, Scratch.Editor scratch) {
        int number = Integer.parseInt(thread.thread());
        JsonNode opened = scratch.get(OPENED);
        if (opened == null || opened.asInt() < number) {
            scratch.put(OPENED, Nodes.number(number));
        }
        Conversation.place(thread.settings(), number, thread.turnNumber(), scratch);
        if (thread.closed()) {
            return;
        }
        if (thread.settings() != null) {
            scratch.put(SETTINGS, thread.settings());
        }
        JsonNode known = scratch.get(THREAD);
        if (known == null || known.asInt() != number) {
            forget(scratch);
            scratch.put(THREAD, Nodes.number(number));
        }
        turn(thread, scratch);
        OpenTools.resume(thread, scratch);
        PiBash.resume(thread, scratch);
        PiCompaction.resume(thread, scratch);
        StreamedMessage.resume(thread, scratch);
    }

    private static void turn(Resumed thread, Scratch.Editor scratch) {
        if (thread.turnNumber() == 0) {
            return;
        }
        JsonNode turn = scratch.get(TURN);
        boolean same = turn != null && turn.path(0).asInt() == thread.turnNumber();
        boolean putOff = same && turn.path(1).asInt() == State.PUT_OFF.ordinal();
        State state = !thread.running() ? State.OVER : putOff ? State.PUT_OFF : State.RUNS;
        scratch.put(TURN, Nodes.array().add(thread.turnNumber()).add(state.ordinal()));
        if (!same || state == State.OVER) {
            OF_TURN.forEach(scratch::remove);
        }
    }

    private static void forget(Scratch.Editor scratch) {
        OF_THREAD.forEach(scratch::remove);
        OF_TURN.forEach(scratch::remove);
    }
}
