package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.tapedeck.scratch.Scratch;
import org.jspecify.annotations.Nullable;

/** What is remembered of one session, in scratch; package-info tells its members. */
final class SessionMemory {
    /** Sessions that are remembered; at 600 bytes each they take half of the scratch budget. */
    static final int REMEMBERED = 50;

    private static final String ALL = "sessions";

    private final Scratch.Editor scratch;
    private final String session;

    SessionMemory(Scratch.Editor scratch, String session) {
        this.scratch = scratch;
        this.session = session;
    }

    String session() {
        return session;
    }

    @Nullable JsonNode get(String member) {
        JsonNode state = state();
        return state == null ? null : state.get(member);
    }

    @Nullable String text(String member) {
        JsonNode value = get(member);
        return value == null ? null : value.textValue();
    }

    int number(String member) {
        JsonNode value = get(member);
        return value == null ? 0 : value.asInt();
    }

    boolean is(String member) {
        JsonNode value = get(member);
        return value != null && value.asBoolean();
    }

    void put(String member, int value) {
        put(member, IntNode.valueOf(value));
    }

    void put(String member, String value) {
        put(member, TextNode.valueOf(value));
    }

    /** Sets a mark or takes it away. */
    void mark(String member, boolean set) {
        if (set) {
            put(member, BooleanNode.TRUE);
        } else {
            remove(member);
        }
    }

    void put(String member, JsonNode value) {
        JsonNode state = state();
        if (state == null) {
            remember();
        }
        if (state == null || !value.equals(state.get(member))) {
            scratch.put(key(session), EventJson.with(state, member, value));
        }
    }

    void remove(String member) {
        JsonNode state = state();
        if (state != null && state.has(member)) {
            scratch.put(key(session), EventJson.without(state, member));
        }
    }

    void forget() {
        if (state() != null) {
            scratch.remove(key(session));
            store(session);
        }
    }

    private @Nullable JsonNode state() {
        return scratch.get(key(session));
    }

    /** The newest session pushes out the oldest whose turn is over. */
    private void remember() {
        JsonNode all = scratch.get(ALL);
        if (all != null && all.size() >= REMEMBERED) {
            String oldest = all.get(0).asText();
            for (JsonNode candidate : all) {
                JsonNode state = scratch.get(key(candidate.asText()));
                if (state == null || !state.path("open").asBoolean()) {
                    oldest = candidate.asText();
                    break;
                }
            }
            scratch.remove(key(oldest));
            store(oldest);
        }
        ArrayNode more = EventJson.array();
        JsonNode rest = scratch.get(ALL);
        if (rest != null) {
            rest.forEach(more::add);
        }
        scratch.put(ALL, more.add(session));
    }

    private void store(String without) {
        ArrayNode rest = EventJson.array();
        JsonNode all = scratch.get(ALL);
        if (all != null) {
            for (JsonNode one : all) {
                if (!one.asText().equals(without)) {
                    rest.add(one);
                }
            }
        }
        scratch.put(ALL, rest);
    }

    private static String key(String session) {
        return "session/" + session;
    }

    /** A copy of a bounded map in scratch without its oldest entries. */
    static ObjectNode bounded(@Nullable JsonNode from, int bound) {
        ObjectNode rest = EventJson.without(from, "");
        while (rest.size() >= bound) {
            rest.remove(rest.fieldNames().next());
        }
        return rest;
    }
}
