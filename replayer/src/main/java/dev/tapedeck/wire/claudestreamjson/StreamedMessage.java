package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The message that a thread's model is telling, in scratch. It arrives up to three times, as a stream of blocks, as a
 * snapshot of each block and again when it is replayed; here the three are matched to one item a block.
 */
final class StreamedMessage {
    /** Snapshots of one message whose uuids are remembered. */
    static final int REMEMBERED = 64;

    private static final String OPEN = "open";
    private static final String SEEN = "seen";
    private static final String USAGE = "usage";
    private static final String UNTOLD = "untold";

    private final Scratch.Editor scratch;
    private final String key;
    private @Nullable JsonNode state;

    StreamedMessage(Scratch.Editor scratch, String thread) {
        this.scratch = scratch;
        this.key = key(thread);
        this.state = scratch.get(key);
    }

    static String key(String thread) {
        return "message/" + thread;
    }

    /** A block that is streamed; {@code seen} once a snapshot told the whole of it. */
    record Block(int index, String type, String item, boolean seen) {}

    /** Begins a message, unless it is the one that is being told; one that had no id yet is this one. */
    void begin(String id) {
        if (state != null && state.path(UNTOLD).asBoolean()) {
            store(ClaudeJson.without(state, UNTOLD).put("id", id));
        } else if (state == null || !id.equals(state.path("id").textValue())) {
            store(ClaudeJson.object().put("id", id).put("n", 0));
        }
    }

    /** Begins a message whose id nobody has told yet. */
    void beginUntold(String name) {
        store(ClaudeJson.object().put("id", name).put("n", 0).put(UNTOLD, true));
    }

    /** Begins a message anew: one that has blocks already is told a second time, under items of its own. */
    void restart(String id) {
        if (state != null && id.equals(state.path("id").textValue()) && state.path("n").asInt() > 0) {
            int time = state.path("time").asInt() + 1;
            ObjectNode again = ClaudeJson.object().put("id", id).put("n", 0).put("time", time);
            store(state.has(SEEN) ? ClaudeJson.with(again, SEEN, state.get(SEEN)) : again);
        } else if (state == null || !id.equals(state.path("id").textValue())) {
            store(ClaudeJson.object().put("id", id).put("n", 0));
        }
    }

    @Nullable String id() {
        return state == null ? null : state.path("id").textValue();
    }

    /** A name for the item of a block that has none of its own. */
    String item(int index) {
        int time = state == null ? 0 : state.path("time").asInt();
        return Objects.requireNonNullElse(id(), "message") + (time == 0 ? ":" : "+" + time + ":") + index;
    }

    void open(int index, String type, String item) {
        ArrayNode block = ClaudeJson.array().add(type).add(item).add(false);
        JsonNode open = ClaudeJson.with(state == null ? null : state.get(OPEN), Integer.toString(index), block);
        ObjectNode next = ClaudeJson.with(state, OPEN, open);
        next.put("n", Math.max(next.path("n").asInt(), index + 1));
        store(next);
    }

    @Nullable Block block(int index) {
        JsonNode block = state == null ? null : state.path(OPEN).get(Integer.toString(index));
        return block == null ? null : block(index, block);
    }

    /** The oldest streamed block of this type that no snapshot has told yet. */
    @Nullable Block unseen(String type) {
        if (state != null) {
            for (Map.Entry<String, JsonNode> block : state.path(OPEN).properties()) {
                if (block.getValue().path(0).asText().equals(type) && !block.getValue().path(2).asBoolean()) {
                    return block(Integer.parseInt(block.getKey()), block.getValue());
                }
            }
        }
        return null;
    }

    /** A snapshot has told the whole of a streamed block. */
    void seen(Block block) {
        if (state != null) {
            ArrayNode seen = ClaudeJson.array().add(block.type()).add(block.item()).add(true);
            JsonNode open = ClaudeJson.with(state.get(OPEN), Integer.toString(block.index()), seen);
            store(ClaudeJson.with(state, OPEN, open));
        }
    }

    void close(Block block) {
        if (state != null) {
            ObjectNode rest = ClaudeJson.without(state.get(OPEN), Integer.toString(block.index()));
            store(rest.isEmpty() ? ClaudeJson.without(state, OPEN) : ClaudeJson.with(state, OPEN, rest));
        }
    }

    /** Streamed blocks that are still open, in their order. */
    Iterable<Block> openBlocks() {
        return state == null
                ? List.of()
                : state.path(OPEN).properties().stream()
                        .map(block -> block(Integer.parseInt(block.getKey()), block.getValue()))
                        .toList();
    }

    /** Index of a block that was not streamed. */
    int next() {
        int index = state == null ? 0 : state.path("n").asInt();
        store(ClaudeJson.with(state, "n", ClaudeJson.object().numberNode(index + 1)));
        return index;
    }

    /** Takes note of a snapshot; returns whether it came before. */
    boolean repeats(@Nullable String uuid) {
        if (uuid == null || state == null) {
            return false;
        }
        ArrayNode uuids = ClaudeJson.array();
        for (JsonNode known : state.path(SEEN)) {
            if (known.asText().equals(uuid)) {
                return true;
            }
            uuids.add(known);
        }
        if (uuids.size() >= REMEMBERED) {
            uuids.remove(0);
        }
        store(ClaudeJson.with(state, SEEN, uuids.add(uuid)));
        return false;
    }

    /** Tokens that the message's start told, or null. */
    @Nullable JsonNode usage() {
        return state == null ? null : state.get(USAGE);
    }

    void usage(JsonNode tokens) {
        store(ClaudeJson.with(state, USAGE, tokens));
    }

    private void store(ObjectNode next) {
        state = next;
        scratch.put(key, next);
    }

    private static Block block(int index, JsonNode block) {
        return new Block(
                index,
                block.path(0).asText(),
                block.path(1).asText(),
                block.path(2).asBoolean());
    }
}
