package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The result of one tool use: what ends its item, and the turn of a sub-agent that worked for it. */
final class ToolResult {
    /** The only place where this wire tells an exit code, and only of commands that failed. */
    private static final Pattern EXIT_CODE = Pattern.compile("^Exit code (\\d{1,9})\\b");

    private final JsonNode block;
    private final Refs refs;
    private final FrameView frame;
    private final Emitter out;
    private final JsonNode told;

    ToolResult(JsonNode block, Refs refs, FrameView frame, Emitter out) {
        this.block = block;
        this.refs = refs;
        this.frame = frame;
        this.out = out;
        this.told = frame.at("/tool_use_result");
    }

    void emit() {
        String id = ClaudeMessages.text(block, "tool_use_id");
        OpenTools tools = new OpenTools(out.scratch());
        OpenTools.Use use = tools.get(id);
        tools.end(id);
        JsonNode content = block.path("content");
        boolean failed = block.path("is_error").asBoolean()
                || content.path("type").asText().endsWith("_error");
        endSubAgent(id, failed);
        if (use != null && !OpenTools.isVendors(id)) {
            new StreamedMessage(out.scratch(), use.thread(), refs).end();
        }
        ItemType type = use == null ? ItemType.DYNAMIC_TOOL_CALL : use.tool().itemType();
        String said = ClaudeContent.text(content);
        String text = type == ItemType.FILE_CHANGE && !failed ? Objects.requireNonNullElse(change(), said) : said;
        List<Attachment> attachments = ClaudeContent.attachments(content);
        ItemSnapshot.Builder item = ItemSnapshot.of(type)
                .status(status(id, failed, use))
                .text(type == ItemType.PLAN ? null : text)
                .detail(type == ItemType.PLAN && failed ? text : null)
                .attachments(attachments.isEmpty() ? null : attachments)
                .exitCode(type == ItemType.COMMAND_EXECUTION && failed ? exitCode(text) : null)
                .data(told.isObject() ? told : block)
                .completedAt(frame.time("/timestamp"));
        if (use != null) {
            item.tool(use.tool().tool()).toolKind(use.tool().kind()).server(use.tool().server());
        }
        out.emit(refs.withItem(id), null, new ItemCompleted(item.build()));
    }

    /** A sub-agent that was sent to the background has only begun when its tool gives a result. */
    private void endSubAgent(String id, boolean failed) {
        Conversation conversation = new Conversation(out);
        if (!conversation.isOpenChild(id)) {
            return;
        }
        if (told.path("isAsync").asBoolean()) {
            conversation.goesToBackground(id);
        } else if (!conversation.isInBackground(id)) {
            conversation.endChild(id, failed ? TurnState.FAILED : TurnState.COMPLETED);
        }
    }

    private ItemStatus status(String id, boolean failed, OpenTools.@Nullable Use use) {
        if (!failed) {
            return ItemStatus.COMPLETED;
        }
        return use != null && use.declined() || isRejected(id) ? ItemStatus.DECLINED : ItemStatus.FAILED;
    }

    /** What became of the file: its hunks, or the whole of a new one; null where the program does not say. */
    private @Nullable String change() {
        JsonNode hunks = told.path("structuredPatch");
        if (hunks.isEmpty()) {
            return told.path("type").asText().equals("create") ? told.path("content").textValue() : null;
        }
        StringBuilder diff = new StringBuilder();
        for (JsonNode hunk : hunks) {
            diff.append("@@ -").append(range(hunk, "oldStart", "oldLines"));
            diff.append(" +").append(range(hunk, "newStart", "newLines")).append(" @@\n");
            hunk.path("lines").forEach(line -> diff.append(line.asText()).append('\n'));
        }
        return diff.toString();
    }

    private static String range(JsonNode hunk, String start, String lines) {
        int count = hunk.path(lines).asInt(1);
        return hunk.path(start).asText() + (count == 1 ? "" : "," + count);
    }

    private boolean isRejected(String id) {
        for (JsonNode meta : frame.at("/tool_result_meta")) {
            if (meta.path("id").asText().equals(id)) {
                return meta.at("/permission_decision/decision").asText().equals("reject");
            }
        }
        return false;
    }

    private static @Nullable Integer exitCode(String text) {
        Matcher matcher = EXIT_CODE.matcher(text);
        return matcher.find() ? (Integer) Integer.parseInt(matcher.group(1)) : null;
    }
}
