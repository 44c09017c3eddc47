package dev.tapedeck.events;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.amalgm.AmalgmEvent;
import dev.tapedeck.amalgm.AmalgmType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.json.Json;

/** Amalgm events as flat JSON objects: type, ids, then what happened. */
final class AmalgmJson {
    /** The member that holds the provider's own request. */
    static final String NATIVE = "args";

    private static final String CHILD = "childThread";

    private AmalgmJson() {}

    static ObjectNode of(AmalgmEvent event, Ids ids) {
        Refs refs = event.refs();
        ObjectNode json = Json.mapper().createObjectNode().put("type", event.type().word());
        if (refs.thread() != null) {
            json.put("threadId", ids.thread(refs.thread()));
        }
        if (event.parentThread() != null) {
            json.put("parentThreadId", ids.thread(event.parentThread()));
        }
        if (refs.turn() != null) {
            json.put("turnId", ids.turn(refs.thread(), refs.turn()));
        }
        if (refs.item() != null) {
            json.put(isOfTool(event.type()) ? "toolCallId" : "itemId", ids.item(refs.thread(), refs.item()));
        }
        if (refs.request() != null) {
            json.put("requestId", ids.request(refs.request()));
        }
        ObjectNode payload = Json.mapper().valueToTree(event.payload());
        if (payload.hasNonNull(CHILD)) {
            json.put("childThreadId", ids.thread(payload.remove(CHILD).textValue()));
        }
        return json.setAll(payload);
    }

    private static boolean isOfTool(AmalgmType type) {
        return switch (type) {
            case TOOL_STARTED, TOOL_UPDATED, TOOL_COMPLETED, PERMISSION_REQUEST, PERMISSION_RESPONSE -> true;
            case SESSION_INIT,
                    TITLE_GENERATED,
                    TEXT_DELTA,
                    REASONING_DELTA,
                    CONTENT_BLOCK,
                    COMPACTION_STARTED,
                    COMPACTION_FINISHED,
                    USAGE_FINAL,
                    WARNING,
                    ERROR,
                    DONE -> false;
        };
    }
}
