package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.scratch.Scratch;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Threads, turns and open tools of a file that a program keeps a session in. Such a file tells no turns: one begins
 * with what the user says, and ends with the answer that asks for no tool, at the latest when the user speaks again.
 *
 * <p>Scratch: {@code thread}: THREAD, once told; {@code turn/THREAD}: {@code [NUMBER, OPEN]}; {@code tools}:
 * {@code {ID: NAME}}, tools without a result, at most 200.
 */
public final class Transcript {
    private static final String THREAD = "thread";
    private static final String TURN = "turn/";
    private static final String TOOLS = "tools";
    private static final int MOST_TOOLS = 200;

    private final Emitter out;
    private final Scratch.Editor scratch;
    private final @Nullable String thread;

    /** What a frame is about: the thread that it names, or else the one that was told last. */
    public Transcript(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
        String named = out.refs().thread();
        this.thread = named == null ? scratch.text(THREAD) : named;
    }

    /** After frames were lost, a thread goes on from what history says of it; the file's own has no parent. */
    public static void resume(Resumed thread, Scratch.Editor scratch) {
        resume(thread, Resumed.Item::tool, scratch);
    }

    /** @param name the name by which the file calls the tool of an item; null for an item that is none */
    public static void resume(
            Resumed thread, Function<Resumed.Item, @Nullable String> name, Scratch.Editor scratch) {
        if (thread.parent() == null) {
            scratch.put(THREAD, thread.thread());
        }
        if (thread.turnNumber() > 0) {
            scratch.put(TURN + thread.thread(), turn(thread.turnNumber(), thread.running()));
        }
        ObjectNode tools = tools(scratch);
        for (Resumed.Item item : thread.items()) {
            String tool = item.open() ? name.apply(item) : null;
            if (!item.open()) {
                tools.remove(item.id());
            } else if (tool != null && tools.size() < MOST_TOOLS) {
                tools.put(item.id(), tool);
            }
        }
        keep(tools, scratch);
    }

    /** Remembers the session's thread; false when it was told before. */
    public static boolean begins(String thread, Emitter out) {
        if (thread.equals(out.scratch().text(THREAD))) {
            return false;
        }
        out.scratch().put(THREAD, thread);
        return true;
    }

    public @Nullable String thread() {
        return thread;
    }

    /** The thread with its running turn, or with none. */
    public Refs refs() {
        Refs refs = out.refs().withThread(thread);
        return refs.withTurn(isOpen() ? Integer.toString(number()) : null);
    }

    /** The thread with its running turn, or with the one that ran last. */
    public Refs last() {
        return out.refs().withThread(thread).withTurn(number() == 0 ? null : Integer.toString(number()));
    }

    public void emit(CanonicalPayload payload) {
        out.emit(refs(), null, payload);
    }

    /** Emits an event about an item of the turn that runs or ran last. */
    public void emit(String item, CanonicalPayload payload) {
        out.emit(last().withItem(item), null, payload);
    }

    /** The user speaks: what ran before is over, a turn begins. */
    public void userSpeaks(@Nullable String model) {
        if (isOpen()) {
            ends(TurnCompleted.of(TurnState.COMPLETED));
        }
        modelAnswers(model);
    }

    /** The model answers: where no turn runs, what it answers to was lost, and a turn begins. */
    public void modelAnswers(@Nullable String model) {
        if (!isOpen()) {
            put(number() + 1, true);
            out.emit(refs(), null, new TurnStarted(model, null, null));
        }
    }

    /** Ends the running turn; where none runs, nothing. */
    public void ends(TurnCompleted how) {
        if (isOpen()) {
            Refs refs = refs();
            put(number(), false);
            out.emit(refs, null, how);
        }
    }

    private boolean isOpen() {
        JsonNode turn = scratch.get(TURN + thread);
        return turn != null && turn.path(1).booleanValue();
    }

    private int number() {
        JsonNode turn = scratch.get(TURN + thread);
        return turn == null ? 0 : turn.path(0).intValue();
    }

    private void put(int number, boolean open) {
        scratch.put(TURN + thread, turn(number, open));
    }

    private static ArrayNode turn(int number, boolean open) {
        return JsonNodeFactory.instance.arrayNode().add(number).add(open);
    }

    public void toolBegins(String id, String name) {
        ObjectNode tools = tools(scratch);
        if (tools.size() >= MOST_TOOLS) {
            tools.remove(tools.fieldNames().next());
        }
        scratch.put(TOOLS, tools.put(id, name));
    }

    /** Name of a tool that has now given its result; null when its beginning was not told. */
    public @Nullable String toolEnds(String id) {
        ObjectNode tools = tools(scratch);
        JsonNode name = tools.remove(id);
        keep(tools, scratch);
        return name == null ? null : name.textValue();
    }

    private static void keep(ObjectNode tools, Scratch.Editor scratch) {
        if (tools.isEmpty()) {
            scratch.remove(TOOLS);
        } else {
            scratch.put(TOOLS, tools);
        }
    }

    /** Values in scratch are never changed, since they may have to come back. */
    private static ObjectNode tools(Scratch.Editor scratch) {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        JsonNode tools = scratch.get(TOOLS);
        if (tools != null) {
            for (Map.Entry<String, JsonNode> tool : tools.properties()) {
                copy.set(tool.getKey(), tool.getValue());
            }
        }
        return copy;
    }
}
