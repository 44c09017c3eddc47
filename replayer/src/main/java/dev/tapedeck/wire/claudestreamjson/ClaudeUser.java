package dev.tapedeck.wire.claudestreamjson;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.RUNTIME_WARNING;
import static dev.tapedeck.canonical.EventType.THREAD_STATE_CHANGED;
import static dev.tapedeck.frame.Direction.IN;
import static dev.tapedeck.rules.Concept.COMPACTION;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.TEXT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;
import static dev.tapedeck.rules.Concept.TURN_END;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Messages that stand in the conversation as the user's: results of tools, an echo of what the client sent, the task
 * of a sub-agent, and what the provider itself put there for the model to read.
 */
final class ClaudeUser {
    /** What a command of the client's own wrote comes as an echo, in these marks. */
    private static final Pattern COMMAND_OUTPUT =
            Pattern.compile("^<local-command-(stdout|stderr)>(.*)</local-command-\\1>\\s*$", Pattern.DOTALL);

    private static final String INTERRUPTED = "[Request interrupted by user";

    private ClaudeUser() {}

    static void rules(RuleBook.Builder book) {
        book.map(
                        "user",
                        TOOL_OUTPUT,
                        Conversation.andEnd(ITEM_COMPLETED, THREAD_STATE_CHANGED, RUNTIME_WARNING),
                        ClaudeUser::user)
                .also(TOOL_STATE, MCP, MULTIMODAL, TEXT, COMPACTION, DROPPED_TODAY, TURN_END)
                .gap("what the provider writes into the conversation for the model is a warning, not a message")
                .dropFrom(IN, "user", "what the client sends; the provider echoes it when it was asked to")
                .send("user", ClaudeUser::sent);
    }

    private static void user(FrameView frame, Emitter out) {
        JsonNode content = content(frame);
        Conversation conversation = new Conversation(out);
        ArrayNode said = Nodes.array();
        Refs refs = conversation.now();
        for (JsonNode block : content) {
            String type = block.path("type").asText();
            if (type.equals("tool_result")) {
                new ToolResult(block, refs, frame, out).emit();
            } else if (type.equals("text") || type.equals("image") || type.equals("document")) {
                said.add(block);
            } else {
                out.unmapped("user:" + type, block);
            }
        }
        if (content.isTextual() || !said.isEmpty()) {
            said(content.isTextual() ? content : said, conversation, frame, out);
        }
    }

    private static void said(JsonNode content, Conversation conversation, FrameView frame, Emitter out) {
        boolean child = conversation.isChild(out.refs());
        Refs refs = child ? conversation.running() : conversation.now();
        String text = ClaudeContent.text(content);
        Matcher output = COMMAND_OUTPUT.matcher(text);
        if (output.matches()) {
            out.emit(refs, null, new RuntimeWarning(output.group(2), null));
        } else if (isUsers(child, frame)) {
            item(ItemType.USER_MESSAGE, text, ClaudeContent.attachments(content), refs, frame, out);
        } else {
            note(text, refs, conversation, frame, out);
        }
    }

    /** Only an echo and a sub-agent's task are a user's; what else is said in the user's name the provider said. */
    private static boolean isUsers(boolean child, FrameView frame) {
        boolean echo = Boolean.TRUE.equals(frame.optionalFlag("/isReplay"));
        return (echo || child) && !Boolean.TRUE.equals(frame.optionalFlag("/isSynthetic"));
    }

    private static void item(
            ItemType type, String text, List<Attachment> attachments, Refs refs, FrameView frame, Emitter out) {
        String uuid = frame.optionalText("/uuid");
        String id = uuid == null ? "user:" + frame.message().seq() : uuid;
        out.emit(refs.withItem(id), null, new ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.COMPLETED)
                .text(text)
                .attachments(attachments.isEmpty() ? null : attachments)
                .completedAt(frame.time("/timestamp"))
                .data(frame.node("/message"))
                .build()));
    }

    private static void note(String text, Refs refs, Conversation conversation, FrameView frame, Emitter out) {
        boolean interrupted = text.startsWith(INTERRUPTED);
        if (interrupted) {
            conversation.interrupt(refs.thread());
        }
        boolean synthetic = Boolean.TRUE.equals(frame.optionalFlag("/isSynthetic"));
        if (interrupted || !synthetic || !new Compacting(out).summary(text, refs)) {
            out.emit(refs, null, new RuntimeWarning(text, null));
        }
    }

    private static Send sent(FrameView frame) {
        JsonNode content = content(frame);
        List<Attachment> attachments = ClaudeContent.attachments(content);
        String session = frame.optionalText("/session_id");
        return new Send(
                session == null || session.isEmpty() ? null : session, ClaudeContent.text(content), attachments);
    }

    private static JsonNode content(FrameView frame) {
        JsonNode content = frame.node("/message/content");
        if (!content.isTextual() && !content.isArray()) {
            throw FrameView.fault("/message/content", "a string or an array", content);
        }
        return content;
    }
}
