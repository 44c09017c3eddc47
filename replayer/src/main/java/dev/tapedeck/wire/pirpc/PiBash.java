package dev.tapedeck.wire.pirpc;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.StreamKind.COMMAND_OUTPUT;
import static dev.tapedeck.rules.Concept.SESSION;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.scratch.Scratch;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Shell commands of the user's own, which no model called: the client's {@code bash}, its output and its answer. */
final class PiBash {
    private static final String KEY = "bash";
    private static final String NAME = "bash:";

    private PiBash() {}

    static void rules(RuleBook.Builder book) {
        book.map("bash", TOOL_CALL, Conversation.and(ITEM_STARTED), PiBash::started)
                .also(TOOL_STATE, TOOL_INPUT, SESSION)
                .map("bash_execution_update", TOOL_OUTPUT, CONTENT_DELTA, PiBash::output)
                .also(TOOL_STATE)
                .map("bash#result", TOOL_STATE, Conversation.and(ITEM_COMPLETED), PiBash::ended)
                .also(TOOL_OUTPUT)
                .gap("where output that was cut off is kept is carried by data only")
                .map("bash#error", TOOL_STATE, Conversation.and(ITEM_COMPLETED), PiBash::refused);
    }

    /** Commands that run are those that history knows as open; their names tell the client's ids. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        ObjectNode running = Nodes.object();
        for (Resumed.Item item : thread.items()) {
            String[] name = item.id().split(":", 3);
            if (item.open() && item.id().startsWith(NAME) && name.length == 3) {
                running.put(name[2], item.id());
            }
        }
        if (running.isEmpty()) {
            scratch.remove(KEY);
        } else {
            scratch.put(KEY, running);
        }
    }

    private static void started(FrameView frame, Emitter out) {
        String item = NAME + frame.message().seq() + ":" + id(frame);
        String command = frame.text("/command");
        ObjectNode running = Nodes.with(out.scratch().get(KEY), id(frame), Nodes.array().textNode(item));
        out.scratch().put(KEY, running);
        out.emit(new Conversation(out).begun().withItem(item), null, new ItemStarted(command()
                .status(ItemStatus.IN_PROGRESS)
                .title(command)
                .input(Nodes.only(frame.node(""), "command", "excludeFromContext"))
                .build()));
    }

    private static void output(FrameView frame, Emitter out) {
        String item = item(frame, out.scratch());
        out.emit(new Conversation(out).now().withItem(item), null, new ContentDelta(
                COMMAND_OUTPUT, frame.text("/delta"), null, null));
    }

    private static void ended(FrameView frame, Emitter out) {
        boolean cancelled = frame.flag("/data/cancelled");
        Integer exitCode = frame.optionalInt("/data/exitCode");
        boolean good = !cancelled && Objects.equals(exitCode, 0);
        complete(
                command()
                        .status(good ? ItemStatus.COMPLETED : ItemStatus.FAILED)
                        .detail(cancelled ? "cancelled" : null)
                        .text(frame.text("/data/output"))
                        .exitCode(exitCode)
                        .data(frame.node("/data")),
                frame,
                out);
    }

    private static void refused(FrameView frame, Emitter out) {
        complete(command().status(ItemStatus.FAILED).detail(frame.optionalText("/error")), frame, out);
    }

    private static void complete(ItemSnapshot.Builder command, FrameView frame, Emitter out) {
        Scratch.Editor scratch = out.scratch();
        String item = item(frame, scratch);
        ObjectNode rest = Nodes.without(scratch.get(KEY), id(frame));
        if (rest.isEmpty()) {
            scratch.remove(KEY);
        } else {
            scratch.put(KEY, rest);
        }
        out.emit(new Conversation(out).begun().withItem(item), null, new ItemCompleted(command.build()));
    }

    static boolean isCommand(String item) {
        return item.startsWith(NAME);
    }

    private static ItemSnapshot.Builder command() {
        return ItemSnapshot.of(ItemType.COMMAND_EXECUTION).tool("bash");
    }

    /** The item of the command that a frame is about; one that began where nobody listened has its id for a name. */
    private static String item(FrameView frame, Scratch.Editor scratch) {
        JsonNode running = scratch.get(KEY);
        @Nullable String item = running == null ? null : running.path(id(frame)).textValue();
        return item == null ? NAME + id(frame) : item;
    }

    private static String id(FrameView frame) {
        return frame.at("/id").asText("");
    }
}
