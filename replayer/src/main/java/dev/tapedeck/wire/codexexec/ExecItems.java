package dev.tapedeck.wire.codexexec;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_METADATA_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.ERROR;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.canonical.ThreadPayload.ThreadMetadataUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Items by type: each line is the rules of {@code item.started}, {@code item.updated} and {@code item.completed}. */
final class ExecItems {
    private static final String STEP_AT_WORK = "which step is being worked on is not told";

    private ExecItems() {}

    static void rules(RuleBook.Builder book) {
        book.discriminate("item.started", "/item/type")
                .discriminate("item.updated", "/item/type")
                .discriminate("item.completed", "/item/type");
        item(book, "agent_message", TEXT, TEXT, frame -> text(ItemType.ASSISTANT_MESSAGE, frame))
                .gap("text comes whole, never in deltas");
        item(book, "reasoning", REASONING, REASONING, frame -> text(ItemType.REASONING, frame))
                .gap("thoughts come whole, never in deltas");
        item(book, "command_execution", TOOL_CALL, TOOL_OUTPUT, ExecItems::command, TOOL_INPUT, TOOL_STATE)
                .gap("output comes whole, never in deltas");
        item(book, "file_change", TOOL_CALL, TOOL_OUTPUT, ExecItems::fileChange, TOOL_INPUT, TOOL_STATE)
                .gap("no diff is told, only paths");
        item(book, "mcp_tool_call", TOOL_CALL, TOOL_OUTPUT, ExecItems::mcpToolCall, TOOL_INPUT, TOOL_STATE, MCP);
        item(book, "web_search", TOOL_CALL, TOOL_OUTPUT, ExecItems::webSearch, TOOL_INPUT, TOOL_STATE);
        book.map("item.started:error", ERROR, ITEM_STARTED, (frame, out) -> started(error(frame), frame, out))
                .map("item.updated:error", ERROR, ITEM_UPDATED, (frame, out) -> updated(error(frame), frame, out))
                .map("item.completed:error", ERROR, Set.of(ITEM_COMPLETED, RUNTIME_WARNING), ExecItems::complains);
        agent(book, "collab_tool_call");
        todoList(book);
    }

    /** The list is a plan, of which each frame tells the whole. */
    private static void todoList(RuleBook.Builder book) {
        book.map("item.started:todo_list", DROPPED_TODAY, Set.of(ITEM_STARTED, TURN_PLAN_UPDATED),
                        ExecItems::planBegun)
                .gap(STEP_AT_WORK)
                .map("item.updated:todo_list", DROPPED_TODAY, TURN_PLAN_UPDATED, ExecItems::planned)
                .gap(STEP_AT_WORK)
                .map("item.completed:todo_list", DROPPED_TODAY, Set.of(ITEM_COMPLETED, TURN_PLAN_UPDATED),
                        ExecItems::planEnded)
                .gap(STEP_AT_WORK);
    }

    private static RuleBook.Builder item(
            RuleBook.Builder book,
            String type,
            Concept begun,
            Concept ended,
            Function<FrameView, ItemSnapshot.Builder> item,
            Concept... further) {
        return book.map("item.started:" + type, begun, ITEM_STARTED,
                (frame, out) -> started(item.apply(frame), frame, out))
                .also(further)
                .map("item.updated:" + type, begun, ITEM_UPDATED, (frame, out) ->
                        updated(item.apply(frame), frame, out))
                .also(further)
                .map("item.completed:" + type, ended, ITEM_COMPLETED, (frame, out) ->
                        completed(item.apply(frame), frame, out))
                .also(further);
    }

    /** A call that spawns an agent also tells whose child the agent's thread is. */
    private static void agent(RuleBook.Builder book, String type) {
        book.map("item.started:" + type, TOOL_CALL, ITEM_STARTED, (frame, out) ->
                        started(agentCall(frame), frame, out))
                .also(TOOL_INPUT, TOOL_STATE)
                .map("item.updated:" + type, TOOL_CALL, Set.of(ITEM_UPDATED, THREAD_METADATA_UPDATED), (frame, out) -> {
                    adopt(frame, out);
                    updated(agentCall(frame), frame, out);
                })
                .also(TOOL_INPUT, TOOL_STATE)
                .map("item.completed:" + type, TOOL_OUTPUT, Set.of(ITEM_COMPLETED, THREAD_METADATA_UPDATED),
                        (frame, out) -> {
                            adopt(frame, out);
                            completed(agentCall(frame), frame, out);
                        })
                .also(TOOL_INPUT, TOOL_STATE)
                .gap("the agent's own items and turns are not told");
    }

    private static void started(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        item.status(ItemStatus.IN_PROGRESS).data(frame.node("/item"));
        out.emit(new Process(out).refs(), null, new ItemStarted(item.build()));
    }

    private static void updated(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        out.emit(new Process(out).refs(), null, new ItemUpdated(item.data(frame.node("/item")).build()));
    }

    /** An item type without a status is over when it is completed; an unknown status is never a success (D5). */
    private static void completed(ItemSnapshot.Builder item, FrameView frame, Emitter out) {
        String status = frame.optionalText("/item/status");
        item.data(frame.node("/item"));
        switch (status) {
            case null -> item.status(ItemStatus.COMPLETED);
            case "completed" -> item.status(ItemStatus.COMPLETED);
            case "declined" -> item.status(ItemStatus.DECLINED);
            case "failed" -> item.status(ItemStatus.FAILED);
            default -> item.status(ItemStatus.FAILED).detail("ended with status " + status);
        }
        out.emit(new Process(out).refs(), null, new ItemCompleted(item.build()));
    }

    private static ItemSnapshot.Builder error(FrameView frame) {
        return ItemSnapshot.of(ItemType.ERROR).text(frame.text("/item/message"));
    }

    /** What the program complains of before its turn begins stops nothing. */
    private static void complains(FrameView frame, Emitter out) {
        Process process = new Process(out);
        if (process.refs().turn() == null) {
            out.emit(process.refs().withItem(null), null, new RuntimeWarning(frame.text("/item/message"), null));
        } else {
            completed(error(frame), frame, out);
        }
    }

    private static ItemSnapshot.Builder text(ItemType type, FrameView frame) {
        return ItemSnapshot.of(type).text(frame.text("/item/text"));
    }

    private static ItemSnapshot.Builder command(FrameView frame) {
        return ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .title(frame.text("/item/command"))
                .text(frame.optionalText("/item/aggregated_output"))
                .exitCode(frame.optionalInt("/item/exit_code"))
                .input(Nodes.only(frame.node("/item"), "command"));
    }

    private static ItemSnapshot.Builder fileChange(FrameView frame) {
        return ItemSnapshot.of(ItemType.FILE_CHANGE)
                .title(Nodes.joined(frame.array("/item/changes"), "path", ", "))
                .input(Nodes.only(frame.node("/item"), "changes"));
    }

    private static ItemSnapshot.Builder mcpToolCall(FrameView frame) {
        String server = frame.text("/item/server");
        String tool = frame.text("/item/tool");
        JsonNode content = frame.optionalNode("/item/result/content");
        return ItemSnapshot.of(ItemType.MCP_TOOL_CALL)
                .title(server + "." + tool)
                .server(server)
                .tool(tool)
                .input(frame.optionalNode("/item/arguments"))
                .text(content == null ? null : Nodes.joined(content, "text", "\n"))
                .detail(frame.optionalText("/item/error/message"));
    }

    private static ItemSnapshot.Builder webSearch(FrameView frame) {
        return ItemSnapshot.of(ItemType.WEB_SEARCH)
                .title(frame.text("/item/query"))
                .tool("web_search")
                .input(frame.optionalNode("/item/action"));
    }

    private static ItemSnapshot.Builder agentCall(FrameView frame) {
        JsonNode receivers = frame.array("/item/receiver_thread_ids");
        return ItemSnapshot.of(ItemType.COLLAB_AGENT_TOOL_CALL)
                .title(frame.text("/item/tool"))
                .tool(frame.text("/item/tool"))
                .input(Nodes.only(frame.node("/item"), "prompt"))
                .text(Nodes.joined(frame.at("/item/agents_states"), "message", "\n"))
                .childThread(receivers.size() == 1 ? receivers.get(0).textValue() : null);
    }

    private static void adopt(FrameView frame, Emitter out) {
        Refs refs = new Process(out).refs();
        String child = frame.at("/item/receiver_thread_ids/0").textValue();
        if (child != null && frame.text("/item/tool").equals("spawn_agent")) {
            out.emit(
                    refs.withThread(child).withTurn(null).withItem(null),
                    null,
                    new ThreadMetadataUpdated(null, null, refs.thread(), null));
        }
    }

    private static void planBegun(FrameView frame, Emitter out) {
        started(ItemSnapshot.of(ItemType.PLAN), frame, out);
        planned(frame, out);
    }

    private static void planEnded(FrameView frame, Emitter out) {
        planned(frame, out);
        completed(ItemSnapshot.of(ItemType.PLAN), frame, out);
    }

    private static void planned(FrameView frame, Emitter out) {
        List<TurnPlanUpdated.Step> steps = new ArrayList<>();
        int count = frame.array("/item/items").size();
        for (int i = 0; i < count; i++) {
            boolean done = frame.flag("/item/items/" + i + "/completed");
            steps.add(new TurnPlanUpdated.Step(
                    frame.text("/item/items/" + i + "/text"), done ? StepStatus.COMPLETED : StepStatus.PENDING));
        }
        out.emit(new Process(out).refs(), null, new TurnPlanUpdated(null, steps));
    }
}
