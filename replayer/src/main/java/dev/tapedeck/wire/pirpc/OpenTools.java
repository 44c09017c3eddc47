package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tool calls without a result, in scratch. */
final class OpenTools {
    static final String KEY = "tools";
    /** Calls that are remembered; at 100 bytes each they take a third of the scratch budget. */
    static final int REMEMBERED = 200;

    /** How far a call has come; the order is its number in scratch. */
    enum State {
        CALLED,
        /** Its execution began; extensions may still block it. */
        STARTED,
        AT_WORK
    }

    private final Scratch.Editor scratch;

    OpenTools(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /** @param declined whether somebody has refused it, so that its failure is no error */
    record Call(String name, State state, boolean declined) {
        PiTool tool() {
            return PiTool.named(name);
        }
    }

    /**
     * Calls without a result are those that history knows as open. It does not tell how far one has come: what has
     * output is at work, and the first of them has begun.
     */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        OpenTools tools = new OpenTools(scratch);
        Map<String, Call> calls = new LinkedHashMap<>();
        for (Resumed.Item item : thread.items()) {
            if (item.open() && item.tool() != null && !PiBash.isCommand(item.id())) {
                Call known = tools.get(item.id());
                State least = calls.isEmpty() ? State.STARTED : State.CALLED;
                State told = item.bytes() > 0 ? State.AT_WORK : known == null ? least : known.state();
                State state = told.compareTo(least) < 0 ? least : told;
                String name = PiTool.nativeName(item.tool(), item.server());
                calls.put(item.id(), new Call(name, state, isDeclined(item.id(), thread)));
            }
        }
        scratch.remove(KEY);
        calls.forEach(tools::put);
    }

    private static boolean isDeclined(String call, Resumed thread) {
        return thread.requests().stream().anyMatch(request -> {
            JsonNode answer = call.equals(request.item()) ? request.answer() : null;
            boolean cancelled = answer != null && answer.path("cancelled").asBoolean();
            return cancelled || answer != null && answer.has("confirmed") && !answer.path("confirmed").asBoolean();
        });
    }

    /** The call that the model tells of last. */
    @Nullable String lastCalled() {
        String last = null;
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            for (Map.Entry<String, JsonNode> entry : all.properties()) {
                last = call(entry.getValue()).state() == State.CALLED ? entry.getKey() : last;
            }
        }
        return last;
    }

    @Nullable Call get(@Nullable String id) {
        JsonNode all = scratch.get(KEY);
        JsonNode call = all == null || id == null ? null : all.get(id);
        return call == null ? null : call(call);
    }

    /** The call that extensions look at: the last one whose execution began without a sign of life since. */
    @Nullable String awaitingApproval() {
        String last = null;
        JsonNode all = scratch.get(KEY);
        if (all != null) {
            for (Map.Entry<String, JsonNode> entry : all.properties()) {
                last = call(entry.getValue()).state() == State.STARTED ? entry.getKey() : last;
            }
        }
        return last;
    }

    void put(String id, Call call) {
        ArrayNode entry = Nodes.array().add(call.name()).add(call.state().ordinal()).add(call.declined());
        JsonNode all = scratch.get(KEY);
        if (all != null && entry.equals(all.get(id))) {
            return;
        }
        ObjectNode rest = Nodes.without(all, id);
        if (rest.size() >= REMEMBERED) {
            rest.remove(rest.fieldNames().next());
        }
        rest.set(id, entry);
        scratch.put(KEY, rest);
    }

    void end(String id) {
        JsonNode all = scratch.get(KEY);
        if (all != null && all.has(id)) {
            ObjectNode rest = Nodes.without(all, id);
            if (rest.isEmpty()) {
                scratch.remove(KEY);
            } else {
                scratch.put(KEY, rest);
            }
        }
    }

    private static Call call(JsonNode entry) {
        return new Call(
                entry.path(0).asText(),
                State.values()[entry.path(1).asInt()],
                entry.path(2).asBoolean());
    }
}
