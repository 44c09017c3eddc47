package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The message that is being told, in scratch: blocks that are streamed, matched to those of the whole message. */
final class StreamedMessage {
    static final String KEY = "message";
    static final String TEXT = "text";
    static final String THINKING = "thinking";
    static final String TOOL_CALL = "toolCall";

    private static final String OPEN = "open";
    private static final String SHOWN = "shown";
    private static final String BEGAN = "began";

    private final Scratch.Editor scratch;
    private final int turn;

    StreamedMessage(Emitter out) {
        scratch = out.scratch();
        turn = new Conversation(out).number();
    }

    /** A block that is streamed. */
    record Block(String type, String item) {}

    /** Goes on after frames were lost: what history knows as open belongs to the message that is being told. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        ObjectNode open = Nodes.object();
        for (Resumed.Item item : thread.items()) {
            String[] name = item.id().split(":", 3);
            if (item.open() && thread.segmentOf(item) == thread.lastSegment() && name.length == 3) {
                String type = item.type() == ItemType.REASONING ? THINKING : TEXT;
                open.set(name[2], Nodes.array().add(type).add(item.id()));
            }
        }
        ObjectNode state = Nodes.object().put("n", thread.lastSegment());
        scratch.put(KEY, open.isEmpty() ? state : state.put(SHOWN, true).putNull(BEGAN).set(OPEN, open));
    }

    /**
     * Begins the next message, unless it is the one that is being told, whose start comes once more: when one began
     * that history told of is not known, and it would have ended before another begins.
     */
    void begin(JsonNode told) {
        JsonNode time = told.path("timestamp");
        JsonNode message = scratch.get(KEY);
        if (time.isNumber() && message != null && message.has(OPEN)
                && (time.equals(message.get(BEGAN)) || message.path(BEGAN).isNull())) {
            return;
        }
        begin();
        if (time.isNumber()) {
            store(Nodes.with(scratch.get(KEY), BEGAN, time));
        }
    }

    private void begin() {
        store(Nodes.object().put("n", number()).set(OPEN, Nodes.object()));
    }

    /** Begins a message unless one is being told, as where a stream begins in the middle. */
    void ensure() {
        if (open() == null) {
            begin();
        }
    }

    /**
     * Name of the item of a block of text; messages are counted once they have one, so that history tells the count.
     */
    String item(int index) {
        JsonNode message = scratch.get(KEY);
        if (message == null || !message.path(SHOWN).asBoolean()) {
            store(Nodes.without(message, "n", SHOWN).put("n", number() + 1).put(SHOWN, true));
        }
        return turn + ":" + number() + ":" + index;
    }

    void open(int index, Block block) {
        ensure();
        JsonNode entry = Nodes.array().add(block.type()).add(block.item());
        JsonNode open = Nodes.with(open(), Integer.toString(index), entry);
        store(Nodes.with(scratch.get(KEY), OPEN, open));
    }

    @Nullable Block block(int index) {
        JsonNode open = open();
        JsonNode entry = open == null ? null : open.get(Integer.toString(index));
        return entry == null ? null : block(entry);
    }

    /** The blocks that were streamed of the message. */
    Map<String, Block> blocks() {
        ensure();
        Map<String, Block> blocks = new LinkedHashMap<>();
        JsonNode open = open();
        if (open != null) {
            open.properties().forEach(entry -> blocks.put(entry.getKey(), block(entry.getValue())));
        }
        return blocks;
    }

    void close() {
        if (open() != null) {
            store(Nodes.without(scratch.get(KEY), OPEN, SHOWN, BEGAN));
        }
    }

    private @Nullable JsonNode open() {
        JsonNode message = scratch.get(KEY);
        return message == null ? null : message.get(OPEN);
    }

    private int number() {
        JsonNode message = scratch.get(KEY);
        return message == null ? 0 : message.path("n").asInt();
    }

    private void store(JsonNode next) {
        scratch.put(KEY, next);
    }

    private static Block block(JsonNode entry) {
        return new Block(entry.path(0).asText(), entry.path(1).asText());
    }
}
