package dev.tapedeck.wire.opencodeevent;

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
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tool calls as parts of messages: pending, running, and completed or in error. */
final class ToolParts {
    private static final String TOOL = "message.part.updated:tool";

    /** How the vendor words a refusal by the user's own configuration; nothing else tells it. */
    private static final String DENIED = "The user has specified a rule which prevents";

    private ToolParts() {}

    static void rules(RuleBook.Builder book) {
        book.discriminate(TOOL, "/part/state/status")
                .map(TOOL + ":pending", TOOL_CALL, Set.of(ITEM_STARTED, ITEM_UPDATED),
                        PartRules.live(ToolParts::running))
                .also(TOOL_STATE, TOOL_INPUT, MCP)
                .map(TOOL + ":running", TOOL_STATE, Set.of(ITEM_STARTED, ITEM_UPDATED),
                        PartRules.live(ToolParts::running))
                .also(TOOL_CALL, TOOL_INPUT, TOOL_OUTPUT, MCP)
                .map(TOOL + ":completed", TOOL_OUTPUT, ITEM_COMPLETED, PartRules.live(ToolParts::ended))
                .also(TOOL_INPUT, TOOL_STATE, MULTIMODAL, MCP)
                .gap("the wire does not tell an MCP tool from others; it is known by the name of a server "
                        + "that the list of servers, the configuration or mcp.tools.changed has named")
                .map(TOOL + ":error", TOOL_STATE, ITEM_COMPLETED, PartRules.live(ToolParts::ended))
                .also(TOOL_INPUT, TOOL_OUTPUT, MCP);
    }

    private static void running(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        OpenTools tools = new OpenTools(out.scratch());
        String key = key(frame);
        ItemSnapshot item = item(frame, out)
                .status(ItemStatus.IN_PROGRESS)
                .text(output(frame))
                .startedAt(frame.time("/part/state/time/start"))
                .build();
        Refs refs = turns.now().withItem(key);
        if (tools.get(key) == null) {
            tools.start(key, frame.text("/part/tool"), turns.session());
            out.emit(refs, null, new ItemStarted(item));
        } else {
            out.emit(refs, null, new ItemUpdated(item));
        }
    }

    private static void ended(FrameView frame, Emitter out) {
        Turns turns = new Turns(frame, out);
        OpenTools tools = new OpenTools(out.scratch());
        String key = key(frame);
        OpenTools.Call call = tools.get(key);
        tools.end(key);
        String tool = frame.text("/part/tool");
        JsonNode state = frame.node("/part/state");
        out.emit(turns.now().withItem(key), null, new ItemCompleted(
                result(tool, item(frame, out), state, call != null && call.declined())
                        .startedAt(frame.time("/part/state/time/start"))
                        .completedAt(frame.time("/part/state/time/end"))
                        .build()));
    }

    /**
     * How a call ended; only the word for success is one (decision D5), and the vendor's tool that stands in for one
     * that does not exist, or whose input is wrong, never succeeds.
     */
    static ItemSnapshot.Builder result(String tool, ItemSnapshot.Builder item, JsonNode state, boolean declined) {
        JsonNode metadata = state.path("metadata");
        JsonNode exit = metadata.path("exit");
        boolean told = state.path("status").asText().equals("completed");
        JsonNode unavailable = state.path("input").path("error");
        boolean done = told && !(tool.equals(OpenCodeTool.INVALID) && unavailable.isTextual());
        String error = done ? null : told ? unavailable.textValue() : state.path("error").textValue();
        String diff = metadata.path("diff").textValue();
        String output = done ? state.path("output").textValue() : metadata.path("output").textValue();
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode file : state.path("attachments")) {
            if (Prompts.attachment(file) instanceof Attachment attachment) {
                attachments.add(attachment);
            }
        }
        boolean refused = declined || error != null && error.startsWith(DENIED);
        return item.status(done ? ItemStatus.COMPLETED : refused ? ItemStatus.DECLINED : ItemStatus.FAILED)
                .detail(error)
                .text(diff == null ? output : diff)
                .exitCode(exit.isInt() ? (Integer) exit.intValue() : null)
                .attachments(attachments.isEmpty() ? null : attachments);
    }

    private static ItemSnapshot.Builder item(FrameView frame, Emitter out) {
        return item(frame.text("/part/tool"), frame.node("/part/state"), new McpServers(out.scratch()));
    }

    static ItemSnapshot.Builder item(String name, JsonNode state, McpServers servers) {
        OpenCodeTool tool = OpenCodeTool.called(name, state.path("input"), servers);
        String title = state.path("title").textValue();
        ItemSnapshot.Builder item = tool.item(state.path("input"));
        if (title != null && !title.isEmpty() && tool.itemType() != ItemType.COMMAND_EXECUTION) {
            item.title(title);
        }
        if (name.equals(OpenCodeTool.INVALID)) {
            item.title(tool.tool());
        }
        return tool.itemType() == ItemType.COLLAB_AGENT_TOOL_CALL
                ? item.childThread(state.at("/metadata/sessionId").textValue())
                : item;
    }

    private static @Nullable String output(FrameView frame) {
        return frame.at("/part/state/metadata/output").textValue();
    }

    private static String key(FrameView frame) {
        return OpenTools.key(frame.text("/part/messageID"), frame.text("/part/callID"));
    }
}
