package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Resumed;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Threads and their turns, which this wire does not announce: a thread begins with its first frame, a turn with the
 * first frame of an answer. A sub-agent's frames are a child thread, named by the tool use that started it
 * (decision D2).
 */
final class Conversation {
    /** Inits and results that are remembered, so that one that is sent again changes nothing. */
    static final int TOLD_ONCE = 32;

    static final String SESSION = "session";
    private static final String BEGUN = "begun";
    private static final String BEFORE = "before";
    private static final String TOLD = "told";
    static final String INTERRUPTED = "interrupted";

    private final Emitter out;
    private final Scratch.Editor scratch;
    private final SubAgents subAgents;

    Conversation(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
        this.subAgents = new SubAgents(scratch);
    }

    /** What a rule may emit that begins a turn where none runs. */
    static Set<EventType> and(EventType... types) {
        EnumSet<EventType> all = EnumSet.of(THREAD_STARTED, TURN_STARTED, ITEM_UPDATED);
        all.addAll(List.of(types));
        return all;
    }

    /** What a rule may emit that can end the turn of a sub-agent. */
    static Set<EventType> andEnd(EventType... types) {
        Set<EventType> all = and(types);
        all.add(TURN_COMPLETED);
        return all;
    }

    /** The thread of a frame that must have one. */
    static String thread(FrameView frame, Refs refs) {
        return refs.thread() == null ? frame.text("/session_id") : refs.thread();
    }

    /** What the frame is about, with the thread's running turn if there is one. */
    Refs now() {
        Refs refs = out.refs();
        return refs.thread() == null ? refs : refs.withTurn(runningTurn(refs.thread()));
    }

    /** The same, after thread and turn were begun where that had not been told yet. */
    Refs running() {
        Refs refs = out.refs();
        String thread = refs.thread();
        if (thread == null) {
            return refs;
        }
        if (isChild(refs)) {
            return child(thread);
        }
        thread(refs, null, null);
        if (runningTurn(thread) == null) {
            startTurn(refs, setting("model"), true);
        }
        return now();
    }

    /** Whether the frame is a sub-agent's. */
    boolean isChild(Refs refs) {
        return refs.session() != null && refs.thread() != null && !refs.thread().equals(refs.session());
    }

    /** The running turn of any thread, or null. */
    @Nullable String runningTurn(String thread) {
        if (subAgents.knows(thread)) {
            SubAgents.State child = subAgents.get(thread);
            return child.working() ? Integer.toString(child.turn()) : null;
        }
        JsonNode turn = scratch.get(turnKey(thread));
        return turn != null && turn.path(1).asBoolean() ? turn.path(0).asText() : null;
    }

    /** The session whose process this is, or null before it is told. */
    @Nullable String session() {
        JsonNode session = scratch.get(SESSION);
        return session == null ? null : session.path("id").textValue();
    }

    /** A setting of the session as it was told last. */
    @Nullable String setting(String name) {
        JsonNode session = scratch.get(SESSION);
        return session == null ? null : session.path(name).textValue();
    }

    void settings(String session, @Nullable String model, @Nullable String mode) {
        JsonNode before = scratch.get(SESSION);
        ObjectNode told = Nodes.object().put("id", session);
        if (model != null) {
            told.put("model", model);
        }
        if (mode != null) {
            told.put("mode", mode);
        }
        if (before != null) {
            told.setAll(Nodes.only(before, BEGUN, BEFORE));
        }
        if (!told.equals(before)) {
            scratch.put(SESSION, told);
        }
    }

    /** Notes that the session was told to begin; returns whether that is new, in whatever conversation it goes on. */
    boolean begins() {
        JsonNode session = scratch.get(SESSION);
        if (session != null && session.has(BEGUN)) {
            return false;
        }
        scratch.put(SESSION, Nodes.with(session, BEGUN, Nodes.object().booleanNode(true)));
        return true;
    }

    /** Begins the session's own thread, if that is new; returns whether it is. */
    boolean thread(Refs refs, @Nullable String model, @Nullable JsonNode settings) {
        String thread = refs.thread();
        if (thread == null || thread.equals(session())) {
            return false;
        }
        String before = session();
        String older = setting(BEFORE);
        if (older != null && !older.equals(thread)) {
            scratch.remove(turnKey(older));
        }
        settings(thread, model, null);
        if (before != null) {
            scratch.put(SESSION, Nodes.with(scratch.get(SESSION), BEFORE, Nodes.object().textNode(before)));
        }
        out.emit(refs, null, new ThreadStarted(thread, null, settings));
        return true;
    }

    /** Begins the turn that an init announces, unless it began before it, or the same init comes once more. */
    void turnAnnounced(Refs refs, @Nullable String model, @Nullable String uuid) {
        if (isToldAgain(uuid)) {
            return;
        }
        String thread = refs.thread();
        JsonNode turn = thread == null ? null : scratch.get(turnKey(thread));
        if (thread != null && turn != null && turn.path(1).asBoolean() && turn.path(2).asBoolean()) {
            scratch.put(turnKey(thread), Nodes.array().add(turn.path(0)).add(true));
        } else {
            startTurn(refs, model, false);
        }
    }

    /** Whether this init or result came before; takes note of it. */
    boolean isToldAgain(@Nullable String uuid) {
        if (uuid == null) {
            return false;
        }
        JsonNode told = scratch.get(TOLD);
        ArrayNode all = Nodes.array();
        if (told != null) {
            for (int i = Math.max(0, told.size() - TOLD_ONCE + 1); i < told.size(); i++) {
                all.add(told.get(i));
            }
            for (JsonNode known : told) {
                if (known.asText().equals(uuid)) {
                    return true;
                }
            }
        }
        scratch.put(TOLD, all.add(uuid));
        return false;
    }

    private void startTurn(Refs refs, @Nullable String model, boolean beforeInit) {
        String thread = refs.thread();
        if (thread == null) {
            return;
        }
        JsonNode before = scratch.get(turnKey(thread));
        int first = (out.epoch() - 1) * Resumed.PROCESS;
        int number = 1 + (before == null ? first : before.path(0).asInt());
        ArrayNode turn = Nodes.array().add(number).add(true);
        scratch.put(turnKey(thread), beforeInit ? turn.add(true) : turn);
        out.emit(refs.withTurn(Integer.toString(number)), null, new TurnStarted(model, null, null));
    }

    /** The session's own turn is over, and with it every sub-agent that did not go to the background. */
    void turnEnded(String thread) {
        JsonNode turn = scratch.get(turnKey(thread));
        if (turn != null) {
            scratch.put(turnKey(thread), Nodes.array().add(turn.path(0)).add(false));
        }
        forget(thread);
        Compacting.forget(scratch);
        scratch.remove(INTERRUPTED);
    }

    /** Somebody wants the running turn of the thread to stop; the turn's end says whether it did. */
    void interrupt(@Nullable String thread) {
        if (thread != null && runningTurn(thread) != null) {
            scratch.put(INTERRUPTED, Nodes.object().textNode(thread));
        }
    }

    boolean isInterrupted(String thread) {
        return thread.equals(scratch.text(INTERRUPTED));
    }

    /**
     * Ends sub-agents that work in the foreground. A turn that succeeds waits for those, so that one which still works
     * then was sent to the background, whoever has missed that.
     */
    void endForeground(boolean succeeded) {
        for (String tool : subAgents.inForeground()) {
            if (succeeded) {
                goesToBackground(tool);
            } else {
                endChild(tool, TurnState.INTERRUPTED);
            }
        }
    }

    /** Begins a sub-agent's thread and turn where that had not been told; returns what a frame of it is about. */
    Refs child(String tool) {
        SubAgents.State known = subAgents.get(tool);
        Refs refs = new Refs(out.refs().session(), tool, null, null, null);
        if (!subAgents.knows(tool)) {
            OpenTools.Use use = new OpenTools(scratch).get(tool);
            String parent = use == null ? out.refs().session() : use.thread();
            out.emit(refs, null, new ThreadStarted(tool, parent, null));
            if (use != null && parent != null) {
                Refs item = new Refs(out.refs().session(), parent, runningTurn(parent), tool, null);
                out.emit(item, null, new ItemUpdated(ItemSnapshot.of(use.tool().itemType())
                        .childThread(tool)
                        .build()));
            }
        }
        if (!known.working()) {
            SubAgents.State begun = known.begun();
            subAgents.put(tool, begun);
            out.emit(refs.withTurn(Integer.toString(begun.turn())), null, new TurnStarted(null, null, null));
        }
        return refs.withTurn(runningTurn(tool));
    }

    /** Whether a sub-agent works in this thread. */
    boolean isOpenChild(String tool) {
        return subAgents.get(tool).working();
    }

    /** Whether a sub-agent works in this thread, or did. */
    boolean isKnownChild(String tool) {
        return subAgents.knows(tool);
    }

    /** A sub-agent works on when its parent's turn is over. */
    void goesToBackground(String tool) {
        if (subAgents.knows(tool)) {
            subAgents.put(tool, subAgents.get(tool).sentToBackground());
        }
    }

    boolean isInBackground(String tool) {
        return subAgents.get(tool).background();
    }

    /** Ends a sub-agent's turn, if one runs. */
    void endChild(String tool, TurnState state) {
        SubAgents.State known = subAgents.get(tool);
        if (known.working()) {
            Refs refs = new Refs(out.refs().session(), tool, Integer.toString(known.turn()), null, null);
            subAgents.put(tool, known.ended());
            forget(tool);
            out.emit(refs, null, TurnCompleted.of(state));
        }
    }

    private void forget(String thread) {
        new OpenTools(scratch).endAll(thread);
        scratch.remove(StreamedMessage.key(thread));
        scratch.remove(ClaudeUsage.contextKey(thread));
    }

    static String turnKey(String thread) {
        return "turn/" + thread;
    }
}
