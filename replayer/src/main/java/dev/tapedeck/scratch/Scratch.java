package dev.tapedeck.scratch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A mapper's state between calls: JSON that the host keeps and never looks into (runtime-event-path, Batch mapping).
 *
 * <p>Immutable. Its size is counted as it changes, so that checking the budget never serialises the whole.
 */
public final class Scratch {
    public static final Scratch EMPTY = new Scratch(new TreeMap<>(), 2);

    private final TreeMap<String, JsonNode> members;
    private final int bytes;

    private Scratch(TreeMap<String, JsonNode> members, int bytes) {
        this.members = members;
        this.bytes = bytes;
    }

    /** Scratch that a mapper of another world handed back. */
    public static Scratch of(ObjectNode json) {
        Editor editor = EMPTY.edit();
        json.properties().forEach(member -> editor.put(member.getKey(), member.getValue()));
        return editor.done();
    }

    /** Size in bytes as compact JSON. */
    public int bytes() {
        return bytes;
    }

    /** The whole as JSON, keys in order. */
    public ObjectNode json() {
        ObjectNode json = Json.mapper().createObjectNode();
        members.forEach(json::set);
        return json;
    }

    /** A working copy, made when it is first changed. */
    public Editor edit() {
        return new Editor(this);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Scratch that && members.equals(that.members);
    }

    @Override
    public int hashCode() {
        return members.hashCode();
    }

    @Override
    public String toString() {
        return Json.write(json());
    }

    /** A working copy whose changes can be undone frame by frame. Not for several threads. */
    public static final class Editor {
        private final Scratch origin;
        private @Nullable TreeMap<String, JsonNode> members;
        private int bytes;
        private final Deque<Undo> undos = new ArrayDeque<>();

        private Editor(Scratch origin) {
            this.origin = origin;
            this.bytes = origin.bytes;
        }

        public @Nullable JsonNode get(String key) {
            return current().get(key);
        }

        /** The text at a key, or null when there is none. */
        public @Nullable String text(String key) {
            JsonNode value = get(key);
            return value == null ? null : value.textValue();
        }

        public void put(String key, JsonNode value) {
            replace(key, value);
        }

        public void put(String key, String value) {
            replace(key, Json.mapper().getNodeFactory().textNode(value));
        }

        /** Puts an object where it differs from what is there, and removes the key where it is empty. */
        public void store(String key, ObjectNode value) {
            if (value.isEmpty()) {
                remove(key);
            } else if (!value.equals(get(key))) {
                put(key, value);
            }
        }

        public void remove(String key) {
            if (current().containsKey(key)) {
                replace(key, null);
            }
        }

        /** From here on, {@link #undo} goes back to this point. */
        public void mark() {
            undos.clear();
        }

        /** Takes back every change since {@link #mark}. */
        public void undo() {
            while (!undos.isEmpty()) {
                Undo undo = undos.pop();
                if (undo.before() == null) {
                    own().remove(undo.key());
                } else {
                    own().put(undo.key(), undo.before());
                }
                bytes = undo.bytes();
            }
        }

        public Scratch done() {
            return members == null ? origin : new Scratch(members, bytes);
        }

        private void replace(String key, @Nullable JsonNode value) {
            JsonNode before = value == null ? own().remove(key) : own().put(key, value);
            undos.push(new Undo(key, before, bytes));
            bytes += size(key, value) - size(key, before);
        }

        private TreeMap<String, JsonNode> current() {
            return members == null ? origin.members : members;
        }

        private TreeMap<String, JsonNode> own() {
            if (members == null) {
                members = new TreeMap<>(origin.members);
            }
            return members;
        }

        private static int size(String key, @Nullable JsonNode value) {
            return value == null ? 0 : Json.writeBytes(key).length + Json.writeBytes(value).length + 2;
        }

        private record Undo(String key, @Nullable JsonNode before, int bytes) {}
    }
}
