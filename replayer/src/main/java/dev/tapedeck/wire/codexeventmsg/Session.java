package dev.tapedeck.wire.codexeventmsg;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.TurnTokens;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whom an event is about: what it tells itself, and what earlier events told. */
final class Session {
    private static final String THREAD = "thread";
    private static final String TURN = "turn";
    private static final String TEXT = "text";
    private static final String CALLS = "calls";
    private static final String TOLD = "told";
    private static final String ERROR = "error";
    private static final String COMPACTED = "compacted";
    private static final String GUESSED = "guessed";
    private static final int MOST_CALLS = 200;
    private static final int MOST_TOLD = 64;

    private final JsonNode json;
    private final FrameView frame;
    private final Emitter out;
    private final Scratch.Editor scratch;

    Session(FrameView frame, Emitter out) {
        this.json = frame.message().json();
        this.frame = frame;
        this.out = out;
        this.scratch = out.scratch();
    }

    /** After frames were lost, the session goes on from what history says of the thread that it told last. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        boolean guessed = scratch.get(GUESSED) != null && thread.settings() != null;
        String current = guessed ? null : scratch.text(THREAD);
        boolean told = thread.settings() != null || thread.turn() != null && thread.thread().equals(current);
        // Its ids rise with time; a thread whose first line has not come is in a file that comes later.
        if (current != null && (!told || current.compareTo(thread.thread()) > 0)) {
            return;
        }
        scratch.put(THREAD, thread.thread());
        if (thread.settings() != null) {
            scratch.remove(GUESSED);
        }
        JsonNode before = scratch.get(TURN);
        if (thread.turn() != null) {
            int number = Math.max(thread.turnNumber(), before == null ? 0 : before.path(2).intValue());
            scratch.put(TURN, JsonNodeFactory.instance.arrayNode()
                    .add(thread.turn()).add(thread.running()).add(number));
        }
        ObjectNode calls = JsonNodeFactory.instance.objectNode();
        ArrayNode ended = JsonNodeFactory.instance.arrayNode();
        int[] text = new int[3];
        scratch.remove(COMPACTED);
        for (Resumed.Item item : thread.items()) {
            if (thread.running() && item.id().equals("compaction:" + thread.turn())) {
                scratch.put(COMPACTED, thread.turn());
            }
            int number = textNumber(item.id(), thread.turn());
            text[0] = Math.max(text[0], number);
            if (item.open() && number > 0) {
                text[item.type() == ItemType.REASONING ? 2 : 1] = number;
            } else if (item.open() && item.tool() != null && calls.size() < MOST_CALLS) {
                calls.put(item.id(), item.tool());
            } else if (!item.open() && number == 0) {
                ended.add(item.id());
            }
        }
        while (ended.size() > MOST_TOLD) {
            ended.remove(0);
        }
        scratch.put(TOLD, ended);
        if (!thread.running()) {
            List.of(TEXT, CALLS, ERROR).forEach(scratch::remove);
            return;
        }
        if (calls.isEmpty()) {
            scratch.remove(CALLS);
        } else {
            scratch.put(CALLS, calls);
        }
        scratch.put(TEXT, JsonNodeFactory.instance.arrayNode().add(text[0]).add(text[1]).add(text[2]));
    }

    /** The number of a text without id, told as {@code TURN.N}; 0 of any other item. */
    private static int textNumber(String item, @Nullable String turn) {
        String prefix = (turn == null ? "" : turn) + ".";
        String number = item.startsWith(prefix) ? item.substring(prefix.length()) : "";
        return number.matches("[0-9]{1,9}") ? Integer.parseInt(number) : 0;
    }

    /** A thread begins, with which the turn of the one before, if its end was lost, has nothing to do. */
    void begins(String thread) {
        String before = scratch.text(THREAD);
        if (before != null && !before.equals(thread)) {
            turnEnds();
        }
        scratch.put(THREAD, thread);
        scratch.remove(GUESSED);
    }

    /** Whether the first line of that thread's session has come. */
    boolean hasBegun(String thread) {
        return thread.equals(scratch.text(THREAD)) && scratch.get(GUESSED) == null;
    }

    @Nullable String thread() {
        String told = frame.optionalText("/thread_id");
        if (told == null) {
            told = json.at("/params/threadId").asText(json.at("/params/conversationId").textValue());
        }
        String known = scratch.text(THREAD);
        if (told != null && known == null) {
            // Where the session's first line is missing, whoever names the thread begins it for those that do not.
            begins(told);
            scratch.put(GUESSED, BooleanNode.TRUE);
        }
        return told == null ? known : told;
    }

    /** Begins a turn; false when it runs already. */
    boolean turnStarts() {
        String told = toldTurn();
        JsonNode before = scratch.get(TURN);
        int number = (before == null ? 0 : before.path(2).intValue()) + 1;
        String turn = told == null ? Integer.toString(number) : told;
        if (before != null && before.path(1).booleanValue() && before.path(0).asText().equals(turn)) {
            return false;
        }
        scratch.put(TURN, JsonNodeFactory.instance.arrayNode().add(turn).add(true).add(number));
        scratch.remove(TEXT);
        scratch.remove(ERROR);
        tokens().turnStarts(turn);
        return true;
    }

    /** Whether the frame's turn belongs to the one that runs. */
    boolean isInside() {
        JsonNode running = scratch.get(TURN);
        String root = frame.optionalText("/root_turn_id");
        return root != null
                && !root.equals(frame.optionalText("/turn_id"))
                && running != null
                && running.path(1).booleanValue()
                && running.path(0).asText().equals(root);
    }

    /** The context was compacted, which an item of its own may tell once more. */
    void compacts() {
        String turn = refs().turn();
        scratch.put(COMPACTED, turn == null ? "" : turn);
    }

    /** The item of a compaction: the one that was told without a name, where it was. */
    String compaction(String item) {
        String turn = refs().turn();
        return turn != null && turn.equals(scratch.text(COMPACTED)) ? "compaction:" + turn : item;
    }

    /** Whether the model's call still waits for its output. */
    boolean isCalled(String call) {
        JsonNode calls = scratch.get(CALLS);
        return calls != null && calls.has(call);
    }

    void turnEnds() {
        scratch.remove(COMPACTED);
        JsonNode before = scratch.get(TURN);
        if (before != null) {
            scratch.put(TURN, JsonNodeFactory.instance.arrayNode()
                    .add(before.get(0)).add(false).add(before.path(2).intValue()));
        }
        scratch.remove(TEXT);
        scratch.remove(CALLS);
        scratch.remove(ERROR);
    }

    /** An error of the running turn after which the program does not go on. */
    void fails(String message) {
        scratch.put(ERROR, message);
    }

    @Nullable String error() {
        return scratch.text(ERROR);
    }

    TurnTokens tokens() {
        return new TurnTokens(out, thread());
    }

    /** What the frame is about, with the turn that it names or that runs, and no item. */
    Refs refs() {
        Refs refs = out.refs().withThread(thread());
        String told = frame.optionalText("/turn_id");
        if (told != null) {
            return refs.withTurn(told);
        }
        JsonNode turn = scratch.get(TURN);
        if (turn == null) {
            // Nobody saw a turn begin: the model's own record names the one that it belongs to.
            return refs.withTurn(frame.optionalText("/internal_chat_message_metadata_passthrough/turn_id"));
        }
        boolean runs = turn.path(1).booleanValue();
        return refs.withTurn(runs ? turn.path(0).asText() : null);
    }

    /** The turn that the frame ends, which may be over already. */
    Refs lastTurn() {
        JsonNode turn = scratch.get(TURN);
        Refs refs = refs();
        if (refs.turn() != null) {
            return refs;
        }
        return refs.withTurn(turn == null ? toldTurn() : turn.path(0).asText());
    }

    void emit(String item, CanonicalPayload payload) {
        out.emit(refs().withItem(item), time(), payload);
    }

    /** Emits an event that is about no item. */
    void emit(CanonicalPayload payload) {
        out.emit(refs(), time(), payload);
    }

    void emit(Refs refs, CanonicalPayload payload) {
        out.emit(refs, time(), payload);
    }

    /** When the line was written, which stands beside the event. */
    @Nullable Instant time() {
        Instant time = FrameView.timeOf(json.path("timestamp"));
        return time == null ? FrameView.timeOf(json.path("ts")) : time;
    }

    /** Item of a text that has no id: the open one, or the next. */
    String openText(boolean thought) {
        JsonNode before = scratch.get(TEXT);
        int open = before == null ? 0 : before.path(thought ? 2 : 1).intValue();
        int count = before == null ? 0 : before.path(0).intValue();
        int number = open == 0 ? count + 1 : open;
        putText(Math.max(count, number), thought ? other(before, 1) : number, thought ? number : other(before, 2));
        return textItem(number);
    }

    /** The same, which is whole now. */
    String closeText(boolean thought) {
        String item = openText(thought);
        JsonNode now = scratch.get(TEXT);
        putText(now == null ? 0 : now.path(0).intValue(), thought ? other(now, 1) : 0, thought ? 0 : other(now, 2));
        return item;
    }

    private void putText(int count, int message, int thought) {
        scratch.put(TEXT, JsonNodeFactory.instance.arrayNode().add(count).add(message).add(thought));
    }

    private static int other(@Nullable JsonNode text, int place) {
        return text == null ? 0 : text.path(place).intValue();
    }

    private String textItem(int number) {
        String turn = refs().turn();
        return (turn == null ? "" : turn) + "." + number;
    }

    void callOpens(String call, String tool) {
        ObjectNode calls = calls();
        if (calls.size() >= MOST_CALLS) {
            calls.remove(calls.fieldNames().next());
        }
        calls.put(call, tool);
        scratch.put(CALLS, calls);
    }

    /** Tool of a call whose end nothing has told yet, which is told now; null when it is no such call. */
    @Nullable String callEnds(String call) {
        ObjectNode calls = calls();
        JsonNode tool = calls.remove(call);
        if (tool == null) {
            return null;
        }
        if (calls.isEmpty()) {
            scratch.remove(CALLS);
        } else {
            scratch.put(CALLS, calls);
        }
        return tool.textValue();
    }

    private ObjectNode calls() {
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        JsonNode calls = scratch.get(CALLS);
        if (calls != null) {
            for (Map.Entry<String, JsonNode> call : calls.properties()) {
                copy.set(call.getKey(), call.getValue());
            }
        }
        return copy;
    }

    /** An event told the item's end, so that the model's own record of it says nothing new. */
    void told(String item) {
        callEnds(item);
        ArrayNode told = JsonNodeFactory.instance.arrayNode();
        JsonNode before = scratch.get(TOLD);
        if (before != null) {
            before.forEach(told::add);
        }
        while (told.size() >= MOST_TOLD) {
            told.remove(0);
        }
        scratch.put(TOLD, told.add(item));
    }

    boolean wasTold(String item) {
        JsonNode told = scratch.get(TOLD);
        if (told != null) {
            for (JsonNode one : told) {
                if (one.asText().equals(item)) {
                    return true;
                }
            }
        }
        return false;
    }

    private @Nullable String toldTurn() {
        String told = frame.optionalText("/turn_id");
        if (told != null) {
            return told;
        }
        // Older programs number the submission instead, beside the event.
        for (String place : List.of("/id", "/payload/id", "/params/id")) {
            JsonNode id = json.at(place);
            if (id.isTextual() && !json.has("jsonrpc")) {
                return id.textValue();
            }
        }
        return null;
    }
}
