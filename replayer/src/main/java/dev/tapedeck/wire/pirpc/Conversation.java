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
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conversation that the process holds, and its turns, neither of which has an id on this wire (decision D6). */
final class Conversation {
    static final String THREAD = "thread";
    static final String SETTINGS = "settings";
    static final String TURN = "turn";
    static final String OPENED = "opened";

    private static final String SESSION = "session";
    private static final String FILES = "files";
    private static final String FILE = "sessionFile";
    private static final String SWITCH = "switch";
    private static final int REMEMBERED = 50;

    static final List<String> OF_TURN = List.of(PiTurns.OUTCOME, OpenTools.KEY, PiUsage.KEY);
    static final List<String> OF_THREAD = List.of(SESSION, TURN, StreamedMessage.KEY, PiCompaction.KEY);

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

    /** The same with the last turn, though it may be over; without one before the first. */
    Refs lastTurn() {
        return scratch.get(TURN) == null ? now() : now().withTurn(Integer.toString(number()));
    }

    /** What is known, after the thread was begun where that had not been told yet. */
    Refs begun() {
        if (scratch.get(THREAD) == null) {
            start(next());
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

    /** The agent begins to work: with the next turn, or with the one whose end was put off, or lost. */
    Refs agentStarts() {
        begun();
        if (state() != State.OVER) {
            store(number(), State.RUNS);
        } else {
            startTurn();
        }
        return now();
    }

    /** How the last turn stands. */
    State state() {
        JsonNode turn = scratch.get(TURN);
        return turn == null ? State.OVER : State.values()[turn.path(1).asInt()];
    }

    /** Number of the last turn; before the first, what this process counts from. */
    int number() {
        JsonNode turn = scratch.get(TURN);
        return turn == null ? (out.epoch() - 1) * Resumed.PROCESS : turn.path(0).asInt();
    }

    /** Whether a turn of it has run here, or in a process that held it before. */
    boolean hasTurns() {
        return scratch.get(TURN) != null;
    }

    void putOff() {
        store(number(), State.PUT_OFF);
    }

    void turnEnded() {
        store(number(), State.OVER);
        OF_TURN.forEach(scratch::remove);
        new StreamedMessage(out).close();
    }

    /** The client asks for the conversation in that file. */
    void asksFor(String file) {
        scratch.put(SWITCH, file);
    }

    /**
     * The process has switched: to a conversation that it held before, if its file is known. Where nobody saw which one
     * was asked for, the state may tell it.
     */
    void switched() {
        String file = scratch.text(SWITCH);
        scratch.remove(SWITCH);
        JsonNode known = known(file);
        if (file == null && scratch.get(FILES) != null) {
            leave();
            scratch.remove(THREAD);
        } else if (known == null) {
            replaced();
        } else {
            leave();
            returnTo(known);
        }
    }

    /** The file of the conversation is told, which tells what the process has switched to where nothing else did. */
    void isKeptIn(@Nullable String file) {
        JsonNode known = known(file);
        if (known != null && scratch.get(THREAD) == null) {
            returnTo(known);
        }
    }

    private @Nullable JsonNode known(@Nullable String file) {
        JsonNode files = scratch.get(FILES);
        return files == null || file == null ? null : files.get(file);
    }

    private void returnTo(JsonNode known) {
        scratch.remove(SETTINGS);
        scratch.put(THREAD, known.path(0));
        scratch.put(TURN, Nodes.array().add(known.path(1).asInt()).add(State.OVER.ordinal()));
        out.emit(now(), null, new ThreadStateChanged(ThreadState.ACTIVE, null, null));
    }

    /** The conversation that is left may be asked for by its file; it keeps its place in the count of turns. */
    private void leave() {
        JsonNode thread = scratch.get(THREAD);
        if (thread != null) {
            out.emit(now().withTurn(null), null, new ThreadStateChanged(ThreadState.CLOSED, null, null));
        }
        JsonNode settings = scratch.get(SETTINGS);
        if (thread != null && settings != null) {
            place(settings, thread.asInt(), number(), scratch);
            scratch.put(SETTINGS, Nodes.without(settings, FILE));
        }
        OF_THREAD.forEach(scratch::remove);
        OF_TURN.forEach(scratch::remove);
    }

    static void place(@Nullable JsonNode settings, int thread, int turn, Scratch.Editor scratch) {
        String file = settings == null ? null : settings.path(FILE).textValue();
        if (file != null) {
            ObjectNode files = Nodes.without(scratch.get(FILES), file);
            if (files.size() >= REMEMBERED) {
                files.remove(files.fieldNames().next());
            }
            scratch.put(FILES, files.set(file, Nodes.array().add(thread).add(turn)));
        }
    }

    /** The process holds another conversation from here on. */
    void replaced() {
        leave();
        start(next());
    }

    private int next() {
        JsonNode opened = scratch.get(OPENED);
        return 1 + (opened == null ? 0 : opened.asInt());
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
        ObjectNode settings = Nodes.object();
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
        scratch.put(THREAD, Nodes.number(number));
        scratch.put(OPENED, Nodes.number(number));
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

    private void store(int number, State state) {
        scratch.put(TURN, Nodes.array().add(number).add(state.ordinal()));
    }
}
