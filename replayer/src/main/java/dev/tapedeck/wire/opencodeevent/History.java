package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import java.util.ArrayList;
import java.util.List;

/**
 * The provider's own history, as the answer to a call. It tells what is complete, opens no turn and confirms no send;
 * whatever the events have told already stays as it is (decision D4).
 */
final class History {
    private History() {}

    /** {@code [{info, parts}]}, or one of them. */
    static void messages(FrameView frame, Emitter out) {
        JsonNode told = frame.node("");
        if (told.isArray()) {
            told.forEach(message -> message(message, out));
        } else {
            message(told, out);
        }
    }

    private static void message(JsonNode message, Emitter out) {
        McpServers servers = new McpServers(out.scratch());
        boolean user = message.at("/info/role").asText().equals("user");
        if (user) {
            user(message, out);
        }
        boolean summary = message.at("/info/summary").asBoolean();
        for (JsonNode part : message.path("parts")) {
            ItemSnapshot.Builder item = user || summary ? null : whole(part, servers);
            if (item != null) {
                completed(part.path("id").asText(), item, out);
            }
        }
    }

    private static ItemSnapshot.@org.jspecify.annotations.Nullable Builder whole(JsonNode part, McpServers servers) {
        boolean ended = part.at("/time/end").isNumber();
        JsonNode state = part.path("state");
        return switch (part.path("type").asText()) {
            case "text" -> ended ? text(ItemType.ASSISTANT_MESSAGE, part) : null;
            case "reasoning" -> ended ? text(ItemType.REASONING, part) : null;
            case "tool" ->
                state.path("status").asText().matches("completed|error")
                        ? ToolParts.result(
                                part.path("tool").asText(),
                                ToolParts.item(part.path("tool").asText(), state, servers),
                                state,
                                false)
                        : null;
            default -> null;
        };
    }

    private static ItemSnapshot.Builder text(ItemType type, JsonNode part) {
        return ItemSnapshot.of(type).status(ItemStatus.COMPLETED).text(part.path("text").asText());
    }

    private static void user(JsonNode message, Emitter out) {
        StringBuilder text = new StringBuilder();
        List<Attachment> files = new ArrayList<>(0);
        for (JsonNode part : message.path("parts")) {
            String told = Prompts.text(part);
            if (told != null) {
                text.append(text.isEmpty() ? "" : "\n").append(told);
            } else if (Prompts.attachment(part) instanceof Attachment file) {
                files.add(file);
            }
        }
        if (!text.isEmpty() || !files.isEmpty()) {
            completed(message.at("/info/id").asText(), ItemSnapshot.of(ItemType.USER_MESSAGE)
                    .status(ItemStatus.COMPLETED)
                    .text(text.toString())
                    .attachments(files.isEmpty() ? null : files), out);
        }
    }

    /** {@code {data: [message]}} of the newer calls, the newest message first. */
    static void steps(FrameView frame, Emitter out) {
        List<JsonNode> oldestFirst = new ArrayList<>();
        frame.at("/data").forEach(message -> oldestFirst.addFirst(message));
        for (JsonNode message : oldestFirst) {
            String id = message.path("id").asText();
            switch (message.path("type").asText()) {
                case "user" -> StepEvents.user(id, message, out.refs(), out);
                case "assistant" -> message.path("content").forEach(part -> step(id, part, out));
                default -> {}
            }
        }
    }

    private static void step(String message, JsonNode part, Emitter out) {
        JsonNode state = part.path("state");
        String status = state.path("status").asText();
        ItemSnapshot.Builder item =
                switch (part.path("type").asText()) {
                    case "text" -> text(ItemType.ASSISTANT_MESSAGE, part);
                    case "reasoning" -> text(ItemType.REASONING, part);
                    case "tool" -> status.matches("completed|error") ? tool(part, state, status, out) : null;
                    default -> null;
                };
        if (item != null) {
            completed(message + ":" + part.path("id").asText(), item, out);
        }
    }

    private static ItemSnapshot.Builder tool(JsonNode part, JsonNode state, String status, Emitter out) {
        OpenCodeTool tool = new McpServers(out.scratch()).tool(part.path("name").asText());
        ItemSnapshot.Builder item = tool.item(state.path("input"));
        JsonNode exit = state.at("/structured/exit");
        return StepTools.content(item, state.path("content"))
                .exitCode(exit.isInt() ? (Integer) exit.intValue() : null)
                .status(status.equals("completed") ? ItemStatus.COMPLETED : ItemStatus.FAILED)
                .detail(state.has("error") ? Errors.message(state.get("error")) : null);
    }

    private static void completed(String id, ItemSnapshot.Builder item, Emitter out) {
        Refs refs = out.refs().withItem(id);
        out.emit(refs, null, new ItemCompleted(item.build()));
    }
}
