package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
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
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.pirpc.OpenTools.Call;
import dev.tapedeck.wire.pirpc.OpenTools.State;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Executions of tools, those that a tool's script calls among them. */
final class PiTools {
    /** Where versions without structured results tell an exit code, and only of commands that failed. */
    private static final Pattern EXIT_CODE = Pattern.compile("Command exited with code (\\d{1,9})$");

    private PiTools() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "tool_execution_start",
                        TOOL_STATE,
                        Conversation.inTurn(ITEM_STARTED, ITEM_UPDATED),
                        PiTools::started)
                .also(TOOL_CALL, TOOL_INPUT, MCP)
                .gap("which call's script made a nested call is carried by data only")
                .map("tool_execution_update", TOOL_OUTPUT, ITEM_UPDATED, PiTools::atWork)
                .also(TOOL_STATE, MULTIMODAL)
                .map("tool_execution_end", TOOL_STATE, Conversation.inTurn(ITEM_COMPLETED), PiTools::ended)
                .also(TOOL_OUTPUT, MULTIMODAL, MCP);
    }

    /** The model calls a tool; a call that is known already is told more of. */
    static void called(String id, String name, @Nullable JsonNode input, Refs refs, Emitter out) {
        OpenTools tools = new OpenTools(out.scratch());
        ItemSnapshot.Builder item = PiTool.named(name).item(input).status(ItemStatus.IN_PROGRESS);
        if (tools.get(id) == null) {
            tools.put(id, new Call(name, State.CALLED, false));
            out.emit(refs.withItem(id), null, new ItemStarted(item.build()));
        }
    }

    /** A call that the model streamed has told its input already. */
    private static void started(FrameView frame, Emitter out) {
        Refs refs = new Conversation(out).running().withItem(frame.text("/toolCallId"));
        String name = frame.text("/toolName");
        OpenTools tools = new OpenTools(out.scratch());
        boolean called = tools.get(refs.item()) != null;
        tools.put(frame.text("/toolCallId"), new Call(name, State.STARTED, false));
        ItemSnapshot.Builder item = called
                ? ItemSnapshot.of(PiTool.named(name).itemType())
                : PiTool.named(name).item(frame.node("/args")).data(Nodes.without(frame.node(""), "type"));
        ItemSnapshot started = item.status(ItemStatus.IN_PROGRESS).build();
        out.emit(refs, null, called ? new ItemUpdated(started) : new ItemStarted(started));
    }

    /** Tells the output so far, not what was added. */
    private static void atWork(FrameView frame, Emitter out) {
        String id = frame.text("/toolCallId");
        String name = frame.text("/toolName");
        OpenTools tools = new OpenTools(out.scratch());
        Call call = tools.get(id);
        tools.put(id, new Call(name, State.AT_WORK, call != null && call.declined()));
        JsonNode content = frame.node("/partialResult/content");
        if (!content.isEmpty()) {
            out.emit(new Conversation(out).now().withItem(id), null, new ItemUpdated(
                    ItemSnapshot.of(PiTool.named(name).itemType())
                            .text(PiContent.text(content))
                            .attachments(PiContent.attachments(content))
                            .build()));
        }
    }

    private static void ended(FrameView frame, Emitter out) {
        String id = frame.text("/toolCallId");
        PiTool tool = PiTool.named(frame.text("/toolName"));
        boolean failed = frame.flag("/isError");
        JsonNode result = frame.node("/result");
        OpenTools tools = new OpenTools(out.scratch());
        Call call = tools.get(id);
        tools.end(id);
        ItemStatus refused = call != null && call.declined() ? ItemStatus.DECLINED : ItemStatus.FAILED;
        String text = output(result);
        String diff = tool.itemType() == ItemType.FILE_CHANGE ? result.at("/details/diff").textValue() : null;
        out.emit(new Conversation(out).running().withItem(id), null, new ItemCompleted(
                ItemSnapshot.of(tool.itemType())
                        .tool(tool.tool())
                        .toolKind(tool.kind())
                        .server(tool.server())
                        .status(failed ? refused : ItemStatus.COMPLETED)
                        .text(diff == null ? text : diff)
                        .attachments(PiContent.attachments(result.path("content")))
                        .exitCode(tool.itemType() == ItemType.COMMAND_EXECUTION ? exitCode(result, text) : null)
                        .data(result)
                        .build()));
    }

    /** A command's output as it was, where that is told beside the words for the model. */
    private static String output(JsonNode result) {
        JsonNode output = result.at("/structuredContent/output");
        return output.isTextual() ? output.textValue() : PiContent.text(result.path("content"));
    }

    private static @Nullable Integer exitCode(JsonNode result, String text) {
        JsonNode code = result.at("/structuredContent/exit_code");
        if (code.isIntegralNumber() && code.canConvertToInt()) {
            return code.intValue();
        }
        Matcher told = EXIT_CODE.matcher(text);
        return told.find() ? (Integer) Integer.parseInt(told.group(1)) : null;
    }

    /** The text of a member that a call must have. */
    static String text(JsonNode call, String member) {
        JsonNode value = call.path(member);
        if (!value.isTextual()) {
            throw FrameView.fault("/message/content/" + member, "a string", value);
        }
        return value.textValue();
    }
}
