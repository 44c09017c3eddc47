package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.List;
import java.util.Map;
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
    private static final String NUMBER = "m";
    private static final String SHOWN = "shown";

    private final Scratch.Editor scratch;
    private final String key;
    private final @Nullable String turn;
    private @Nullable JsonNode state;

    /** @param refs whom the frame is about; items of messages are named after its turn */
    StreamedMessage(Scratch.Editor scratch, String thread, Refs refs) {
        this.scratch = scratch;
        this.key = key(thread);
        this.turn = refs.turn();
        this.state = scratch.get(key);
    }

    static String key(String thread) {
        return "message/" + thread;
    }

    /** A block that is streamed; {@code seen} once a snapshot told the whole of it. */
    record Block(int index, String type, String item, boolean seen) {}

    /**
     * Goes on after frames were lost with the message that history told last; nobody has told its id here.
     *
     * @param said items of the turn that the model said or called, in their order
     * @param shown whether the message goes on, so that its items are the last of those
     */
    static void resume(Resumed thread, List<Resumed.Item> said, boolean shown, Scratch.Editor scratch) {
        StreamedMessage message = new StreamedMessage(
                scratch, thread.thread(), new Refs(null, thread.thread(), thread.turn(), null, null));
        message.store(Nodes.object()
                .put("id", "")
                .put(NUMBER, thread.lastSegment())
                .put("n", 0)
                .put(UNTOLD, true)
                .put(SHOWN, shown));
        for (Resumed.Item item : said) {
            int index = message.indexOf(item.id());
            if (item.open()) {
                message.open(index, blockType(item), item.id());
                Block block = message.block(index);
                if (item.whole() && block != null) {
                    message.seen(block);
                }
            } else {
                message.passed(index);
            }
        }
    }

    /** A tool's block comes behind what is there, since its item does not say where it stands. */
    private int indexOf(String item) {
        String place = item.substring(item.lastIndexOf(':') + 1);
        boolean mine = item.startsWith(prefix()) && place.matches("[0-9]{1,9}");
        return mine ? Integer.parseInt(place) : count();
    }

    private String prefix() {
        return (turn == null ? Resumed.NO_TURN : turn) + ":";
    }

    private static String blockType(Resumed.Item item) {
        if (item.type() == ItemType.ASSISTANT_MESSAGE) {
            return "text";
        }
        return item.type() == ItemType.REASONING ? "thinking" : "tool_use";
    }

    /** Begins a message, unless it is the one that is being told; one that had no id yet is this one. */
    void begin(String id) {
        if (state != null && state.path(UNTOLD).asBoolean()) {
            store(Nodes.without(state, UNTOLD).put("id", id));
        } else if (state == null || !id.equals(state.path("id").textValue())) {
            store(next(id));
        }
    }

    /** Begins a message whose id nobody has told yet. */
    void beginUntold() {
        store(next("").put(UNTOLD, true));
    }

    /** The message is over; where nobody has told its id, the next one that is told is another. */
    void end() {
        if (state != null && state.path(UNTOLD).asBoolean()) {
            beginUntold();
        }
    }

    /** Begins a message anew: one that has blocks already is told a second time, under items of its own. */
    void restart(String id) {
        boolean known = state != null && id.equals(state.path("id").textValue());
        if (!known) {
            store(next(id));
        } else if (count() > 0) {
            store(state.has(SEEN) ? Nodes.with(next(id), SEEN, state.get(SEEN)) : next(id));
        }
    }

    private ObjectNode next(String id) {
        ObjectNode next = Nodes.object().put("id", id).put("n", 0);
        return state == null ? next : next.put(NUMBER, state.path(NUMBER).asInt());
    }

    /** Whether a message is being told. */
    boolean isBegun() {
        return state != null;
    }

    /** A name for the item of a block that has none of its own; messages are counted once they have an item. */
    String item(int index) {
        if (state == null || !state.path(SHOWN).asBoolean()) {
            int number = state == null ? 1 : state.path(NUMBER).asInt() + 1;
            store(Nodes.without(state, NUMBER, SHOWN).put(NUMBER, number).put(SHOWN, true));
        }
        return prefix() + (state == null ? 1 : state.path(NUMBER).asInt()) + ":" + index;
    }

    void open(int index, String type, String item) {
        ArrayNode block = Nodes.array().add(type).add(item).add(false);
        JsonNode open = Nodes.with(state == null ? null : state.get(OPEN), Integer.toString(index), block);
        store(Nodes.with(state, OPEN, open));
        passed(index);
    }

    private void passed(int index) {
        store(Nodes.without(state, "n").put("n", Math.max(count(), index + 1)));
    }

    private int count() {
        return state == null ? 0 : state.path("n").asInt();
    }

    @Nullable Block block(int index) {
        JsonNode block = state == null ? null : state.path(OPEN).get(Integer.toString(index));
        return block == null ? null : block(index, block);
    }

    /** The oldest streamed block of this type that no snapshot has told yet. */
    @Nullable Block unseen(String type) {
        if (state != null) {
            for (Map.Entry<String, JsonNode> block : state.path(OPEN).properties()) {
                boolean alike = kind(block.getValue().path(0).asText()).equals(kind(type));
                if (alike && !block.getValue().path(2).asBoolean()) {
                    return block(Integer.parseInt(block.getKey()), block.getValue());
                }
            }
        }
        return null;
    }

    /** A thought is one whether the vendor shows it or not; history does not say which it will be. */
    private static String kind(String type) {
        return type.equals("redacted_thinking") ? "thinking" : type;
    }

    /** A snapshot has told the whole of a streamed block. */
    void seen(Block block) {
        if (state != null) {
            ArrayNode seen = Nodes.array().add(block.type()).add(block.item()).add(true);
            JsonNode open = Nodes.with(state.get(OPEN), Integer.toString(block.index()), seen);
            store(Nodes.with(state, OPEN, open));
        }
    }

    void close(Block block) {
        if (state != null) {
            ObjectNode rest = Nodes.without(state.get(OPEN), Integer.toString(block.index()));
            store(rest.isEmpty() ? Nodes.without(state, OPEN) : Nodes.with(state, OPEN, rest));
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
        int index = count();
        passed(index);
        return index;
    }

    /** Whether a frame of this message came before. */
    boolean hasSeen(@Nullable String uuid) {
        if (uuid != null && state != null) {
            for (JsonNode known : state.path(SEEN)) {
                if (known.asText().equals(uuid)) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Takes note of a snapshot, or of the message's start; returns whether it came before. */
    boolean repeats(@Nullable String uuid) {
        if (uuid == null || state == null) {
            return false;
        }
        if (hasSeen(uuid)) {
            return true;
        }
        ArrayNode uuids = Nodes.array();
        state.path(SEEN).forEach(uuids::add);
        if (uuids.size() >= REMEMBERED) {
            uuids.remove(0);
        }
        store(Nodes.with(state, SEEN, uuids.add(uuid)));
        return false;
    }

    /** Tokens that the message's start told, or null. */
    @Nullable JsonNode usage() {
        return state == null ? null : state.get(USAGE);
    }

    void usage(JsonNode tokens) {
        store(Nodes.with(state, USAGE, tokens));
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
