package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_PLAN_UPDATED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import dev.tapedeck.wire.acp.OpenTools.Use;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tool calls: the first word of a call starts its item, whichever kind of update that is; later words update it; the
 * first status that ends it completes it. A status that nobody knows ends nothing (decision D5).
 */
final class AcpTools {
    private AcpTools() {}

    static void rules(RuleBook.Builder book) {
        var goesOn = Emits.content(ITEM_STARTED, ITEM_UPDATED, TURN_PLAN_UPDATED);
        var ends = Emits.contentAndEnd(ITEM_STARTED, ITEM_UPDATED, TURN_PLAN_UPDATED);
        String call = Acp.UPDATE + "tool_call";
        String update = Acp.UPDATE + "tool_call_update";
        book.refine(call, "/params/update/status").refine(update, "/params/update/status");
        for (String kind : new String[] {call, update}) {
            book.map(kind, kind.equals(call) ? TOOL_CALL : TOOL_INPUT, goesOn, History.orNow(AcpTools::told))
                    .also(kind.equals(call) ? TOOL_INPUT : TOOL_CALL)
                    .also(TOOL_STATE, TOOL_OUTPUT, MCP, MULTIMODAL, DROPPED_TODAY)
                    .gap("places in files are carried by raw only")
                    .map(kind + ":completed", TOOL_STATE, ends, ended(ItemStatus.COMPLETED))
                    .also(TOOL_OUTPUT, TOOL_INPUT, TOOL_CALL, MCP, MULTIMODAL, TURN_END)
                    .map(kind + ":failed", TOOL_STATE, ends, ended(ItemStatus.FAILED))
                    .also(TOOL_OUTPUT, TOOL_INPUT, TOOL_CALL, MCP, TURN_END)
                    .map(kind + ":cancelled", TOOL_STATE, ends, ended(ItemStatus.FAILED))
                    .also(TOOL_OUTPUT, TOOL_INPUT, TOOL_CALL, MCP, TURN_END);
        }
        book.map(
                        Acp.UPDATE + "tool_call_content_chunk",
                        TOOL_OUTPUT,
                        Emits.content(ITEM_STARTED, CONTENT_DELTA),
                        History.orNow(AcpTools::chunk))
                .also(TOOL_CALL, TOOL_STATE)
                .gap("images and diffs that come as chunks are carried by raw only");
    }

    private static void told(FrameView frame, Emitter out) {
        upsert(frame.node("/params/update"), null, frame, out);
    }

    private static Rule.Mapping ended(ItemStatus status) {
        return History.orNow((frame, out) -> upsert(frame.node("/params/update"), status, frame, out));
    }

    private static void upsert(JsonNode told, @Nullable ItemStatus ended, FrameView frame, Emitter out) {
        String id = frame.text("/params/update/toolCallId");
        OpenTools tools = tools(frame, out);
        boolean begins = tools.get(id) == null;
        ToolCall call = call(told, begins, frame, out);
        String status = told.path("status").asText();
        // A command gives nothing yet when it begins; what its first word shows describes it.
        boolean goesOn = call.type() != ItemType.COMMAND_EXECUTION
                || !told.path("sessionUpdate").asText().equals("tool_call");
        Use use = start(id, call, goesOn && ended == null && status.equals("in_progress"), frame, out);
        boolean runs = use.stage() != Stage.ASKED || ended != null || status.equals("in_progress");
        ItemType type = use.type();
        Refs refs = refs(id, use, out);
        new Terminals(out.scratch(), frame.optionalText("/params/sessionId")).embedded(told.path("content"), id);
        linkChild(told, type, refs, frame, out);
        AcpPlans.ofTool(told, refs, out);
        boolean over = use.stage() == Stage.ENDED;
        boolean silent = !told.has("rawOutput") && !told.has("content");
        if (begins && silent && ended == ItemStatus.COMPLETED && new History(out).tells(refs)) {
            // Of a call of then, some agents tell the input first and what it gave in a second word of its end.
            tools.put(id, use.withStage(Stage.DONE));
            return;
        }
        if (ended != null && !over) {
            complete(ended, use, call, refs, frame, out);
        } else if (!begins) {
            ItemSnapshot item = call.item(use, runs).build();
            if (ToolCall.says(item)) {
                out.emit(refs, null, new ItemUpdated(item));
            }
        }
        Stage now = use.stage() == Stage.DONE ? Stage.DONE : runs ? Stage.RUNS : Stage.ASKED;
        tools.put(id, use.withStage(over || ended != null ? Stage.ENDED : now).withChanged(call.diff() != null));
    }

    private static void complete(
            ItemStatus ended, Use use, ToolCall call, Refs refs, FrameView frame, Emitter out) {
        // Agents report a refused call as failed, or as completed with nothing to show.
        boolean refused = use.declined() && (ended == ItemStatus.FAILED || !call.gives());
        ItemStatus status = refused ? ItemStatus.DECLINED : call.unavailable() ? ItemStatus.FAILED : ended;
        ItemSnapshot.Builder item = call.item(use, true).status(status);
        if (call.told().path("status").asText().equals("cancelled")) {
            item.detail("cancelled");
        }
        out.emit(refs, null, new ItemCompleted(item.build()));
        endChild(call.told(), refs, status, frame, out);
    }

    /**
     * The call as it is known, after its item was started where nothing had told of it. A second start, and the kind
     * that only a later word tells, update what is there.
     */
    static Use start(String id, ToolCall call, boolean runs, FrameView frame, Emitter out) {
        OpenTools tools = tools(frame, out);
        Use known = tools.get(id);
        ItemType told = call.type();
        if (known != null) {
            boolean better = told != null && known.type() == ItemType.DYNAMIC_TOOL_CALL;
            return better ? known.withType(told) : known;
        }
        ItemType type = told == null ? ItemType.DYNAMIC_TOOL_CALL : told;
        ItemSnapshot item = call.item(new Use(type, "", null, Stage.ASKED, false, false), runs)
                .status(ItemStatus.IN_PROGRESS)
                .build();
        return begin(id, item, Stage.ASKED, frame, out);
    }

    /** Starts an item that is kept like a call, in the turn that the frame is about. */
    static Use begin(String id, ItemSnapshot item, Stage stage, FrameView frame, Emitter out) {
        Refs refs = new Conversation(frame, out).content();
        new Segments(out).end(refs);
        Use use = new Use(item.itemType(), Conversation.thread(frame, refs), refs.turn(), stage, false, false);
        tools(frame, out).put(id, use);
        out.emit(refs.withItem(id), null, new ItemStarted(item));
        return use;
    }

    /** What is told of a call, with the servers that its session was given. */
    static ToolCall call(JsonNode told, boolean first, FrameView frame, Emitter out) {
        return new ToolCall(told, first, McpServers.of(out.scratch(), frame.optionalText("/params/sessionId")));
    }

    static Refs refs(String id, Use use, Emitter out) {
        return new Refs(out.refs().session(), use.thread(), use.turn(), id, null);
    }

    static OpenTools tools(FrameView frame, Emitter out) {
        return new OpenTools(out.scratch(), frame.optionalText("/params/sessionId"));
    }

    /** Calls of which nothing more came are over with their turn: those somebody refused, and those of a history. */
    static void endSilent(Refs turn, String session, Emitter out) {
        OpenTools tools = new OpenTools(out.scratch(), session);
        for (String id : tools.silent(Objects.requireNonNullElse(turn.thread(), ""))) {
            Use use = Objects.requireNonNull(tools.get(id));
            tools.put(id, use.withStage(Stage.ENDED));
            ItemStatus status = use.stage() == Stage.DONE ? ItemStatus.COMPLETED : ItemStatus.DECLINED;
            out.emit(turn.withTurn(use.turn()).withItem(id), null, new ItemCompleted(
                    ItemSnapshot.of(use.type()).status(status).build()));
        }
    }

    private static void chunk(FrameView frame, Emitter out) {
        String id = frame.text("/params/update/toolCallId");
        Use use = start(id, call(frame.node("/params/update"), true, frame, out), true, frame, out);
        String text = AcpContent.textOf(frame.at("/params/update/content/content"));
        tools(frame, out).put(id, use.withStage(use.stage() == Stage.ENDED ? Stage.ENDED : Stage.RUNS));
        if (text != null && !text.isEmpty()) {
            StreamKind kind = use.type() == ItemType.COMMAND_EXECUTION ? StreamKind.COMMAND_OUTPUT : StreamKind.UNKNOWN;
            out.emit(refs(id, use, out), null, new ContentDelta(kind, text, null, null, use.type()));
        }
    }

    /** A call that names the session of its sub-agent. */
    private static void linkChild(JsonNode told, ItemType type, Refs refs, FrameView frame, Emitter out) {
        String child = told.at("/rawOutput/metadata/sessionId").textValue();
        if (type == ItemType.COLLAB_AGENT_TOOL_CALL && child != null) {
            new Conversation(frame, out).begin(new Refs(refs.session(), child, null, null, null), refs.thread());
        }
    }

    private static void endChild(JsonNode told, Refs refs, ItemStatus status, FrameView frame, Emitter out) {
        boolean goesOn = told.at("/_meta/claudeCode/toolResponse/isAsync").asBoolean();
        if (!goesOn) {
            TurnState state = status == ItemStatus.COMPLETED ? TurnState.COMPLETED : TurnState.FAILED;
            new Turns(out).endChild(refs, state);
        }
    }
}
