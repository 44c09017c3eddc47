package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.SESSION_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.SessionPayload.SessionStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadStateChanged;
import dev.tapedeck.canonical.ThreadState;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conversation that the process holds, and its turns, neither of which has an id on this wire (decision D6). */
final class Conversation {
    private static final String THREAD = "thread";
    private static final String SESSION = "session";
    private static final String SETTINGS = "settings";
    private static final String TURN = "turn";

    private static final List<String> OF_TURN = List.of(PiTurns.OUTCOME, OpenTools.KEY, PiUsage.KEY);
    private static final List<String> OF_THREAD = List.of(SESSION, TURN, StreamedMessage.KEY, PiCompaction.KEY);

    /** How the last turn stands; the order is its number in scratch. */
    enum State {
        OVER,
        RUNS,
        /** The agent stopped, and the wire has still to tell whether it goes on. */
        PUT_OFF
    }

    private final Emitter out;
    private final Scratch.Editor scratch;

    Conversation(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
    }

    /** What a rule may emit that begins session and thread where none is known. */
    static Set<EventType> and(EventType... types) {
        EnumSet<EventType> all = EnumSet.of(SESSION_STARTED, THREAD_STARTED);
        all.addAll(List.of(types));
        return all;
    }

    /** What a rule may emit that begins a turn where none runs. */
    static Set<EventType> inTurn(EventType... types) {
        Set<EventType> all = and(types);
        all.add(TURN_STARTED);
        return all;
    }

    /** What a frame is about as far as it is known: the thread and its running turn. */
    Refs now() {
        JsonNode thread = scratch.get(THREAD);
        String turn = state() == State.OVER ? null : Integer.toString(number());
        return new Refs(
                scratch.text(SESSION), thread == null ? null : thread.asText(), turn, null, out.refs().request());
    }

    /** The same, after the thread was begun where that had not been told yet. */
    Refs begun() {
        if (scratch.get(THREAD) == null) {
            start(1);
        }
        return now();
    }

    /** The same, after thread and turn were begun. */
    Refs running() {
        begun();
        if (state() == State.OVER) {
            startTurn();
        }
        return now();
    }

    /** The agent begins to work: with the next turn, or with the one whose end was put off. */
    Refs agentStarts() {
        begun();
        if (state() == State.PUT_OFF) {
            store(number(), State.RUNS);
        } else {
            startTurn();
        }
        return now();
    }

    /** How the last turn stands. */
    State state() {
        catchUp();
        JsonNode turn = scratch.get(TURN);
        return turn == null ? State.OVER : State.values()[turn.path(1).asInt()];
    }

    /** Number of the last turn, 0 before the first. */
    int number() {
        JsonNode turn = scratch.get(TURN);
        return turn == null ? 0 : turn.path(0).asInt();
    }

    void putOff() {
        store(number(), State.PUT_OFF);
    }

    void turnEnded() {
        store(number(), State.OVER);
        OF_TURN.forEach(scratch::remove);
        new StreamedMessage(out).close();
    }

    /** The process holds another conversation from here on. */
    void replaced() {
        JsonNode before = scratch.get(THREAD);
        if (before != null) {
            out.emit(now().withTurn(null), null, new ThreadStateChanged(ThreadState.CLOSED, null, null));
        }
        OF_THREAD.forEach(scratch::remove);
        OF_TURN.forEach(scratch::remove);
        start(before == null ? 1 : before.asInt() + 1);
    }

    /** The session's id is told; another one than before means that an extension has replaced the conversation. */
    void session(String id) {
        String known = scratch.text(SESSION);
        if (known != null && !known.equals(id)) {
            replaced();
        }
        if (!id.equals(known)) {
            scratch.put(SESSION, id);
        }
        begun();
    }

    @Nullable String session() {
        return scratch.text(SESSION);
    }

    /** A setting as it was told last; a missing node when it was not. */
    JsonNode setting(String name) {
        JsonNode settings = scratch.get(SETTINGS);
        return settings == null ? MissingNode.getInstance() : settings.path(name);
    }

    /** Takes note of settings; tells those of the thread if they changed. */
    void settings(JsonNode told) {
        ObjectNode settings = PiJson.object();
        JsonNode known = scratch.get(SETTINGS);
        if (known != null) {
            settings.setAll((ObjectNode) known);
        }
        told.properties().forEach(setting -> settings.set(setting.getKey(), setting.getValue()));
        Refs refs = begun();
        if (!settings.equals(known)) {
            scratch.put(SETTINGS, settings);
            out.emit(refs, null, new ThreadMetadataUpdated(null, null, null, settings, facts()));
        }
    }

    private void start(int number) {
        scratch.put(THREAD, PiJson.number(number));
        if (number == 1) {
            out.emit(now(), null, new SessionStarted(null, null));
        }
        out.emit(now(), null, new ThreadStarted(session(), null, scratch.get(SETTINGS), facts()));
    }

    private void startTurn() {
        store(number() + 1, State.RUNS);
        OF_TURN.forEach(scratch::remove);
        scratch.remove(StreamedMessage.KEY);
        out.emit(now(), null, new TurnStarted(
                setting("model").textValue(), setting("thinkingLevel").textValue(), null));
    }

    private @Nullable SessionFacts facts() {
        List<String> tools = new ArrayList<>();
        setting("tools").forEach(tool -> tools.add(tool.asText()));
        return scratch.get(SETTINGS) == null
                ? null
                : new SessionFacts(
                        setting("cwd").textValue(),
                        setting("model").textValue(),
                        setting("tools").isMissingNode() ? null : tools,
                        null);
    }

    /** After a resync: a turn that began where nobody listened is the one that runs. */
    private void catchUp() {
        JsonNode thread = scratch.get(THREAD);
        int last = thread == null ? 0 : out.lastTurn(thread.asText());
        if (last > number()) {
            store(last, State.RUNS);
        }
    }

    private void store(int number, State state) {
        scratch.put(TURN, PiJson.array().add(number).add(state.ordinal()));
    }
}
