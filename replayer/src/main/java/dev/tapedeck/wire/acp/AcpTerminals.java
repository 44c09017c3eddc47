package dev.tapedeck.wire.acp;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.REQUEST_OPENED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.canonical.RequestType.DYNAMIC_TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.acp.OpenTools.Stage;
import dev.tapedeck.wire.acp.OpenTools.Use;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Terminals: in version 2 the agent's own, told by updates; in version 1 the client's, which the agent asks for. What
 * a terminal shows is the output of the tool call that embeds it, or of an item of its own when none does.
 */
final class AcpTerminals {
    private static final String UPDATED = "/params/update";

    private AcpTerminals() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        Acp.UPDATE + "terminal_update",
                        TOOL_OUTPUT,
                        Emits.content(ITEM_STARTED, ITEM_UPDATED, ITEM_COMPLETED),
                        History.orNow(AcpTerminals::update))
                .also(TOOL_CALL, TOOL_STATE)
                .gap("size and folder of a terminal are carried by raw only")
                .map(
                        Acp.UPDATE + "terminal_output_chunk",
                        TOOL_OUTPUT,
                        Emits.content(ITEM_STARTED, CONTENT_DELTA),
                        History.orNow(AcpTerminals::chunk))
                .also(TOOL_CALL, TOOL_STATE);
        AcpRequests.program(book, "terminal/create", "/params/command");
        for (String method : List.of("terminal/wait_for_exit", "terminal/kill", "terminal/release")) {
            AcpRequests.program(book, method, "/params/terminalId");
        }
        book.map("terminal/output", TOOL_OUTPUT, REQUEST_OPENED, AcpTerminals::asked)
                .map("terminal/output#result", TOOL_OUTPUT, Set.of(ITEM_UPDATED, REQUEST_RESOLVED), AcpTerminals::shown)
                .map("terminal/output#error", TOOL_OUTPUT, REQUEST_RESOLVED, AcpRequests::refused);
    }

    private static void update(FrameView frame, Emitter out) {
        JsonNode told = frame.node(UPDATED);
        String command = told.path("command").textValue();
        JsonNode exit = told.path("exitStatus");
        boolean says = command != null || told.has("output") || exit.isObject();
        Use use = use(says, frame, out);
        if (use == null || !says) {
            return;
        }
        String terminal = frame.text(UPDATED + "/terminalId");
        Terminals terminals = terminals(frame, out);
        Integer code = Nodes.integer(exit.path("exitCode"));
        ItemSnapshot.Builder item = ItemSnapshot.of(use.type())
                .title(use.type() == ItemType.COMMAND_EXECUTION ? command : null)
                .text(told.has("output") ? terminals.whole(terminal, told.at("/output/data").asText()) : null)
                .exitCode(code);
        Refs refs = AcpTools.refs(terminals.owner(terminal), use, out);
        if (exit.isObject() && terminals.standsAlone(terminal) && use.stage() != Stage.ENDED) {
            AcpTools.tools(frame, out).put(terminal, use.withStage(Stage.ENDED));
            ItemStatus status = code != null && code == 0 ? ItemStatus.COMPLETED : ItemStatus.FAILED;
            out.emit(refs, null, new ItemCompleted(item.status(status).build()));
        } else if (command != null || told.has("output") || code != null) {
            out.emit(refs, null, new ItemUpdated(item.build()));
        }
    }

    private static void chunk(FrameView frame, Emitter out) {
        Use use = use(true, frame, out);
        String terminal = frame.text(UPDATED + "/terminalId");
        Terminals terminals = terminals(frame, out);
        String text = terminals.more(terminal, frame.text(UPDATED + "/data"));
        if (use != null && !text.isEmpty()) {
            out.emit(AcpTools.refs(terminals.owner(terminal), use, out), null, new ContentDelta(
                    StreamKind.COMMAND_OUTPUT, text, null, null, use.type()));
        }
    }

    /** The call whose output a terminal is; one that no call embeds is started once it says something. */
    private static @Nullable Use use(boolean says, FrameView frame, Emitter out) {
        String terminal = frame.text(UPDATED + "/terminalId");
        Terminals terminals = terminals(frame, out);
        Use known = AcpTools.tools(frame, out).get(terminals.owner(terminal));
        if (known != null || !says) {
            return known;
        }
        terminals.own(terminal, terminal);
        return AcpTools.begin(
                terminal,
                ItemSnapshot.of(ItemType.COMMAND_EXECUTION).status(ItemStatus.IN_PROGRESS).build(),
                Stage.RUNS,
                frame,
                out);
    }

    private static Terminals terminals(FrameView frame, Emitter out) {
        return new Terminals(out.scratch(), frame.optionalText("/params/sessionId"));
    }

    /** The client's terminal is shown by its answers to the agent, for the call that embeds it. */
    private static void asked(FrameView frame, Emitter out) {
        String terminal = frame.text("/params/terminalId");
        String owner = terminals(frame, out).owner(terminal);
        Use use = AcpTools.tools(frame, out).get(owner);
        Refs refs = use == null ? new Conversation(frame, out).heard() : AcpTools.refs(owner, use, out);
        AcpRequests.opened(DYNAMIC_TOOL_CALL, terminal, refs, frame, out);
    }

    private static void shown(FrameView frame, Emitter out) {
        Refs refs = AcpRequests.asked(frame, out);
        String output = frame.at("/result/output").textValue();
        if (refs.item() != null && output != null) {
            out.emit(refs.withRequest(null), null, new ItemUpdated(ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                    .text(output)
                    .exitCode(Nodes.integer(frame.at("/result/exitStatus/exitCode")))
                    .build()));
        }
        AcpRequests.answered(frame, out);
    }
}
