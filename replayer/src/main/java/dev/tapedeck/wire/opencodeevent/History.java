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
import dev.tapedeck.wire.opencodeevent.MessageRules.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The provider's own history, as the answer to a call. It tells what is complete, opens no turn and confirms no send;
 * whatever the events have told already stays as it is (decision D4).
 */
final class History {
    private History() {}

    /** {@code [{info, parts}]}, or one of them. */
    static void messages(FrameView frame, Emitter out) {
        SessionMemory memory = new Turns(frame, out).memory;
        JsonNode told = frame.node("");
        if (told.isArray()) {
            told.forEach(message -> message(message, memory, out));
        } else {
            message(told, memory, out);
        }
    }

    private static void message(JsonNode message, SessionMemory memory, Emitter out) {
        Emitter to = Past.isOver(message.at("/info/time/created"), memory) ? out.asHistory() : out;
        if (message.at("/info/role").asText().equals("user")) {
            user(message, to);
            return;
        }
        boolean summary = message.at("/info/summary").asBoolean();
        for (JsonNode part : message.path("parts")) {
            part(part, summary ? Writer.SUMMARY : Writer.MODEL, false, to);
        }
    }

    /**
     * A part of a model's message; a summary stands for what it sums up, and is no answer.
     *
     * @param atRest whether nothing more comes, so that what is not complete never will be
     */
    static void part(JsonNode part, Writer writer, boolean atRest, Emitter out) {
        ItemSnapshot.Builder item = writer == Writer.SUMMARY ? null : whole(part, atRest, out);
        if (item != null) {
            boolean tool = part.path("type").asText().equals("tool");
            String call = OpenTools.key(part.path("messageID").asText(), part.path("callID").asText());
            completed(tool ? call : part.path("id").asText(), item, out);
        }
    }

    private static ItemSnapshot.@Nullable Builder whole(JsonNode part, boolean atRest, Emitter out) {
        JsonNode state = part.path("state");
        boolean ended = part.at("/time/end").isNumber()
                || state.path("status").asText().matches("completed|error");
        ItemStatus status = ended ? ItemStatus.COMPLETED : ItemStatus.FAILED;
        return switch (part.path("type").asText()) {
            case "text" -> ended || atRest ? timed(text(ItemType.ASSISTANT_MESSAGE, part), part).status(status) : null;
            case "reasoning" -> ended || atRest ? timed(text(ItemType.REASONING, part), part).status(status) : null;
            case "tool" -> ended || atRest ? tool(part.path("tool").asText(), state, out) : null;
            case "file" -> ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                    .status(ItemStatus.COMPLETED)
                    .attachments(Prompts.attachment(part) instanceof Attachment file ? List.of(file) : null);
            default -> null;
        };
    }

    private static ItemSnapshot.Builder tool(String name, JsonNode state, Emitter out) {
        ItemSnapshot.Builder item = ToolParts.item(name, state, new McpServers(out.scratch()));
        return timed(ToolParts.result(name, item, state, false), state);
    }

    private static ItemSnapshot.Builder timed(ItemSnapshot.Builder item, JsonNode of) {
        return item.startedAt(FrameView.timeOf(of.at("/time/start"))).completedAt(FrameView.timeOf(of.at("/time/end")));
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
        SessionMemory memory = new Turns(frame, out).memory;
        List<JsonNode> oldestFirst = new ArrayList<>();
        frame.at("/data").forEach(message -> oldestFirst.addFirst(message));
        for (JsonNode message : oldestFirst) {
            Emitter to = Past.isOver(message.at("/time/created"), memory) ? out.asHistory() : out;
            String id = message.path("id").asText();
            switch (message.path("type").asText()) {
                case "user" -> StepEvents.user(id, message, out.refs(), to);
                case "assistant" -> message.path("content").forEach(part -> step(id, part, to));
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
