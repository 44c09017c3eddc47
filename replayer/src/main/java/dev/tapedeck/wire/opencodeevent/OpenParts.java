package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Message parts that are streamed, in scratch, and text that came before it was told what its part is. */
final class OpenParts {
    private static final String PARTS = "parts";
    private static final String HELD = "held";

    private final Scratch.Editor scratch;

    OpenParts(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /** What a streamed part is; null for one that is not streamed. */
    @Nullable ItemType type(String part) {
        JsonNode parts = scratch.get(PARTS);
        JsonNode known = parts == null ? null : parts.get(part);
        return known == null ? null : ItemType.valueOf(known.path(0).asText());
    }

    /** A part begins; returns the text that came before, which is empty for most. */
    String open(String part, ItemType type, String session) {
        scratch.put(PARTS, EventJson.with(
                scratch.get(PARTS), part, EventJson.array().add(type.name()).add(session)));
        return released(part);
    }

    void close(String part) {
        store(PARTS, EventJson.without(scratch.get(PARTS), part));
        released(part);
    }

    /** Keeps text until it is told what its part is. */
    void hold(String part, String session, String text) {
        JsonNode held = scratch.get(HELD);
        String before = held == null ? "" : held.path(part).path(1).asText();
        scratch.put(HELD, EventJson.with(held, part, EventJson.array().add(session).add(before + text)));
    }

    /** The parts of a session that are streamed are those that history knows as open. */
    void resume(Resumed thread, boolean compacting) {
        JsonNode before = scratch.get(PARTS);
        endAll(PARTS, thread.thread(), 1);
        if (before != null && compacting) {
            before.properties().stream()
                    .filter(part -> part.getValue().path(1).asText().equals(thread.thread()))
                    .filter(part -> part.getValue().path(0).asText().equals(ItemType.CONTEXT_COMPACTION.name()))
                    .forEach(part -> open(part.getKey(), ItemType.CONTEXT_COMPACTION, thread.thread()));
        }
        for (Resumed.Item item : thread.items()) {
            boolean text = item.type() == ItemType.ASSISTANT_MESSAGE || item.type() == ItemType.REASONING;
            if (text && item.open() && item.id().indexOf(':') < 0) {
                open(item.id(), item.type(), thread.thread());
            }
        }
    }

    /** A turn that is over has no more text. */
    void endAll(String session) {
        endAll(PARTS, session, 1);
        endAll(HELD, session, 0);
    }

    private String released(String part) {
        JsonNode held = scratch.get(HELD);
        if (held == null || !held.has(part)) {
            return "";
        }
        String text = held.path(part).path(1).asText();
        store(HELD, EventJson.without(held, part));
        return text;
    }

    private void endAll(String key, String session, int place) {
        JsonNode all = scratch.get(key);
        if (all != null) {
            ObjectNode rest = EventJson.object();
            for (Map.Entry<String, JsonNode> part : all.properties()) {
                if (!part.getValue().path(place).asText().equals(session)) {
                    rest.set(part.getKey(), part.getValue());
                }
            }
            store(key, rest);
        }
    }

    private void store(String key, ObjectNode rest) {
        if (rest.isEmpty()) {
            scratch.remove(key);
        } else {
            scratch.put(key, rest);
        }
    }
}
