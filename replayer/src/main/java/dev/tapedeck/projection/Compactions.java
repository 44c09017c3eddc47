package dev.tapedeck.projection;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The running turn's compaction, so that an item and a mark on the thread for one compaction are told once. */
final class Compactions {
    private final Scratch.Editor scratch;
    private final String key;
    private final @Nullable JsonNode known;

    Compactions(Scratch.Editor scratch, String thread) {
        this.scratch = scratch;
        this.key = ScratchKeys.compaction(thread);
        this.known = scratch.get(key);
    }

    /** Item of the compaction that began last, if one did in this turn. */
    @Nullable String item() {
        return known == null ? null : known.isArray() ? known.path(0).asText() : known.asText();
    }

    boolean isOpen(String item) {
        return known != null && item.equals(known.textValue());
    }

    /** After frames were lost: the last one that history knows of the running turn. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        scratch.remove(ScratchKeys.compaction(thread.thread()));
        for (Resumed.Item item : thread.items()) {
            if (thread.running()
                    && item.type() == ItemType.CONTEXT_COMPACTION
                    && (item.open() || Objects.equals(item.turn(), thread.turn()))) {
                Compactions compactions = new Compactions(scratch, thread.thread());
                if (item.open()) {
                    compactions.open(item.id(), true);
                } else {
                    compactions.ended(item.id(), null);
                }
            }
        }
    }

    void open(String item, boolean starting) {
        if (starting || known == null) {
            scratch.put(key, item);
        }
    }

    void ended(String item, @Nullable Compaction figures) {
        scratch.put(key, JsonNodeFactory.instance.arrayNode().add(item).add(json(figures)));
    }

    /** Whether its end was told, with these figures or none. */
    boolean toldAlready(@Nullable Compaction figures) {
        return known != null && known.isArray() && (figures == null || json(figures).equals(known.path(1)));
    }

    private static JsonNode json(@Nullable Compaction figures) {
        return figures == null ? JsonNodeFactory.instance.nullNode() : Json.mapper().valueToTree(figures);
    }
}
