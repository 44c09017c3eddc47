package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Threads of sub-agents, in scratch; each is named by the tool use that started it. */
final class SubAgents {
    /** Sub-agents that are remembered; those that ended are forgotten first. */
    static final int REMEMBERED = 100;

    private static final String KEY = "children";
    private static final State UNKNOWN = new State(0, false, false);

    private final Scratch.Editor scratch;

    SubAgents(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /**
     * @param turn number of its last turn
     * @param working whether that runs
     * @param background whether it outlives its parent's turn
     */
    record State(int turn, boolean working, boolean background) {
        State begun() {
            return new State(turn + 1, true, background);
        }

        State ended() {
            return new State(turn, false, background);
        }

        State sentToBackground() {
            return new State(turn, working, true);
        }
    }

    boolean knows(String tool) {
        return known(tool) != null;
    }

    /** One that is not known has had no turn. */
    State get(String tool) {
        JsonNode known = known(tool);
        return known == null ? UNKNOWN : state(known);
    }

    void put(String tool, State state) {
        ObjectNode rest = Nodes.without(scratch.get(KEY), tool);
        if (rest.size() >= REMEMBERED) {
            rest.remove(oldest(rest));
        }
        ArrayNode told = Nodes.array().add(state.turn()).add(state.working()).add(state.background());
        scratch.put(KEY, rest.set(tool, told));
    }

    void forget(String tool) {
        scratch.put(KEY, Nodes.without(scratch.get(KEY), tool));
    }

    /** Those that work while their parent waits for them. */
    List<String> inForeground() {
        List<String> tools = new ArrayList<>();
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            for (Map.Entry<String, JsonNode> each : all.properties()) {
                State state = state(each.getValue());
                if (state.working() && !state.background()) {
                    tools.add(each.getKey());
                }
            }
        }
        return tools;
    }

    private @Nullable JsonNode known(String tool) {
        JsonNode all = scratch.get(KEY);
        return all == null ? null : all.get(tool);
    }

    private static State state(JsonNode told) {
        return new State(
                told.path(0).asInt(), told.path(1).asBoolean(), told.path(2).asBoolean());
    }

    private static String oldest(ObjectNode all) {
        for (Map.Entry<String, JsonNode> each : all.properties()) {
            if (!state(each.getValue()).working()) {
                return each.getKey();
            }
        }
        return all.fieldNames().next();
    }
}
