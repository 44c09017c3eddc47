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
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Threads and their turns, which this wire does not announce: a thread begins with its first frame, a turn with the
 * first frame of an answer. A sub-agent's frames are a child thread, named by the tool use that started it
 * (decision D2).
 */
final class Conversation {
    /** Sub-agents that are remembered; those that ended are forgotten first. */
    static final int REMEMBERED = 100;

    /** Inits and results that are remembered, so that one that is sent again changes nothing. */
    static final int TOLD_ONCE = 32;

    private static final String SESSION = "session";
    private static final String BEGUN = "begun";
    private static final String BEFORE = "before";
    private static final String CHILDREN = "children";
    private static final String TOLD = "told";
    private static final String INTERRUPTED = "interrupted";

    private final Emitter out;
    private final Scratch.Editor scratch;

    Conversation(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
    }

    /** After frames were lost, a thread goes on from what history says of it. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        OpenTools.resume(thread, scratch);
        if (thread.parent() == null) {
            resumeSession(thread, scratch);
        } else if (thread.turnNumber() > 0) {
            JsonNode known = child(scratch, thread.thread());
            JsonNode turn = scratch.get(turnKey(thread.parent()));
            boolean outlives = thread.running() && turn != null && !turn.path(1).asBoolean();
            boolean background = outlives || known != null && known.path(2).asBoolean();
            store(scratch, thread.thread(), thread.turnNumber(), thread.running(), background);
        }
        for (Resumed.Item item : thread.items()) {
            if (item.childThread() != null && !item.open()) {
                // A sub-agent that works on when its tool has given a result was sent to the background.
                JsonNode known = child(scratch, item.childThread());
                int number = known == null ? 1 : known.path(0).asInt();
                store(scratch, item.childThread(), number, known != null && known.path(1).asBoolean(), true);
            }
        }
        boolean speaks = thread.items().stream().anyMatch(item -> item.open() && thread.isSegment(item));
        if (thread.running() || speaks) {
            resumeMessage(thread, scratch);
        } else {
            scratch.remove(StreamedMessage.key(thread.thread()));
        }
    }

    private static void resumeSession(Resumed thread, Scratch.Editor scratch) {
        // Those that history knows follow their parent.
        for (String tool : foreground(scratch)) {
            scratch.put(CHILDREN, Nodes.without(scratch.get(CHILDREN), tool));
        }
        if (thread.turnNumber() > 0) {
            JsonNode known = scratch.get(turnKey(thread.thread()));
            // No number is given twice, though history knows nothing of the turn that had it.
            int last = known == null || thread.running() ? 0 : known.path(0).asInt();
            ArrayNode turn = Nodes.array().add(Math.max(last, thread.turnNumber())).add(thread.running());
            // What comes before the init of its turn is its compaction and nothing else.
            List<ItemType> told = thread.items().stream()
                    .filter(item -> item.type() != null && thread.turn().equals(item.turn()))
                    .map(Resumed.Item::type)
                    .toList();
            boolean early = thread.running() && told.equals(List.of(ItemType.CONTEXT_COMPACTION));
            scratch.put(turnKey(thread.thread()), early ? turn.add(true) : turn);
        }
        JsonNode session = scratch.get(SESSION);
        if (session == null || !thread.thread().equals(session.path("id").textValue())) {
            scratch.put(SESSION, Nodes.with(session, "id", Nodes.object().textNode(thread.thread())));
        }
        if (thread.settings() != null) {
            told(thread.settings(), "model", "model", scratch);
            told(thread.settings(), "permissionMode", "mode", scratch);
        }
        if (thread.running()) {
            Compacting.resume(thread, scratch);
        } else {
            Compacting.forget(scratch);
            scratch.remove(INTERRUPTED);
        }
    }

    private static void told(JsonNode settings, String setting, String member, Scratch.Editor scratch) {
        JsonNode value = settings.get(setting);
        if (value != null) {
            scratch.put(SESSION, Nodes.with(scratch.get(SESSION), member, value));
        }
    }

    /**
     * The message that is being told goes on from the last item that history holds of it. It is over once one of its
     * tools has given a result, or somebody else has spoken.
     */
    private static void resumeMessage(Resumed thread, Scratch.Editor scratch) {
        List<Resumed.Item> said = new ArrayList<>();
        boolean shown = false;
        for (Resumed.Item item : thread.items()) {
            boolean text = thread.isSegment(item) && thread.segmentOf(item) == thread.lastSegment();
            boolean call = item.tool() != null;
            if (text && !shown) {
                said.clear();
                shown = true;
            }
            // What was only streamed is closed by the end of its message, what a snapshot told is not.
            boolean ends = text && !item.open() && !item.whole() && item.bytes() > 0;
            boolean vendors = OpenTools.isVendors(item.id());
            if (text && !ends || call && (item.open() || vendors)) {
                said.add(item);
            } else if (Objects.equals(thread.turn(), item.turn()) && !item.id().startsWith("request:")) {
                said.clear();
                shown = false;
            }
        }
        StreamedMessage.resume(thread, said, shown, scratch);
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
        JsonNode child = child(scratch, thread);
        JsonNode turn = child == null ? scratch.get(turnKey(thread)) : child;
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
        for (String tool : foreground(scratch)) {
            if (succeeded) {
                goesToBackground(tool);
            } else {
                endChild(tool, TurnState.INTERRUPTED);
            }
        }
    }

    /** Sub-agents that work while their parent waits for them. */
    private static List<String> foreground(Scratch.Editor scratch) {
        List<String> tools = new ArrayList<>();
        JsonNode children = scratch.get(CHILDREN);
        if (children != null) {
            for (Map.Entry<String, JsonNode> child : children.properties()) {
                if (child.getValue().path(1).asBoolean() && !child.getValue().path(2).asBoolean()) {
                    tools.add(child.getKey());
                }
            }
        }
        return tools;
    }

    /** Begins a sub-agent's thread and turn where that had not been told; returns what a frame of it is about. */
    Refs child(String tool) {
        JsonNode known = child(scratch, tool);
        Refs refs = new Refs(out.refs().session(), tool, null, null, null);
        if (known == null) {
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
        if (known == null || !known.path(1).asBoolean()) {
            int number = known == null ? 1 : known.path(0).asInt() + 1;
            store(scratch, tool, number, true, known != null && known.path(2).asBoolean());
            out.emit(refs.withTurn(Integer.toString(number)), null, new TurnStarted(null, null, null));
        }
        return refs.withTurn(runningTurn(tool));
    }

    /** Whether a sub-agent works in this thread. */
    boolean isOpenChild(String tool) {
        JsonNode known = child(scratch, tool);
        return known != null && known.path(1).asBoolean();
    }

    /** Whether a sub-agent works in this thread, or did. */
    boolean isKnownChild(String tool) {
        return child(scratch, tool) != null;
    }

    /** A sub-agent works on when its parent's turn is over. */
    void goesToBackground(String tool) {
        JsonNode known = child(scratch, tool);
        if (known != null && !known.path(2).asBoolean()) {
            store(scratch, tool, known.path(0).asInt(), known.path(1).asBoolean(), true);
        }
    }

    boolean isInBackground(String tool) {
        JsonNode known = child(scratch, tool);
        return known != null && known.path(2).asBoolean();
    }

    /** Ends a sub-agent's turn, if one runs. */
    void endChild(String tool, TurnState state) {
        JsonNode known = child(scratch, tool);
        if (known == null || !known.path(1).asBoolean()) {
            return;
        }
        Refs refs = new Refs(out.refs().session(), tool, known.path(0).asText(), null, null);
        store(scratch, tool, known.path(0).asInt(), false, known.path(2).asBoolean());
        forget(tool);
        out.emit(refs, null, TurnCompleted.of(state));
    }

    private void forget(String thread) {
        new OpenTools(scratch).endAll(thread);
        scratch.remove(StreamedMessage.key(thread));
        scratch.remove(ClaudeUsage.contextKey(thread));
    }

    private static void store(Scratch.Editor scratch, String tool, int number, boolean open, boolean background) {
        ObjectNode rest = Nodes.without(scratch.get(CHILDREN), tool);
        if (rest.size() >= REMEMBERED) {
            rest.remove(oldest(rest));
        }
        ArrayNode state = Nodes.array().add(number).add(open).add(background);
        rest.set(tool, state);
        scratch.put(CHILDREN, rest);
    }

    private static String oldest(ObjectNode children) {
        for (Map.Entry<String, JsonNode> child : children.properties()) {
            if (!child.getValue().path(1).asBoolean()) {
                return child.getKey();
            }
        }
        return children.fieldNames().next();
    }

    private static @Nullable JsonNode child(Scratch.Editor scratch, String tool) {
        JsonNode children = scratch.get(CHILDREN);
        return children == null ? null : children.get(tool);
    }

    private static String turnKey(String thread) {
        return "turn/" + thread;
    }
}
