package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.USAGE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whole messages of the model; each holds any number of blocks. */
final class ClaudeMessages {
    /** Blocks that use a tool: the client's own, the vendor's, an MCP server's. */
    static final List<String> TOOL_USES = List.of("tool_use", "server_tool_use", "mcp_tool_use");

    /** Blocks in which a vendor's tool gives its result within the same message. */
    static final List<String> TOOL_RESULTS = List.of(
            "web_search_tool_result",
            "web_fetch_tool_result",
            "code_execution_tool_result",
            "bash_code_execution_tool_result",
            "text_editor_code_execution_tool_result",
            "tool_search_tool_result",
            "advisor_tool_result",
            "mcp_tool_result");

    private ClaudeMessages() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "assistant",
                        TEXT,
                        Conversation.andEnd(
                                ITEM_STARTED,
                                ITEM_COMPLETED,
                                TURN_PLAN_UPDATED,
                                THREAD_TOKEN_USAGE_UPDATED,
                                RUNTIME_ERROR,
                                RUNTIME_WARNING),
                        ClaudeMessages::assistant)
                .also(REASONING, TOOL_CALL, TOOL_INPUT, TOOL_STATE, TOOL_OUTPUT, MCP, MULTIMODAL, DROPPED_TODAY)
                .also(USAGE, ERROR, COMPACTION)
                .gap("citations, and which earlier messages this one supersedes, are carried by raw only");
    }

    private static void assistant(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running();
        StreamedMessage message = new StreamedMessage(out.scratch(), Conversation.thread(frame, refs), refs);
        message.begin(frame.text("/message/id"));
        JsonNode content = frame.array("/message/content");
        if (message.repeats(frame.optionalText("/uuid"))) {
            return;
        }
        String error = frame.optionalText("/error");
        for (JsonNode block : content) {
            // What the program says in the model's place is the error itself, told once.
            if (error == null || !block.path("type").asText().equals("text")) {
                block(block, message, refs, frame, out);
            }
        }
        ClaudeUsage.snapshot(message, refs, frame, out);
        if (error != null) {
            JsonNode detail = Nodes.only(
                    frame.node(""), "error", "api_error_status", "api_error_type", "request_id");
            String text = ClaudeContent.text(content);
            out.emit(refs, null, new RuntimeError(
                    text.isEmpty() ? error : text,
                    refused(frame) ? ErrorClass.TRANSPORT_ERROR : ClaudeTelemetry.errorClass(error),
                    detail,
                    null,
                    ClaudeTelemetry.errorKind(error)));
        }
    }

    /** Whether nobody was there to answer, which the general word for it does not say. */
    private static boolean refused(FrameView frame) {
        return "connection_failed".equals(frame.optionalText("/api_error"));
    }

    private static void block(
            JsonNode block, StreamedMessage message, Refs refs, FrameView frame, Emitter out) {
        String type = block.path("type").asText();
        if (TOOL_USES.contains(type)) {
            toolUse(block, message, refs, frame, out);
        } else if (TOOL_RESULTS.contains(type)) {
            new ToolResult(block, refs, frame, out).emit();
        } else {
            ItemSnapshot.Builder item = item(type, block);
            if (item == null) {
                out.unmapped("assistant:" + type, block);
            } else {
                told(type, item, block, message, refs, frame, out);
            }
        }
    }

    /** What the model itself says or shows; null for a block that nobody knows. */
    private static ItemSnapshot.@Nullable Builder item(String type, JsonNode block) {
        return switch (type) {
            case "text" -> ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE).text(block.path("text").asText());
            case "thinking" -> ItemSnapshot.of(ItemType.REASONING).text(block.path("thinking").asText());
            case "redacted_thinking" -> ItemSnapshot.of(ItemType.REASONING).redacted(true);
            case "image", "document", "container_upload" ->
                ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                        .attachments(List.of(ClaudeContent.attachment(block)));
            case "compaction" ->
                ItemSnapshot.of(ItemType.CONTEXT_COMPACTION).text(block.path("content").asText());
            default -> null;
        };
    }

    /** A whole block: the end of one that was not streamed, an update of one whose stream has still to stop. */
    private static void told(
            String type,
            ItemSnapshot.Builder item,
            JsonNode block,
            StreamedMessage message,
            Refs refs,
            FrameView frame,
            Emitter out) {
        boolean aborted = Boolean.TRUE.equals(frame.optionalFlag("/aborted"));
        item.data(block).completedAt(frame.time("/timestamp"));
        StreamedMessage.Block streamed = message.unseen(type);
        if (streamed != null && !aborted) {
            message.seen(streamed);
            out.emit(refs.withItem(streamed.item()), null, new ItemUpdated(item.build()));
            return;
        }
        if (streamed != null) {
            message.close(streamed);
        }
        String id = streamed == null ? message.item(message.next()) : streamed.item();
        item.status(aborted ? ItemStatus.FAILED : ItemStatus.COMPLETED).detail(aborted ? "aborted" : null);
        out.emit(refs.withItem(id), null, new ItemCompleted(item.build()));
    }

    private static void toolUse(
            JsonNode block, StreamedMessage message, Refs refs, FrameView frame, Emitter out) {
        String id = text(block, "id");
        String name = toolName(text(block, "name"), block);
        ClaudeTool tool = ClaudeTool.named(name);
        JsonNode input = block.path("input");
        ItemSnapshot.Builder item = tool.item(input).status(ItemStatus.IN_PROGRESS).data(block);
        if (tool.itemType() == ItemType.PLAN && input.path("plan").isTextual()) {
            item.text(input.path("plan").textValue());
        }
        OpenTools tools = new OpenTools(out.scratch());
        for (StreamedMessage.Block streamed : message.openBlocks()) {
            if (streamed.item().equals(id)) {
                message.seen(streamed);
            }
        }
        Refs about = refs.withItem(id);
        if (tools.get(id) == null) {
            message.next();
            tools.start(id, name, Conversation.thread(frame, refs));
            out.emit(about, null, new ItemStarted(item.startedAt(frame.time("/timestamp")).build()));
        } else {
            out.emit(about, null, new ItemUpdated(item.build()));
        }
        if (tool.kind() == ToolKind.TODO && input.path("todos").isArray()) {
            // The list is the turn's one plan, which each use of the tool tells anew.
            out.emit(refs.withItem(null), null, new TurnPlanUpdated(null, steps(input.path("todos"))));
        }
    }

    /** Identity of a step is its place; an unknown status is not yet begun. */
    private static List<TurnPlanUpdated.Step> steps(JsonNode todos) {
        List<TurnPlanUpdated.Step> steps = new ArrayList<>(todos.size());
        for (JsonNode todo : todos) {
            StepStatus status =
                    switch (todo.path("status").asText()) {
                        case "completed" -> StepStatus.COMPLETED;
                        case "in_progress" -> StepStatus.IN_PROGRESS;
                        default -> StepStatus.PENDING;
                    };
            steps.add(new TurnPlanUpdated.Step(todo.path("content").asText(), status));
        }
        return steps;
    }

    /** The name as the client knows it; a use through the vendor's MCP connector tells the server apart from it. */
    static String toolName(String name, JsonNode block) {
        String server = block.path("server_name").textValue();
        return server == null ? name : "mcp__" + server + "__" + name;
    }

    static String text(JsonNode block, String member) {
        JsonNode value = block.path(member);
        if (!value.isTextual()) {
            throw FrameView.fault("/message/content/" + member, "a string", value);
        }
        return value.textValue();
    }
}
