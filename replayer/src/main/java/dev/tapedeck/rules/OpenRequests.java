package dev.tapedeck.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.RequestType;
import dev.tapedeck.scratch.Scratch;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The provider's open requests in scratch: an answer names only the id, so what it answers must be remembered.
 *
 * <p>Scratch member {@code requests}: {@code {KEY: {"type", "thread", "turn", "item"}}}, absent members were not told.
 */
public final class OpenRequests {
    private static final String KEY = "requests";

    private final Scratch.Editor scratch;

    public OpenRequests(Scratch.Editor scratch) {
        this.scratch = scratch;
    }

    /** The requests of a thread that are open are those that history knows as open. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        OpenRequests requests = new OpenRequests(scratch);
        ObjectNode all = requests.copy();
        all.properties().removeIf(entry -> thread.thread().equals(text(entry.getValue(), "thread")));
        for (Resumed.Request request : thread.requests()) {
            if (request.open()) {
                Refs refs = new Refs(null, thread.thread(), request.turn(), request.item(), request.id());
                all.set(request.id().key(), entry(request.type(), refs));
            }
        }
        if (!all.equals(requests.copy())) {
            requests.store(all);
        }
    }

    /** What an open request was about. */
    public record Open(RequestType type, Refs refs) {}

    public void add(RequestRef request, RequestType type, Refs refs) {
        ObjectNode all = copy();
        all.set(request.key(), entry(type, refs));
        scratch.put(KEY, all);
    }

    private static ObjectNode entry(RequestType type, Refs refs) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put("type", type.name());
        put(entry, "thread", refs.thread());
        put(entry, "turn", refs.turn());
        put(entry, "item", refs.item());
        return entry;
    }

    public @Nullable Open get(RequestRef request) {
        JsonNode all = scratch.get(KEY);
        JsonNode entry = all == null ? null : all.get(request.key());
        return entry == null
                ? null
                : new Open(
                        RequestType.valueOf(entry.path("type").asText()),
                        new Refs(null, text(entry, "thread"), text(entry, "turn"), text(entry, "item"), request));
    }

    public void remove(RequestRef request) {
        JsonNode all = scratch.get(KEY);
        if (all != null && all.has(request.key())) {
            ObjectNode rest = copy();
            rest.remove(request.key());
            store(rest);
        }
    }

    /** Nobody answers a request of a turn that is over. */
    public void turnEnds(Refs turn) {
        if (scratch.get(KEY) == null) {
            return;
        }
        ObjectNode rest = JsonNodeFactory.instance.objectNode();
        for (Map.Entry<String, JsonNode> entry : copy().properties()) {
            boolean over = Objects.equals(text(entry.getValue(), "thread"), turn.thread())
                    && Objects.equals(text(entry.getValue(), "turn"), turn.turn());
            if (!over) {
                rest.set(entry.getKey(), entry.getValue());
            }
        }
        store(rest);
    }

    private void store(ObjectNode requests) {
        if (requests.isEmpty()) {
            scratch.remove(KEY);
        } else {
            scratch.put(KEY, requests);
        }
    }

    /** Values in scratch are never changed, since they may have to come back. */
    private ObjectNode copy() {
        JsonNode all = scratch.get(KEY);
        ObjectNode copy = JsonNodeFactory.instance.objectNode();
        if (all != null) {
            all.properties().forEach(entry -> copy.set(entry.getKey(), entry.getValue()));
        }
        return copy;
    }

    private static void put(ObjectNode entry, String member, @Nullable String value) {
        if (value != null) {
            entry.put(member, value);
        }
    }

    private static @Nullable String text(JsonNode entry, String member) {
        return entry.path(member).textValue();
    }
}
