package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.TOOL_PROGRESS;
import static dev.tapedeck.canonical.StreamKind.ASSISTANT_TEXT;
import static dev.tapedeck.canonical.StreamKind.COMMAND_OUTPUT;
import static dev.tapedeck.canonical.StreamKind.FILE_CHANGE_OUTPUT;
import static dev.tapedeck.canonical.StreamKind.PLAN_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_SUMMARY_TEXT;
import static dev.tapedeck.canonical.StreamKind.REASONING_TEXT;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.REASONING;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.TelemetryPayload.ToolProgress;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.Set;

/** What happens to an item between its start and its end. */
final class CodexContent {
    private static final Set<EventType> BOUNDARY = Set.of(ITEM_UPDATED, CONTENT_DELTA);

    /** Stands between two parts of a finished thought. */
    private static final String PART = "\n\n";

    private CodexContent() {}

    static void rules(RuleBook.Builder book) {
        book.map("item/agentMessage/delta", TEXT, CONTENT_DELTA, delta(ASSISTANT_TEXT))
                .map("item/plan/delta", DROPPED_TODAY, CONTENT_DELTA, delta(PLAN_TEXT))
                .map("item/reasoning/summaryTextDelta", REASONING, CONTENT_DELTA, CodexContent::summaryDelta)
                .map("item/reasoning/summaryPartAdded", REASONING, BOUNDARY, CodexContent::summaryPart)
                .map("item/reasoning/textDelta", REASONING, CONTENT_DELTA, CodexContent::thoughtDelta)
                .map("item/commandExecution/outputDelta", TOOL_STATE, CONTENT_DELTA, delta(COMMAND_OUTPUT))
                .also(TOOL_OUTPUT)
                .map("item/commandExecution/terminalInteraction", TOOL_INPUT, ITEM_UPDATED, CodexContent::typed)
                .also(TOOL_STATE)
                .map("item/fileChange/outputDelta", TOOL_STATE, CONTENT_DELTA, delta(FILE_CHANGE_OUTPUT))
                .also(TOOL_OUTPUT)
                .map("item/fileChange/patchUpdated", TOOL_INPUT, ITEM_UPDATED, CodexContent::patch)
                .also(TOOL_STATE)
                .map("item/mcpToolCall/progress", TOOL_STATE, TOOL_PROGRESS, CodexContent::progress);
    }

    private static Rule.Mapping delta(StreamKind kind) {
        return (frame, out) -> out.contentDelta(kind, frame.text("/params/delta"));
    }

    private static void summaryDelta(FrameView frame, Emitter out) {
        String delta = frame.text("/params/delta");
        Integer index = frame.optionalInt("/params/summaryIndex");
        isNewPart("summary", out);
        out.emit(new ContentDelta(REASONING_SUMMARY_TEXT, delta, null, index));
    }

    /** No word announces a part of the raw thoughts, so its first piece does. */
    private static void thoughtDelta(FrameView frame, Emitter out) {
        String delta = frame.text("/params/delta");
        Integer index = frame.optionalInt("/params/contentIndex");
        if (isNewPart("thought " + (index == null ? "" : index), out)) {
            out.emit(new ContentDelta(REASONING_TEXT, PART, index, null));
        }
        out.emit(new ContentDelta(REASONING_TEXT, delta, index, null));
    }

    /** Whether the item's text so far belongs to another part; remembers this one. */
    private static boolean isNewPart(String part, Emitter out) {
        String item = out.refs().item();
        if (out.refs().thread() == null || item == null) {
            return false;
        }
        String key = partKey(out.refs().thread());
        JsonNode before = out.scratch().get(key);
        boolean same = before != null && before.path(0).asText().equals(item);
        if (same && before.path(1).asText().equals(part)) {
            return false;
        }
        out.scratch().put(key, JsonNodeFactory.instance.arrayNode().add(item).add(part));
        return same;
    }

    static String partKey(String thread) {
        return "part/" + thread;
    }

    /** A part after the first begins with the blank line that the finished text has between its parts. */
    private static void summaryPart(FrameView frame, Emitter out) {
        Integer index = frame.optionalInt("/params/summaryIndex");
        out.emit(new ItemUpdated(ItemSnapshot.of(ItemType.REASONING)
                .data(CodexJson.object("summaryIndex", frame.node("/params/summaryIndex")))
                .build()));
        if (index != null && index > 0) {
            out.emit(new ContentDelta(REASONING_SUMMARY_TEXT, PART, null, index));
        }
    }

    private static void typed(FrameView frame, Emitter out) {
        out.emit(new ItemUpdated(ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .detail("typed " + frame.text("/params/stdin"))
                .data(CodexJson.only(frame.node("/params"), "processId", "stdin"))
                .build()));
    }

    private static void patch(FrameView frame, Emitter out) {
        JsonNode changes = frame.array("/params/changes");
        out.emit(new ItemUpdated(CodexItems.changes(changes).data(changes).build()));
    }

    private static void progress(FrameView frame, Emitter out) {
        out.emit(new ToolProgress(frame.text("/params/itemId"), null, frame.text("/params/message"), null, null));
    }
}
