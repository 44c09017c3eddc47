package dev.tapedeck.wire.codexeventmsg;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.rules.Dialect;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Events in one of four envelopes, and the other lines of a rollout file. An event's kind is its own type wherever it
 * stands, of an item event with the item's type behind it, and rules read the event alone. A rollout's other line is
 * {@code TYPE:TYPE_OF_PAYLOAD}, and rules read its payload.
 */
final class EventMsgDialect implements Dialect {
    /** Events that ask the client. */
    private static final List<String> REQUESTS = List.of(
            "exec_approval_request",
            "apply_patch_approval_request",
            "request_permissions",
            "request_user_input",
            "elicitation_request",
            "dynamic_tool_call_request");

    @Override
    public Session open() {
        return EventMsgDialect::message;
    }

    private static Message message(Frame frame, JsonNode json) {
        String envelope = envelope(json);
        if (envelope == null) {
            String base = json.path("payload").isObject() && json.has("type") ? "/payload" : "";
            return new Message(
                    frame, json, new Kind(line(json)), Role.NOTIFICATION, null, null, base, Map.of());
        }
        JsonNode event = json.at(envelope);
        String type = word(event, "type");
        String item = event.path("item").path("type").asText();
        Kind kind = new Kind(item.isEmpty() ? type : type + ":" + item);
        boolean asks = REQUESTS.contains(type) && frame.direction() == Direction.OUT;
        RequestRef id = asks ? request(event) : null;
        Role role = id == null ? Role.NOTIFICATION : Role.REQUEST;
        return new Message(frame, json, kind, role, id, null, envelope, Map.of());
    }

    /** Pointer to the event, or null when the frame holds none. */
    private static @Nullable String envelope(JsonNode json) {
        if (json.path("params").path("msg").isObject()) {
            return "/params/msg";
        }
        if (json.path("payload").path("msg").isObject()) {
            return "/payload/msg";
        }
        if (json.path("msg").isObject()) {
            return "/msg";
        }
        return json.path("type").asText().equals("event_msg") && json.path("payload").isObject() ? "/payload" : null;
    }

    private static String line(JsonNode json) {
        String member = json.has("type") ? "type" : json.has("method") ? "method" : "kind";
        String inner = json.path("payload").path("type").asText();
        return word(json, member) + (inner.isEmpty() ? "" : ":" + inner);
    }

    private static String word(JsonNode json, String member) {
        return json.path(member).isTextual() ? json.path(member).textValue() : Kind.UNTOLD;
    }

    private static @Nullable RequestRef request(JsonNode event) {
        for (String member : List.of("approval_id", "call_id", "callId", "id")) {
            JsonNode id = event.path(member);
            if (id.isTextual() || id.isNumber()) {
                return new RequestRef(id.asText(), id.isNumber());
            }
        }
        return null;
    }
}
