package dev.tapedeck.wire.opencodeevent;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
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
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tool calls of the newer events: input as it is written, the call, its progress, and how it ended. */
final class StepTools {
    /** How the vendor words that there is no such tool, so that its name holds no server; nothing else tells it. */
    private static final String UNAVAILABLE = "Unknown tool: ";

    private StepTools() {}

    static void rules(RuleBook.Builder book, String family) {
        book.map(family + "tool.input.started", TOOL_CALL, ITEM_STARTED, StepTools::started)
                .also(TOOL_STATE, MCP)
                .map(family + "tool.input.delta", TOOL_INPUT, CONTENT_DELTA, StepTools::inputDelta)
                .duplicate(family + "tool.input.ended", family + "tool.called")
                .map(family + "tool.called", TOOL_INPUT, Set.of(ITEM_STARTED, ITEM_UPDATED), StepTools::called)
                .also(TOOL_CALL, TOOL_STATE, MCP)
                .map(family + "tool.progress", TOOL_OUTPUT, ITEM_UPDATED, StepTools::progress)
                .also(TOOL_STATE, MULTIMODAL, MCP)
                .map(family + "tool.success", TOOL_OUTPUT, ITEM_COMPLETED, StepTools::success)
                .also(TOOL_STATE, MULTIMODAL, MCP)
                .map(family + "tool.failed", TOOL_STATE, ITEM_COMPLETED, StepTools::failed)
                .also(TOOL_OUTPUT, MULTIMODAL, MCP);
    }

    private static void started(FrameView frame, Emitter out) {
        begin(frame.text("/name"), frame, out);
    }

    private static void begin(String name, FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        String key = key(frame.node(""));
        new OpenTools(out.scratch()).start(key, name, turns.session());
        out.emit(turns.now().withItem(key), null, new ItemStarted(new McpServers(out.scratch())
                .tool(name)
                .item(frame.at("/input"))
                .status(ItemStatus.IN_PROGRESS)
                .build()));
    }

    private static void inputDelta(FrameView frame, Emitter out) {
        OpenTools.Call call = new OpenTools(out.scratch()).get(key(frame.node("")));
        out.emit(about(frame, out), null, new ContentDelta(
                StreamKind.TOOL_INPUT,
                frame.text("/delta"),
                null,
                null,
                call == null ? null : call.tool().itemType()));
    }

    private static void called(FrameView frame, Emitter out) {
        OpenTools.Call call = new OpenTools(out.scratch()).get(key(frame.node("")));
        String told = EventJson.firstText(frame.node(""), "tool", "name");
        if (call == null) {
            begin(told == null ? OpenCodeTool.INVALID : told, frame, out);
            return;
        }
        out.emit(about(frame, out), null, new ItemUpdated(
                call.tool().item(frame.node("/input")).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void progress(FrameView frame, Emitter out) {
        OpenTools.Call call = new OpenTools(out.scratch()).get(key(frame.node("")));
        ItemSnapshot.Builder item = item(call);
        out.emit(about(frame, out), null, new ItemUpdated(
                content(item, frame.at("/content")).status(ItemStatus.IN_PROGRESS).build()));
    }

    private static void success(FrameView frame, Emitter out) {
        OpenTools.Call call = end(frame, out);
        JsonNode exit = frame.at("/structured/exit");
        out.emit(about(frame, out), null, new ItemCompleted(content(item(call), given(frame))
                .status(ItemStatus.COMPLETED)
                .exitCode(exit.isInt() ? (Integer) exit.intValue() : null)
                .build()));
    }

    /** Some tools give their content only beside the texts, as one value. */
    private static JsonNode given(FrameView frame) {
        JsonNode content = frame.at("/content");
        JsonNode structured = frame.at("/structured/content");
        boolean readable = structured.isTextual() && !frame.at("/structured/encoding").asText().equals("base64");
        return content.isEmpty() && readable
                ? EventJson.array().add(EventJson.object().set("text", structured))
                : content.isEmpty() && structured.isArray() ? structured : content;
    }

    private static void failed(FrameView frame, Emitter out) {
        OpenTools.Call call = end(frame, out);
        String error = Errors.message(frame.node("/error"));
        ItemSnapshot.Builder item = error.startsWith(UNAVAILABLE)
                ? item(OpenCodeTool.named(error.substring(UNAVAILABLE.length())))
                : item(call);
        out.emit(about(frame, out), null, new ItemCompleted(content(item, frame.at("/content"))
                .status(call != null && call.declined() ? ItemStatus.DECLINED : ItemStatus.FAILED)
                .detail(error)
                .build()));
    }

    private static OpenTools.@Nullable Call end(FrameView frame, Emitter out) {
        OpenTools tools = new OpenTools(out.scratch());
        String key = key(frame.node(""));
        OpenTools.Call call = tools.get(key);
        tools.end(key);
        return call;
    }

    /** An item of a tool whose name is not told again. */
    private static ItemSnapshot.Builder item(OpenTools.@Nullable Call call) {
        return item(call == null ? OpenCodeTool.named(OpenCodeTool.INVALID) : call.tool());
    }

    private static ItemSnapshot.Builder item(OpenCodeTool tool) {
        return ItemSnapshot.of(tool.itemType()).tool(tool.tool()).toolKind(tool.kind()).server(tool.server());
    }

    /** What a tool gave back: texts in order, and files beside them. */
    static ItemSnapshot.Builder content(ItemSnapshot.Builder item, JsonNode content) {
        StringBuilder text = new StringBuilder();
        List<Attachment> files = new ArrayList<>(0);
        for (JsonNode block : content) {
            String told = block.path("text").textValue();
            if (told != null) {
                boolean apart = !text.isEmpty() && text.charAt(text.length() - 1) != '\n';
                text.append(apart ? "\n" : "").append(told);
            } else {
                files.add(new Attachment(block.path("type").asText("file"), block.path("name").textValue(), null));
            }
        }
        return item.text(text.isEmpty() ? null : text.toString()).attachments(files.isEmpty() ? null : files);
    }

    private static Refs about(FrameView frame, Emitter out) {
        return new Turns(frame, out).now().withItem(key(frame.node("")));
    }

    private static String key(JsonNode body) {
        return OpenTools.key(EventJson.id(body, "assistantMessageID"), EventJson.id(body, "callID", "id"));
    }
}
