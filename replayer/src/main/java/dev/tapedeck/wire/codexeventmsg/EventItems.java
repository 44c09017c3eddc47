package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
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
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Items by type: each {@code item} is the rules of {@code item_started:TYPE} and {@code item_completed:TYPE}. */
final class EventItems {
    private EventItems() {}

    static void rules(RuleBook.Builder book) {
        item(book, "UserMessage", DROPPED_TODAY, DROPPED_TODAY, EventItems::userMessage, MULTIMODAL);
        item(book, "HookPrompt", OTHER, OTHER, frame -> ItemSnapshot.of(ItemType.UNKNOWN)
                .title("hook prompt")
                .text(Nodes.joined(frame.at("/item/fragments"), "text", "\n")));
        item(book, "AgentMessage", TEXT, TEXT, frame -> ItemSnapshot.of(ItemType.ASSISTANT_MESSAGE)
                .text(Nodes.joined(frame.array("/item/content"), "text", "")));
        item(book, "Plan", DROPPED_TODAY, DROPPED_TODAY, frame -> ItemSnapshot.of(ItemType.PLAN)
                .text(frame.text("/item/text")));
        item(book, "Reasoning", REASONING, REASONING, EventItems::reasoning);
        item(book, "CommandExecution", TOOL_CALL, TOOL_OUTPUT, EventItems::command, TOOL_INPUT, TOOL_STATE);
        item(book, "FileChange", TOOL_CALL, TOOL_OUTPUT, frame -> EventTools.changes(frame.at("/item/changes")),
                TOOL_INPUT, TOOL_STATE);
        item(book, "McpToolCall", TOOL_CALL, TOOL_OUTPUT, EventItems::mcp, TOOL_INPUT, TOOL_STATE, MCP,
                MULTIMODAL);
        item(book, "DynamicToolCall", TOOL_CALL, TOOL_OUTPUT, EventItems::dynamic, TOOL_INPUT, TOOL_STATE);
        item(book, "WebSearch", TOOL_CALL, TOOL_OUTPUT, frame -> ItemSnapshot.of(ItemType.WEB_SEARCH)
                .title(frame.text("/item/query"))
                .tool("web_search")
                .input(frame.optionalNode("/item/action")), TOOL_INPUT, TOOL_STATE);
        item(book, "ImageView", TOOL_CALL, TOOL_OUTPUT, frame -> ItemSnapshot.of(ItemType.IMAGE_VIEW)
                .title(frame.text("/item/path"))
                .tool("view_image")
                .input(Nodes.only(frame.node("/item"), "path")), TOOL_INPUT, TOOL_STATE, MULTIMODAL);
        item(book, "ImageGeneration", TOOL_CALL, TOOL_OUTPUT, frame -> tool("image_generation", ToolKind.IMAGE)
                .input(Nodes.only(frame.node("/item"), "revised_prompt"))
                .text(frame.optionalText("/item/saved_path")), TOOL_INPUT, TOOL_STATE, MULTIMODAL);
        item(book, "Sleep", TOOL_CALL, TOOL_OUTPUT, frame -> tool("sleep", ToolKind.WAIT), TOOL_STATE);
        item(book, "Extension", TOOL_CALL, TOOL_OUTPUT, EventItems::extension, TOOL_STATE);
        item(book, "ContextCompaction", COMPACTION, COMPACTION, frame -> ItemSnapshot.of(ItemType.CONTEXT_COMPACTION));
        book.map("item_started:EnteredReviewMode", OTHER, Set.of(TURN_STARTED, ITEM_STARTED), (frame, out) -> {
                    EventTurns.starts(new Session(frame, out), null);
                    started(review(ItemType.REVIEW_ENTERED, frame), frame, out);
                })
                .map("item_completed:EnteredReviewMode", OTHER, Set.of(TURN_STARTED, ITEM_COMPLETED), (frame, out) -> {
                    EventTurns.starts(new Session(frame, out), null);
                    completed(review(ItemType.REVIEW_ENTERED, frame), frame, out);
                });
        item(book, "ExitedReviewMode", OTHER, OTHER, frame -> review(ItemType.REVIEW_EXITED, frame));
        agent(book, "CollabAgentToolCall", EventItems::agentCall);
        agent(book, "SubAgentActivity", EventItems::agentActivity);
    }

    private static void item(
            RuleBook.Builder book,
            String type,
            Concept begun,
            Concept ended,
            Function<FrameView, ItemSnapshot.Builder> item,
            Concept... further) {
        book.map("item_started:" + type, begun, ITEM_STARTED, (frame, out) -> started(item.apply(frame), frame, out))
                .also(further)
                .map("item_completed:" + type, ended, ITEM_COMPLETED, (frame, out) ->
                        completed(item.apply(frame), frame, out))
                .also(further);
    }

    private static void agent(
            RuleBook.Builder book, String type, Function<FrameView, ItemSnapshot.Builder> item) {
        Set<EventType> begins = Set.of(ITEM_STARTED, THREAD_METADATA_UPDATED);
        Set<EventType> ends = Set.of(ITEM_UPDATED, ITEM_COMPLETED, THREAD_METADATA_UPDATED);
        book.map("item_started:" + type, TOOL_CALL, begins, (frame, out) -> {
                    adopt(frame, out);
                    started(item.apply(frame), frame, out);
                })
                .also(TOOL_INPUT, TOOL_STATE)
                .map("item_completed:" + type, TOOL_OUTPUT, ends, (frame, out) -> {
                    adopt(frame, out);
                    Session session = new Session(frame, out);
                    String id = frame.text("/item/id");
                    if (session.isCalled(id)) {
                        // The model's call told what was asked, and its output will tell what came of it.
                        String child = item.apply(frame).build().childThread();
                        session.emit(id, new ItemUpdated(
                                ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL).childThread(child).build()));
                    } else {
                        completed(item.apply(frame), frame, out);
                    }
                })
                .also(TOOL_INPUT, TOOL_STATE);
    }

    private static void started(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        item.status(ItemStatus.IN_PROGRESS)
                .data(frame.node("/item"))
                .startedAt(frame.time("/started_at_ms"));
        new Session(frame, out).emit(frame.text("/item/id"), new ItemStarted(item.build()));
    }

    private static void completed(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        Session session = new Session(frame, out);
        boolean compaction = frame.text("/item/type").equals("ContextCompaction");
        String id = compaction ? session.compaction(frame.text("/item/id")) : frame.text("/item/id");
        session.told(id);
        item.data(frame.node("/item"))
                .startedAt(frame.time("/started_at_ms"))
                .completedAt(frame.time("/completed_at_ms"));
        session.emit(id, new ItemCompleted(
                EventTools.ended(item, frame.optionalText("/item/status")).build()));
    }

    private static ItemSnapshot.Builder userMessage(FrameView frame) {
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode part : frame.array("/item/content")) {
            if (!part.path("type").asText().equals("text")) {
                String path = part.path("path").textValue();
                attachments.add(new Attachment(part.path("type").asText().replace("local_", ""), path, null));
            }
        }
        return ItemSnapshot.of(ItemType.USER_MESSAGE)
                .text(Nodes.joined(frame.array("/item/content"), "text", "\n"))
                .attachments(attachments.isEmpty() ? null : attachments);
    }

    private static ItemSnapshot.Builder reasoning(FrameView frame) {
        List<String> parts = new ArrayList<>();
        frame.at("/item/summary_text").forEach(part -> parts.add(part.asText()));
        frame.at("/item/raw_content").forEach(part -> parts.add(part.asText()));
        return ItemSnapshot.of(ItemType.REASONING).text(parts.isEmpty() ? null : String.join("\n\n", parts));
    }

    private static ItemSnapshot.Builder command(FrameView frame) {
        return ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .title(EventTools.words(frame.node("/item/command")))
                .input(Nodes.only(frame.node("/item"), "command", "cwd"))
                .text(frame.optionalText("/item/aggregated_output"))
                .exitCode(frame.optionalInt("/item/exit_code"));
    }

    private static ItemSnapshot.Builder mcp(FrameView frame) {
        String server = frame.text("/item/server");
        String tool = frame.text("/item/tool");
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode part : frame.at("/item/result/content")) {
            if (!part.path("type").asText().equals("text")) {
                JsonNode from = part.path("resource").isObject() ? part.path("resource") : part;
                attachments.add(Attachment.of(
                        part.path("type").asText(), from.path("uri").textValue(), from.path("data").textValue()));
            }
        }
        return ItemSnapshot.of(ItemType.MCP_TOOL_CALL)
                .attachments(attachments.isEmpty() ? null : attachments)
                .title(server + "." + tool)
                .server(server)
                .tool(tool)
                .input(frame.optionalNode("/item/arguments"))
                .text(Nodes.joined(frame.at("/item/result/content"), "text", "\n"))
                .detail(frame.optionalText("/item/error/message"));
    }

    private static ItemSnapshot.Builder dynamic(FrameView frame) {
        return tool(frame.text("/item/tool"), ToolKind.CUSTOM)
                .input(frame.optionalNode("/item/arguments"))
                .text(Nodes.joined(frame.at("/item/content_items"), "text", "\n"));
    }

    /** What the vendor adds to the program; it names its kind itself. */
    private static ItemSnapshot.Builder extension(FrameView frame) {
        String kind = frame.text("/item/kind");
        return tool(kind, kind.equals("clock.sleep") ? ToolKind.WAIT : ToolKind.CUSTOM);
    }

    private static ItemSnapshot.Builder tool(String name, ToolKind kind) {
        return ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL).title(name).tool(name).toolKind(kind);
    }

    private static ItemSnapshot.Builder review(ItemType type, FrameView frame) {
        String text = frame.optionalText("/item/review");
        if (text == null) {
            text = frame.optionalText("/item/user_facing_hint");
        }
        JsonNode result = frame.optionalNode("/item/review_output");
        return ItemSnapshot.of(type).text(text == null && result != null ? findings(result) : text);
    }

    /** What the reviewer thinks of the whole, then each thing that it found. */
    private static @Nullable String findings(JsonNode review) {
        List<String> parts = new ArrayList<>();
        parts.add(review.path("overall_explanation").asText());
        for (JsonNode finding : review.path("findings")) {
            JsonNode place = finding.path("code_location");
            String path = place.path("absolute_file_path").asText();
            String lines = place.at("/line_range/start").asText() + "-" + place.at("/line_range/end").asText();
            parts.add(finding.path("title").asText() + (path.isEmpty() ? "" : " — " + path + ":" + lines));
            parts.add(finding.path("body").asText());
        }
        parts.removeIf(String::isEmpty);
        return parts.isEmpty() ? null : String.join("\n\n", parts);
    }

    private static ItemSnapshot.Builder agentCall(FrameView frame) {
        JsonNode receivers = frame.at("/item/receiver_thread_ids");
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(frame.text("/item/tool"))
                .tool(frame.text("/item/tool"))
                .input(Nodes.only(frame.node("/item"), "prompt", "model", "reasoning_effort"))
                .text(Nodes.joined(frame.at("/item/agents_states"), "message", "\n"))
                .childThread(receivers.size() == 1 ? receivers.get(0).textValue() : null);
    }

    private static ItemSnapshot.Builder agentActivity(FrameView frame) {
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(frame.text("/item/kind"))
                .tool(frame.text("/item/kind"))
                .childThread(frame.optionalText("/item/agent_thread_id"));
    }

    /** Only spawning makes a child. */
    private static void adopt(FrameView frame, Emitter out) {
        String child = child(frame);
        if (child != null) {
            Session session = new Session(frame, out);
            Refs parent = session.refs();
            session.emit(
                    parent.withThread(child).withTurn(null).withItem(null),
                    new ThreadMetadataUpdated(null, null, parent.thread(), null));
        }
    }

    private static @Nullable String child(FrameView frame) {
        if ("started".equals(frame.optionalText("/item/kind"))) {
            return frame.optionalText("/item/agent_thread_id");
        }
        String tool = frame.optionalText("/item/tool");
        boolean spawns = tool != null && tool.replace("_", "").equalsIgnoreCase("spawnagent");
        return spawns ? frame.at("/item/receiver_thread_ids/0").textValue() : null;
    }
}
