package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The tool calls of one session, in scratch: an update tells only what changed. */
final class OpenTools {
    /** Calls that are remembered; at 120 bytes each they take a third of the scratch budget. */
    static final int REMEMBERED = 200;

    private final Scratch.Editor scratch;
    private final String key;

    OpenTools(Scratch.Editor scratch, @Nullable String session) {
        this.scratch = scratch;
        this.key = "tools/" + (session == null ? "" : session);
    }

    /** How far a call has come. */
    enum Stage {
        ASKED,
        RUNS,
        /** It was over before the session was opened here, and what it gave may still be told. */
        DONE,
        ENDED
    }

    /**
     * @param thread thread that made the call
     * @param turn its turn; absent in a history that began without one
     * @param declined whether somebody has refused it, so that its failure is no error
     * @param changed whether it has told what it changes in files, which no later message replaces
     */
    record Use(
            ItemType type, String thread, @Nullable String turn, Stage stage, boolean declined, boolean changed) {
        Use withStage(Stage value) {
            return new Use(type, thread, turn, value, declined, changed);
        }

        Use withType(ItemType value) {
            return new Use(value, thread, turn, stage, declined, changed);
        }

        Use withDeclined() {
            return new Use(type, thread, turn, stage, true, changed);
        }

        Use withChanged(boolean more) {
            return new Use(type, thread, turn, stage, declined, changed || more);
        }
    }

    @Nullable Use get(@Nullable String id) {
        JsonNode all = scratch.get(key);
        JsonNode use = all == null || id == null ? null : all.get(id);
        return use == null ? null : read(use);
    }

    void put(String id, Use use) {
        JsonNode written = Nodes.array()
                .add(use.type().name())
                .add(use.thread())
                .add(use.turn())
                .add(use.stage().name())
                .add(use.declined())
                .add(use.changed());
        JsonNode all = scratch.get(key);
        if (all != null && written.equals(all.get(id))) {
            return;
        }
        ObjectNode more = Nodes.with(all, id, written);
        if (more.size() > REMEMBERED) {
            more.remove(more.fieldNames().next());
        }
        scratch.put(key, more);
    }

    void decline(@Nullable String id) {
        Use use = get(id);
        if (id != null && use != null) {
            put(id, use.withDeclined());
        }
    }

    /** Calls of a thread whose end nobody may tell: refused ones, and those that are done. */
    List<String> silent(String thread) {
        List<String> ids = new ArrayList<>(0);
        for (Map.Entry<String, JsonNode> entry : all()) {
            Use use = read(entry.getValue());
            boolean silent = use.stage() == Stage.DONE || use.declined() && use.stage() != Stage.ENDED;
            if (silent && use.thread().equals(thread)) {
                ids.add(entry.getKey());
            }
        }
        return ids;
    }

    /** A turn that begins has no updates to come for calls that ended before it. */
    void forgetEnded(String thread) {
        ObjectNode rest = Nodes.object();
        for (Map.Entry<String, JsonNode> entry : all()) {
            Use use = read(entry.getValue());
            if (use.stage() != Stage.ENDED || !use.thread().equals(thread)) {
                rest.set(entry.getKey(), entry.getValue());
            }
        }
        scratch.store(key, rest);
    }

    private Iterable<Map.Entry<String, JsonNode>> all() {
        JsonNode all = scratch.get(key);
        return all == null ? List.of() : all.properties();
    }

    private static Use read(JsonNode use) {
        return new Use(
                ItemType.valueOf(use.path(0).asText()),
                use.path(1).asText(),
                use.path(2).textValue(),
                Stage.valueOf(use.path(3).asText()),
                use.path(4).asBoolean(),
                use.path(5).asBoolean());
    }
}
