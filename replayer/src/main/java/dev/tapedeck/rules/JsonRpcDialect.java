package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * JSON-RPC 2.0 with or without its {@code jsonrpc} member.
 *
 * <p>Ids keep type and digits; a request and its answer are joined per direction. A frame with a method and an id is
 * a request even when the id is 0.
 */
public final class JsonRpcDialect implements Dialect {
    private static final JsonPointer ID = JsonPointer.compile("/id");

    private final Map<String, List<JsonPointer>> discriminators;

    /** @param discriminators for each method whose kind goes deeper, where its further parts stand */
    public JsonRpcDialect(Map<String, List<JsonPointer>> discriminators) {
        this.discriminators = Map.copyOf(discriminators);
    }

    @Override
    public Session open() {
        return new JsonRpcSession();
    }

    @Override
    public JsonPointer placeOfId(Message message) {
        return ID;
    }

    private final class JsonRpcSession implements Session {
        private final Map<RequestRef, String> clientRequests = new HashMap<>();
        private final Map<RequestRef, String> serverRequests = new HashMap<>();
        private final KindReader kinds = new KindReader(discriminators);

        @Override
        public Message read(Frame frame, JsonNode json) {
            JsonNode method = json.path("method");
            RequestRef id = idOf(json.get("id"));
            if (method.isTextual()) {
                if (id != null) {
                    requestsFrom(frame.direction()).put(id, method.textValue());
                }
                Role role = id == null ? Role.NOTIFICATION : Role.REQUEST;
                return new Message(frame, json, kinds.read(method.textValue(), json), role, id, null);
            }
            if (!json.has("result") && !json.has("error")) {
                // Neither a call nor an answer: a kind that no book has a rule for, so it shows as unmapped.
                return new Message(frame, json, kinds.named(Kind.UNTOLD), Role.NOTIFICATION, id, null);
            }
            Role role = json.has("error") && !json.path("error").isNull() ? Role.ERROR : Role.RESULT;
            Direction asker = frame.direction() == Direction.IN ? Direction.OUT : Direction.IN;
            String replyTo = id == null ? null : requestsFrom(asker).remove(id);
            String mark = role == Role.ERROR ? "#error" : "#result";
            return new Message(frame, json, kinds.named((replyTo == null ? "" : replyTo) + mark), role, id, replyTo);
        }

        @Override
        public Session fork() {
            JsonRpcSession fork = new JsonRpcSession();
            fork.clientRequests.putAll(clientRequests);
            fork.serverRequests.putAll(serverRequests);
            return fork;
        }

        private Map<RequestRef, String> requestsFrom(Direction asker) {
            return asker == Direction.IN ? clientRequests : serverRequests;
        }
    }

    /** The id as it stands on the wire, or null when there is none. */
    static @Nullable RequestRef idOf(@Nullable JsonNode id) {
        if (id == null || id.isMissingNode() || id.isNull() || id.isContainerNode()) {
            return null;
        }
        return new RequestRef(id.asText(), id.isNumber());
    }
}
