package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.OTHER;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items by type: each line is the rule of {@code item/started:TYPE} and that of {@code item/completed:TYPE}. */
final class CodexItems {
    private CodexItems() {}

    static void rules(RuleBook.Builder book) {
        book.discriminate("item/started", "/params/item/type").discriminate("item/completed", "/params/item/type");
        item(book, "userMessage", DROPPED_TODAY, DROPPED_TODAY, CodexItems::userMessage, MULTIMODAL);
        book.map("item/started:hookPrompt", OTHER, ITEM_STARTED, (frame, out) ->
                        started(ItemSnapshot.of(ItemType.USER_MESSAGE), frame, out))
                .also(DROPPED_TODAY)
                .map("item/completed:hookPrompt", OTHER, Set.of(CONTENT_DELTA, ITEM_COMPLETED), CodexItems::hookPrompt)
                .also(DROPPED_TODAY);
        item(book, "agentMessage", TEXT, TEXT, frame -> text(ItemType.ASSISTANT_MESSAGE, frame));
        item(book, "reasoning", REASONING, REASONING, CodexItems::reasoning);
        item(book, "plan", DROPPED_TODAY, DROPPED_TODAY, frame -> text(ItemType.PLAN, frame));
        item(book, "commandExecution", TOOL_CALL, TOOL_OUTPUT, CodexItems::command, TOOL_INPUT, TOOL_STATE);
        item(book, "fileChange", TOOL_CALL, TOOL_OUTPUT, CodexItems::fileChange, TOOL_INPUT, TOOL_STATE);
        item(book, "mcpToolCall", TOOL_CALL, TOOL_OUTPUT, CodexItems::mcpToolCall, TOOL_INPUT, TOOL_STATE, MCP)
                .also(MULTIMODAL);
        item(book, "dynamicToolCall", TOOL_CALL, TOOL_OUTPUT, CodexItems::dynamicToolCall, TOOL_INPUT, TOOL_STATE, MCP)
                .also(MULTIMODAL);
        item(book, "functionCallOutput", TOOL_CALL, TOOL_OUTPUT, CodexItems::functionCallOutput, TOOL_STATE, MCP);
        item(book, "webSearch", TOOL_CALL, TOOL_OUTPUT, CodexItems::webSearch, TOOL_INPUT, TOOL_STATE);
        item(book, "imageView", TOOL_CALL, TOOL_OUTPUT, CodexItems::imageView, TOOL_INPUT, TOOL_STATE, MULTIMODAL);
        item(book, "imageGeneration", TOOL_CALL, TOOL_OUTPUT, CodexItems::imageGeneration, TOOL_INPUT, TOOL_STATE)
                .also(MULTIMODAL);
        item(book, "sleep", TOOL_CALL, TOOL_OUTPUT, frame -> tool("sleep", ToolKind.WAIT), TOOL_STATE);
        item(book, "enteredReviewMode", OTHER, OTHER, frame -> review(ItemType.REVIEW_ENTERED, frame));
        item(book, "exitedReviewMode", OTHER, OTHER, frame -> review(ItemType.REVIEW_EXITED, frame));
        item(book, "contextCompaction", COMPACTION, COMPACTION, frame -> ItemSnapshot.of(ItemType.CONTEXT_COMPACTION));
        agent(book, "collabAgentToolCall", CodexItems::agentCall, CodexItems::spawnedAgent);
        agent(book, "subAgentActivity", CodexItems::agentActivity, CodexItems::startedAgent);
        book.duplicate("rawResponseItem/completed", "item/completed");
    }

    private static RuleBook.Builder item(
            RuleBook.Builder book,
            String type,
            Concept begun,
            Concept ended,
            Function<FrameView, ItemSnapshot.Builder> item,
            Concept... further) {
        return book.map("item/started:" + type, begun, ITEM_STARTED, (frame, out) ->
                        started(item.apply(frame), frame, out))
                .also(further)
                .map("item/completed:" + type, ended, ITEM_COMPLETED, (frame, out) ->
                        completed(item.apply(frame), frame, out))
                .also(further);
    }

    /** An item of a sub-agent also tells whose child the agent's thread is. */
    private static void agent(
            RuleBook.Builder book,
            String type,
            Function<FrameView, ItemSnapshot.Builder> item,
            Function<FrameView, @Nullable String> child) {
        book.map("item/started:" + type, TOOL_CALL, and(ITEM_STARTED), (frame, out) -> {
            adopt(child.apply(frame), out);
            started(item.apply(frame), frame, out);
        });
        book.also(TOOL_INPUT, TOOL_STATE);
        book.map("item/completed:" + type, TOOL_OUTPUT, and(ITEM_COMPLETED), (frame, out) -> {
            adopt(child.apply(frame), out);
            completed(item.apply(frame), frame, out);
        });
        book.also(TOOL_INPUT, TOOL_STATE);
    }

    private static Set<EventType> and(EventType type) {
        return EnumSet.of(type, THREAD_METADATA_UPDATED);
    }

    private static void started(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        out.emit(new ItemStarted(item.status(ItemStatus.IN_PROGRESS)
                .data(frame.node("/params/item"))
                .startedAt(frame.time("/params/startedAtMs"))
                .build()));
    }

    /** An item type without a status is over when it is completed; an unknown status is never a success (D5). */
    private static void completed(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        String status = frame.optionalText("/params/item/status");
        item.data(frame.node("/params/item")).completedAt(frame.time("/params/completedAtMs"));
        switch (status) {
            case null -> item.status(ItemStatus.COMPLETED);
            case "completed" -> item.status(ItemStatus.COMPLETED);
            case "declined" -> item.status(ItemStatus.DECLINED);
            case "failed" -> item.status(ItemStatus.FAILED);
            default -> item.status(ItemStatus.FAILED).detail("ended with status " + status);
        }
        out.emit(new ItemCompleted(item.build()));
    }

    private static void adopt(@Nullable String child, Emitter out) {
        String parent = out.refs().thread();
        if (child != null && !child.equals(parent)) {
            out.emit(
                    out.refs().withThread(child).withTurn(null).withItem(null),
                    null,
                    new ThreadMetadataUpdated(null, null, parent, null));
        }
    }

    private static ItemSnapshot.Builder userMessage(FrameView frame) {
        JsonNode content = frame.array("/params/item/content");
        List<Attachment> attachments = CodexInput.attachments(content);
        return ItemSnapshot.of(ItemType.USER_MESSAGE)
                .text(CodexInput.text(content))
                .attachments(attachments.isEmpty() ? null : attachments);
    }

    /**
     * What a hook wrote into the conversation is a prompt to the model, and no send of the client's: a text in the
     * snapshot would confirm one that says the same.
     */
    private static void hookPrompt(FrameView frame, Emitter out) {
        String text = joined(frame.array("/params/item/fragments"), "text", "\n");
        out.emit(new ContentDelta(StreamKind.UNKNOWN, text, null, null, ItemType.USER_MESSAGE));
        completed(ItemSnapshot.of(ItemType.USER_MESSAGE), frame, out);
    }

    private static ItemSnapshot.Builder text(ItemType type, FrameView frame) {
        return ItemSnapshot.of(type).text(frame.text("/params/item/text"));
    }

    /** The summary, then the raw thoughts; a provider that sends neither withholds nothing, it only has not told. */
    private static ItemSnapshot.Builder reasoning(FrameView frame) {
        List<String> parts = new ArrayList<>();
        strings(frame.optionalNode("/params/item/summary"), parts);
        strings(frame.optionalNode("/params/item/content"), parts);
        return ItemSnapshot.of(ItemType.REASONING).text(parts.isEmpty() ? null : String.join("\n\n", parts));
    }

    private static ItemSnapshot.Builder command(FrameView frame) {
        return ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .title(frame.text("/params/item/command"))
                .text(frame.optionalText("/params/item/aggregatedOutput"))
                .exitCode(frame.optionalInt("/params/item/exitCode"))
                .input(CodexJson.only(frame.node("/params/item"), "command", "cwd", "scriptPath"));
    }

    private static ItemSnapshot.Builder fileChange(FrameView frame) {
        return changes(frame.array("/params/item/changes"));
    }

    /** The changed paths as title, what happens to each as input, their diffs as text. */
    static ItemSnapshot.Builder changes(JsonNode changes) {
        ArrayNode kinds = JsonNodeFactory.instance.arrayNode();
        changes.forEach(change -> kinds.add(CodexJson.only(change, "path", "kind")));
        return ItemSnapshot.of(ItemType.FILE_CHANGE)
                .title(joined(changes, "path", ", "))
                .input(kinds)
                .text(joined(changes, "diff", "\n"));
    }

    private static ItemSnapshot.Builder mcpToolCall(FrameView frame) {
        return output(ItemSnapshot.of(ItemType.MCP_TOOL_CALL), frame.optionalNode("/params/item/result/content"))
                .title(frame.text("/params/item/server") + "." + frame.text("/params/item/tool"))
                .server(frame.text("/params/item/server"))
                .tool(frame.text("/params/item/tool"))
                .input(frame.optionalNode("/params/item/arguments"))
                .detail(frame.optionalText("/params/item/error/message"));
    }

    private static ItemSnapshot.Builder dynamicToolCall(FrameView frame) {
        JsonNode content = frame.optionalNode("/params/item/contentItems");
        return output(tool(frame.text("/params/item/tool"), ToolKind.CUSTOM), content)
                .server(frame.optionalText("/params/item/namespace"))
                .input(frame.optionalNode("/params/item/arguments"));
    }

    /** What a tool gave back: its texts one a line, and whatever is no text beside them. */
    private static ItemSnapshot.Builder output(ItemSnapshot.Builder item, @Nullable JsonNode content) {
        if (content == null) {
            return item;
        }
        List<Attachment> attachments = CodexInput.attachments(content);
        return item.text(joined(content, "text", "\n")).attachments(attachments.isEmpty() ? null : attachments);
    }

    private static ItemSnapshot.Builder functionCallOutput(FrameView frame) {
        JsonNode output = frame.node("/params/item/output");
        return tool(frame.text("/params/item/name"), ToolKind.CUSTOM)
                .server(frame.optionalText("/params/item/namespace"))
                .text(output.isTextual() ? output.textValue() : joined(output, "text", "\n"));
    }

    private static ItemSnapshot.Builder webSearch(FrameView frame) {
        return ItemSnapshot.of(ItemType.WEB_SEARCH)
                .title(frame.text("/params/item/query"))
                .tool("web_search")
                .input(frame.optionalNode("/params/item/action"));
    }

    private static ItemSnapshot.Builder imageView(FrameView frame) {
        return ItemSnapshot.of(ItemType.IMAGE_VIEW)
                .title(frame.text("/params/item/path"))
                .tool("view_image")
                .input(CodexJson.only(frame.node("/params/item"), "path"));
    }

    private static ItemSnapshot.Builder imageGeneration(FrameView frame) {
        String saved = frame.optionalText("/params/item/savedPath");
        return tool("image_generation", ToolKind.IMAGE)
                .attachments(saved == null ? null : List.of(new Attachment("image", saved, null)))
                .input(CodexJson.only(frame.node("/params/item"), "revisedPrompt"))
                .text(saved);
    }

    private static ItemSnapshot.Builder tool(String name, ToolKind kind) {
        return ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL).title(name).tool(name).toolKind(kind);
    }

    private static ItemSnapshot.Builder review(ItemType type, FrameView frame) {
        return ItemSnapshot.of(type).text(frame.text("/params/item/review"));
    }

    private static ItemSnapshot.Builder agentCall(FrameView frame) {
        JsonNode receivers = frame.array("/params/item/receiverThreadIds");
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(frame.text("/params/item/tool"))
                .tool(frame.text("/params/item/tool"))
                .input(CodexJson.only(frame.node("/params/item"), "prompt", "model", "reasoningEffort"))
                .text(said(frame))
                .childThread(receivers.size() == 1 ? receivers.get(0).textValue() : null);
    }

    /** What agents came back with, one a line; beside other calls the same member only repeats what they said last. */
    private static @Nullable String said(FrameView frame) {
        JsonNode states = frame.optionalNode("/params/item/agentsStates");
        boolean waited = frame.text("/params/item/tool").equals("wait");
        String text = states == null || !waited ? "" : joined(states, "message", "\n");
        return text.isEmpty() ? null : text;
    }

    /** Only spawning makes a child: other calls may go to a thread that is no child of the caller. */
    private static @Nullable String spawnedAgent(FrameView frame) {
        boolean spawns = Objects.equals(frame.optionalText("/params/item/tool"), "spawnAgent");
        return spawns ? frame.at("/params/item/receiverThreadIds/0").textValue() : null;
    }

    private static ItemSnapshot.Builder agentActivity(FrameView frame) {
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(frame.text("/params/item/kind") + " " + frame.text("/params/item/agentPath"))
                .tool(frame.text("/params/item/kind"))
                .childThread(frame.text("/params/item/agentThreadId"));
    }

    private static @Nullable String startedAgent(FrameView frame) {
        boolean starts = frame.text("/params/item/kind").equals("started");
        return starts ? frame.text("/params/item/agentThreadId") : null;
    }

    private static String joined(JsonNode elements, String member, String separator) {
        StringBuilder text = new StringBuilder();
        for (JsonNode element : elements) {
            if (element.path(member).isTextual()) {
                text.append(text.isEmpty() ? "" : separator).append(element.path(member).textValue());
            }
        }
        return text.toString();
    }

    private static void strings(@Nullable JsonNode elements, List<String> into) {
        if (elements != null) {
            elements.forEach(element -> into.add(element.asText()));
        }
    }
}
