package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.rules.Emitter;
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

    private final Scratch.Editor scratch;
    private final int turn;

    StreamedMessage(Emitter out) {
        scratch = out.scratch();
        turn = new Conversation(out).number();
    }

    /** A block that is streamed. */
    record Block(String type, String item) {}

    /** Begins the next message; returns the item of a message that is one. */
    String begin() {
        store(PiJson.object().put("n", number() + 1).set(OPEN, PiJson.object()));
        return turn + ":" + number();
    }

    /** Begins a message unless one is being told, as where a stream begins in the middle. */
    void ensure() {
        if (open() == null) {
            begin();
        }
    }

    /** Name of the item of a block of text. */
    String item(int index) {
        return turn + ":" + number() + ":" + index;
    }

    void open(int index, Block block) {
        ensure();
        JsonNode entry = PiJson.array().add(block.type()).add(block.item());
        JsonNode open = PiJson.with(open(), Integer.toString(index), entry);
        store(PiJson.with(scratch.get(KEY), OPEN, open));
    }

    @Nullable Block block(int index) {
        JsonNode open = open();
        JsonNode entry = open == null ? null : open.get(Integer.toString(index));
        return entry == null ? null : block(entry);
    }

    /** The whole message was told; returns the blocks that were streamed of it. */
    Map<String, Block> end() {
        ensure();
        Map<String, Block> blocks = new LinkedHashMap<>();
        JsonNode open = open();
        if (open != null) {
            open.properties().forEach(entry -> blocks.put(entry.getKey(), block(entry.getValue())));
        }
        close();
        return blocks;
    }

    void close() {
        if (open() != null) {
            store(PiJson.without(scratch.get(KEY), OPEN));
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
