package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.events.Ids;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Writes maps as JSON: what is absent is left out, so that a snapshot shows only what is known.
 *
 * <p>In full with times, and with the provider's ids or canonical ones; in golden form with ordinals by first
 * appearance and without what changes from run to run (decision D6).
 */
final class MapsJson {
    private static final ObjectMapper MAPPER = Json.mapper();

    private final @Nullable Ids ids;

    private MapsJson(@Nullable Ids ids) {
        this.ids = ids;
    }

    /** With the provider's ids. */
    static MapsJson full() {
        return new MapsJson(null);
    }

    static MapsJson with(Ids ids) {
        return new MapsJson(ids);
    }

    ObjectNode whole(Maps maps) {
        ObjectNode json = everything(maps);
        return ids instanceof Ordinals ordinals ? ordinals.stable(json) : json;
    }

    private ObjectNode everything(Maps maps) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "boundThread", maps.boundThread == null ? null : thread(maps.boundThread));
        put(json, "warning", maps.warning);
        if (maps.closed != null) {
            json.putObject("closed")
                    .put("cause", maps.closed.cause().word())
                    .put("reason", maps.closed.reason());
        }
        json.set("session", session(maps.session));
        ArrayNode threads = json.putArray("threads");
        maps.threads().forEach(thread -> threads.add(thread(thread)));
        ArrayNode turns = json.putArray("turns");
        maps.turns().forEach(turn -> turns.add(turn(turn)));
        ArrayNode items = json.putArray("items");
        maps.items().forEach(item -> items.add(item(item)));
        ArrayNode requests = json.putArray("requests");
        maps.requests().forEach(request -> requests.add(request(request)));
        ArrayNode evidence = json.putArray("evidence");
        maps.evidence().forEach(confirmed -> evidence.add(evidence(confirmed)));
        return json;
    }

    ObjectNode session(Session session) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "auth", session.auth);
        put(json, "login", session.login);
        put(json, "billingMode", session.billingMode);
        put(json, "title", session.title);
        fact(json, "config", session.config);
        fact(json, "rateLimits", session.rateLimits);
        return json;
    }

    ObjectNode thread(ThreadEntry thread) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "thread", thread(thread.id));
        put(json, "parent", thread.parent == null ? null : thread(thread.parent));
        put(json, "status", thread.status);
        put(json, "name", thread.name);
        fact(json, "settings", thread.settings);
        if (thread.usage != null) {
            json.set("usage", MAPPER.valueToTree(thread.usage));
        }
        fact(json, "rateLimits", thread.rateLimits);
        return json;
    }

    ObjectNode turn(Turn turn) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "thread", thread(turn.thread));
        put(json, "turn", turn(turn.thread, turn.id));
        put(json, "phase", turn.phase.word());
        put(json, "detail", turn.detail == null ? null : turn.detail.word());
        put(json, "statusLine", turn.statusLine);
        put(json, "parentThread", turn.parentThread == null ? null : thread(turn.parentThread));
        time(json, "startedAt", turn.startedAt);
        time(json, "completedAt", turn.completedAt);
        return json;
    }

    ObjectNode item(Item item) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "thread", thread(item.thread()));
        put(json, "turn", item.turn == null ? null : turn(item.thread(), item.turn));
        put(json, "item", item(item.thread(), item.id()));
        put(json, "kind", item.kind.word());
        put(json, "state", item.state.word());
        put(json, "title", item.title);
        put(json, "detail", item.detail);
        put(json, "text", item.text.told() ? item.text.toString() : null);
        if (item.text.cut() > 0) {
            json.put("textCut", item.text.cut());
        }
        put(json, "input", item.input.told() ? item.input.toString() : null);
        if (item.exitCode != null) {
            json.put("exitCode", item.exitCode);
        }
        put(json, "tool", item.tool);
        put(json, "server", item.server);
        if (item.attachments != null) {
            json.set("attachments", MAPPER.valueToTree(item.attachments));
        }
        put(json, "request", item.request == null ? null : request(item.request));
        put(json, "childThread", item.childThread == null ? null : thread(item.childThread));
        if (item.redacted != null) {
            json.put("redacted", item.redacted);
        }
        if (item.compaction != null) {
            json.set("compaction", MAPPER.valueToTree(item.compaction));
        }
        time(json, "startedAt", item.startedAt);
        time(json, "completedAt", item.completedAt);
        return json;
    }

    ObjectNode request(RequestEntry request) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "request", request(request.ref));
        String thread = request.thread;
        put(json, "thread", thread == null ? null : thread(thread));
        if (thread != null) {
            put(json, "turn", request.turn == null ? null : turn(thread, request.turn));
            put(json, "item", request.item == null ? null : item(thread, request.item));
        }
        put(json, "state", request.state.word());
        put(json, "type", request.type);
        put(json, "detail", request.detail);
        fact(json, "args", request.args);
        fact(json, "answer", request.answer);
        return json;
    }

    ObjectNode evidence(EvidenceUpdated confirmed) {
        ObjectNode json = MAPPER.createObjectNode();
        put(json, "send", send(confirmed.send()));
        put(json, "thread", thread(confirmed.thread()));
        put(json, "turn", confirmed.turn() == null ? null : turn(confirmed.thread(), confirmed.turn()));
        put(json, "item", item(confirmed.thread(), confirmed.item()));
        return json;
    }

    private String thread(String id) {
        return ids == null ? id : ids.thread(id);
    }

    private String turn(String thread, String id) {
        return ids == null ? id : ids.turn(thread, id);
    }

    private String item(String thread, String id) {
        return ids == null ? id : ids.item(thread, id);
    }

    private String request(RequestRef ref) {
        return ids == null ? ref.key() : ids.request(ref);
    }

    private String send(String id) {
        return ids == null ? id : ids.send(id);
    }

    private static void time(ObjectNode json, String name, @Nullable Instant time) {
        put(json, name, time == null ? null : time.toString());
    }

    private static void fact(ObjectNode json, String name, @Nullable JsonNode value) {
        if (value != null) {
            json.set(name, value);
        }
    }

    private static void put(ObjectNode json, String name, @Nullable String value) {
        if (value != null) {
            json.put(name, value);
        }
    }
}
