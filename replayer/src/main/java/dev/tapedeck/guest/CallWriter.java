package dev.tapedeck.guest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.scratch.Scratch;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Writes a call of the mapping protocol. Each frame stands in it with the bytes it had on the wire. */
final class CallWriter {
    private final Instant started;

    /** @param started start of the recording, the base of arrival times */
    CallWriter(Instant started) {
        this.started = started;
    }

    String call(MapContext context, List<Message> frames, Scratch scratch) {
        StringBuilder line = new StringBuilder("{\"context\":").append(Json.write(context(context)));
        append(frames, line.append(",\"frames\":["));
        return line.append("],\"scratch\":").append(scratch).append('}').toString();
    }

    /** A call of the older hook, which knows no context. */
    String reduction(List<Message> frames, Scratch scratch) {
        JsonNode state = scratch.json().get(AnswerReader.STATE);
        StringBuilder line = new StringBuilder("{\"state\":").append(state == null ? "null" : Json.write(state));
        append(frames, line.append(",\"frames\":["));
        return line.append("]}").toString();
    }

    private void append(List<Message> frames, StringBuilder line) {
        String separator = "";
        for (Message frame : frames) {
            String facts = Json.write(facts(frame));
            line.append(separator).append(facts, 0, facts.length() - 1).append(",\"frame\":");
            line.append(payload(frame)).append('}');
            separator = ",";
        }
    }

    private static String payload(Message frame) {
        return frame.frame().payload() instanceof Payload.Json(byte[] bytes)
                ? new String(bytes, StandardCharsets.UTF_8)
                : Json.write(frame.json());
    }

    private ObjectNode facts(Message frame) {
        ObjectNode facts = Json.mapper().createObjectNode();
        long micros = frame.frame().micros();
        facts.put("seq", frame.seq()).put("t", micros).put("at", started.plusNanos(micros * 1000).toString());
        facts.put("dir", frame.direction().word()).put("role", frame.role().name().toLowerCase(Locale.ROOT));
        put(facts, "id", frame.id() == null ? null : frame.id().key());
        put(facts, "replyTo", frame.replyTo());
        switch (frame.frame().carrier()) {
            case Carrier.Line line -> {}
            case Carrier.SseEvent event -> {
                ObjectNode sse = facts.putObject("sse").put("stream", event.stream());
                put(sse, "event", event.event());
                put(sse, "id", event.id());
            }
            case Carrier.HttpRequest request -> facts.putObject("http")
                    .put("exchange", request.exchange())
                    .put("method", request.method())
                    .put("path", request.path());
            case Carrier.HttpResponse response ->
                facts.putObject("http").put("exchange", response.exchange()).put("status", response.status());
        }
        if (!frame.parameters().isEmpty()) {
            frame.parameters().forEach(facts.putObject("parameters")::put);
        }
        return facts;
    }

    private static ObjectNode context(MapContext context) {
        ObjectNode json = Json.mapper().createObjectNode().put("session", context.session());
        put(json, "boundThread", context.boundThread());
        json.put("epoch", context.epoch());
        ArrayNode claims = json.putArray("claims");
        context.claims().forEach(claim -> claims.add(claim(claim)));
        json.put("covered", context.covered());
        ArrayNode resumed = json.putArray("resumed");
        context.resumed().forEach(thread -> resumed.add(resumed(thread)));
        return json;
    }

    private static ObjectNode claim(Claim claim) {
        ObjectNode json = Json.mapper().createObjectNode().put("send", claim.send()).put("seq", claim.seq());
        put(json, "thread", claim.thread());
        json.put("text", claim.text());
        ArrayNode attachments = json.putArray("attachments");
        for (Attachment attachment : claim.attachments()) {
            attachments.add(Json.mapper().<ObjectNode>valueToTree(attachment));
        }
        return json;
    }

    private static ObjectNode resumed(Resumed thread) {
        ObjectNode json = Json.mapper().createObjectNode().put("thread", thread.thread());
        put(json, "parent", thread.parent());
        put(json, "turn", thread.turn());
        json.put("running", thread.running()).put("closed", thread.closed());
        if (thread.settings() != null) {
            json.set("settings", thread.settings());
        }
        ArrayNode items = json.putArray("items");
        thread.items().forEach(item -> items.add(item(item)));
        ArrayNode requests = json.putArray("requests");
        thread.requests().forEach(request -> requests.add(request(request)));
        if (thread.usage() != null) {
            json.set("usage", Json.mapper().valueToTree(thread.usage()));
        }
        if (thread.prompt() != null) {
            json.set("prompt", Json.mapper().valueToTree(thread.prompt()));
        }
        put(json, "error", thread.error());
        return json;
    }

    private static ObjectNode item(Resumed.Item item) {
        ObjectNode json = Json.mapper().createObjectNode().put("id", item.id());
        put(json, "turn", item.turn());
        put(json, "type", item.type() == null ? null : item.type().word());
        json.put("open", item.open()).put("whole", item.whole());
        put(json, "tool", item.tool());
        put(json, "server", item.server());
        put(json, "childThread", item.childThread());
        return json.put("bytes", item.bytes());
    }

    private static ObjectNode request(Resumed.Request request) {
        ObjectNode json = Json.mapper().createObjectNode().put("id", request.id().key());
        json.put("type", request.type().word());
        put(json, "turn", request.turn());
        put(json, "item", request.item());
        json.put("open", request.open());
        if (request.args() != null) {
            json.set("args", request.args());
        }
        if (request.answer() != null) {
            json.set("answer", request.answer());
        }
        return json;
    }

    private static void put(ObjectNode json, String member, @Nullable String value) {
        if (value != null) {
            json.put(member, value);
        }
    }
}
