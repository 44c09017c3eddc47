package dev.tapedeck.wire.claudetranscript;

import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.RUNTIME_ERROR;
import static dev.tapedeck.canonical.EventType.THREAD_STARTED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.canonical.EventType.TURN_COMPLETED;
import static dev.tapedeck.canonical.EventType.TURN_STARTED;
import static dev.tapedeck.rules.Concept.DROPPED_TODAY;
import static dev.tapedeck.rules.Concept.TEXT;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ErrorClass;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.SessionFacts;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Transcript;
import dev.tapedeck.scratch.Scratch;
import dev.tapedeck.wire.claudestreamjson.ClaudeTool;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Prompts, answers and results of tools. */
final class TranscriptMessages {
    private static final String INTERRUPTED = "[Request interrupted by user";
    private static final String MESSAGE = "message";
    private static final String BEGUN = "begun/";

    private TranscriptMessages() {}

    static void rules(RuleBook.Builder book) {
        book.map("user", DROPPED_TODAY, Set.of(THREAD_STARTED, TURN_STARTED, TURN_COMPLETED, ITEM_COMPLETED),
                        TranscriptMessages::user)
                .map("assistant", TEXT,
                        Set.of(THREAD_STARTED, ITEM_STARTED, ITEM_COMPLETED, THREAD_TOKEN_USAGE_UPDATED,
                                RUNTIME_ERROR, TURN_COMPLETED),
                        TranscriptMessages::assistant)
                .gap("text comes whole, never in deltas");
    }

    /** Threads that history knows have begun, whoever has missed that. */
    static void resume(Resumed thread, Scratch.Editor scratch) {
        Transcript.resume(
                thread,
                item -> item.tool() == null ? null : ClaudeTool.nativeName(item.tool(), item.server()),
                scratch);
        scratch.put(BEGUN + thread.thread(), "");
    }

    private static Transcript begun(FrameView frame, Emitter out) {
        Transcript transcript = new Transcript(out);
        String thread = transcript.thread();
        if (thread != null && out.scratch().get(BEGUN + thread) == null) {
            out.scratch().put(BEGUN + thread, "");
            String session = frame.optionalText("/sessionId");
            SessionFacts facts = SessionFacts.of(frame.optionalText("/cwd"), null);
            out.emit(out.refs(), null, new ThreadStarted(
                    thread,
                    thread.equals(session) ? null : session,
                    Nodes.only(frame.node(""), "cwd", "version", "gitBranch", "entrypoint"),
                    facts));
        }
        return transcript;
    }

    private static void user(FrameView frame, Emitter out) {
        Transcript transcript = begun(frame, out);
        JsonNode content = frame.node("/message/content");
        List<JsonNode> results = new ArrayList<>();
        content.forEach(block -> {
            if (block.path("type").asText().equals("tool_result")) {
                results.add(block);
            }
        });
        if (!results.isEmpty()) {
            results.forEach(result -> result(result, frame, transcript));
            return;
        }
        String text = content.isTextual() ? content.textValue() : Nodes.joined(content, "text", "\n");
        if (text != null && text.startsWith(INTERRUPTED)) {
            transcript.ends(TurnCompleted.of(TurnState.INTERRUPTED));
            return;
        }
        // What the program adds to the conversation by itself is no prompt.
        if (!Boolean.TRUE.equals(frame.optionalFlag("/isMeta"))) {
            transcript.userSpeaks(null);
        }
        List<Attachment> attachments = attachments(content);
        transcript.emit(frame.text("/uuid"), new ItemCompleted(ItemSnapshot.of(ItemType.USER_MESSAGE)
                .status(ItemStatus.COMPLETED)
                .text(text)
                .attachments(attachments.isEmpty() ? null : attachments)
                .data(frame.node("/message"))
                .build()));
    }

    private static List<Attachment> attachments(JsonNode content) {
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode block : content) {
            String type = block.path("type").asText();
            if (type.equals("image") || type.equals("document")) {
                attachments.add(new Attachment(type, block.at("/source/media_type").textValue(), null));
            }
        }
        return attachments;
    }

    private static void result(JsonNode result, FrameView frame, Transcript transcript) {
        String id = result.path("tool_use_id").asText();
        String name = transcript.toolEnds(id);
        boolean failed = result.path("is_error").asBoolean();
        JsonNode content = result.path("content");
        ItemSnapshot.Builder item = name == null
                ? ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL)
                : ClaudeTool.named(name).item(null).title(null);
        transcript.emit(id, new ItemCompleted(item
                .status(failed ? ItemStatus.FAILED : ItemStatus.COMPLETED)
                .text(content.isTextual() ? content.textValue() : Nodes.joined(content, "text", "\n"))
                .data(frame.has("/toolUseResult") ? frame.at("/toolUseResult") : result)
                .build()));
    }

    private static void assistant(FrameView frame, Emitter out) {
        Transcript transcript = begun(frame, out);
        JsonNode blocks = frame.node("/message/content");
        for (int i = 0; i < blocks.size(); i++) {
            block(blocks.get(i), i, frame, transcript, out);
        }
        usage(frame, transcript, out);
        boolean failed = Boolean.TRUE.equals(frame.optionalFlag("/isApiErrorMessage"));
        String text = failed ? Nodes.joined(blocks, "text", "\n") : null;
        if (failed) {
            transcript.emit(new RuntimeError(
                    text == null ? "API error" : text, ErrorClass.PROVIDER_ERROR, frame.optionalNode("/error"), null));
        }
        String stop = frame.optionalText("/message/stop_reason");
        boolean goesOn = !failed && (stop == null || stop.equals("tool_use") || stop.equals("pause_turn"));
        // Each line of a message has its stop reason; the text comes last.
        if (failed || !goesOn && hasText(blocks)) {
            TurnState state = failed ? TurnState.FAILED : TurnState.COMPLETED;
            transcript.ends(new TurnCompleted(state, stop, null, null, null, text, null, null));
        }
    }

    private static boolean hasText(JsonNode blocks) {
        for (JsonNode block : blocks) {
            if (block.path("type").asText().equals("text")) {
                return true;
            }
        }
        return false;
    }

    private static void block(JsonNode block, int index, FrameView frame, Transcript transcript, Emitter out) {
        String item = frame.text("/message/id") + ":" + frame.text("/uuid") + ":" + index;
        switch (block.path("type").asText()) {
            case "text" -> transcript.emit(item, said(ItemType.ASSISTANT_MESSAGE, block.path("text"), block));
            case "thinking" -> transcript.emit(item, said(ItemType.REASONING, block.path("thinking"), block));
            case "redacted_thinking" -> transcript.emit(item, new ItemCompleted(ItemSnapshot.of(ItemType.REASONING)
                    .status(ItemStatus.COMPLETED)
                    .redacted(true)
                    .build()));
            case "tool_use", "server_tool_use", "mcp_tool_use" -> {
                String id = block.path("id").asText();
                String name = block.path("name").asText();
                transcript.toolBegins(id, name);
                transcript.emit(id, new ItemStarted(ClaudeTool.named(name)
                        .item(block.path("input"))
                        .status(ItemStatus.IN_PROGRESS)
                        .data(block)
                        .build()));
            }
            default -> other(block, frame, transcript, out);
        }
    }

    /** The result of a tool that the model's own server ran stands among the answer's blocks. */
    private static void other(JsonNode block, FrameView frame, Transcript transcript, Emitter out) {
        if (block.has("tool_use_id")) {
            result(block, frame, transcript);
        } else {
            out.unmapped("assistant:" + block.path("type").asText(), block);
        }
    }

    private static ItemCompleted said(ItemType type, JsonNode text, JsonNode block) {
        @Nullable String whole = text.textValue();
        return new ItemCompleted(ItemSnapshot.of(type)
                .status(ItemStatus.COMPLETED)
                .text(whole)
                .data(block)
                .build());
    }

    /** Each line of a message repeats its usage, which counts once (decision D9). */
    private static void usage(FrameView frame, Transcript transcript, Emitter out) {
        String message = frame.text("/message/id");
        JsonNode usage = frame.optionalNode("/message/usage");
        if (usage == null || message.equals(out.scratch().text(MESSAGE))) {
            return;
        }
        out.scratch().put(MESSAGE, message);
        Long input = frame.optionalInteger("/message/usage/input_tokens");
        Long cached = frame.optionalInteger("/message/usage/cache_read_input_tokens");
        Long written = frame.optionalInteger("/message/usage/cache_creation_input_tokens");
        Usage step = new Usage(
                UsageScope.STEP, true, true, input, cached, written,
                frame.optionalInteger("/message/usage/output_tokens"), null, null, null);
        transcript.emit(new ThreadTokenUsageUpdated(usage, new UsageFigures(null, null, step, null, null)));
    }
}
