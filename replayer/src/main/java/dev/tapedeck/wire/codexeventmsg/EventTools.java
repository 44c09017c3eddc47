package dev.tapedeck.wire.codexeventmsg;

import static dev.tapedeck.canonical.EventType.CONTENT_DELTA;
import static dev.tapedeck.canonical.EventType.ITEM_COMPLETED;
import static dev.tapedeck.canonical.EventType.ITEM_STARTED;
import static dev.tapedeck.canonical.EventType.ITEM_UPDATED;
import static dev.tapedeck.canonical.EventType.REQUEST_RESOLVED;
import static dev.tapedeck.rules.Concept.MCP;
import static dev.tapedeck.rules.Concept.MULTIMODAL;
import static dev.tapedeck.rules.Concept.TOOL_CALL;
import static dev.tapedeck.rules.Concept.TOOL_INPUT;
import static dev.tapedeck.rules.Concept.TOOL_OUTPUT;
import static dev.tapedeck.rules.Concept.TOOL_STATE;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.canonical.ToolKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.rules.RuleBook;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tools as events without items tell them: a begin and an end, joined by the call's id. */
final class EventTools {
    private static final Pattern PLAIN = Pattern.compile("[\\w@%+=:,./-]+");

    private EventTools() {}

    static void rules(RuleBook.Builder book) {
        begin(book, "exec_command_begin", EventTools::command);
        book.map("exec_command_output_delta", TOOL_STATE, CONTENT_DELTA, EventTools::output)
                .also(TOOL_OUTPUT)
                .map("terminal_interaction", TOOL_INPUT, ITEM_UPDATED, EventTools::typed);
        end(book, "exec_command_end", EventTools::command, EventTools::commandStatus);
        book.map("patch_apply_begin", TOOL_CALL, Set.of(ITEM_UPDATED, REQUEST_RESOLVED), EventTools::patchBegins)
                .also(TOOL_INPUT, TOOL_STATE)
                .map("patch_apply_updated", TOOL_INPUT, ITEM_UPDATED, (frame, out) -> new Session(frame, out)
                        .emit(frame.text("/call_id"), new ItemUpdated(patch(frame).data(frame.node("")).build())));
        end(book, "patch_apply_end", EventTools::patch, EventTools::patchStatus);
        begin(book, "mcp_tool_call_begin", EventTools::mcp).also(MCP);
        end(book, "mcp_tool_call_end", EventTools::mcp, EventTools::mcpStatus).also(MCP);
        begin(book, "web_search_begin", EventTools::search);
        end(book, "web_search_end", EventTools::search, frame -> null);
        end(book, "view_image_tool_call", EventTools::image, frame -> null).also(MULTIMODAL);
        begin(book, "image_generation_begin", EventTools::generation).also(MULTIMODAL);
        end(book, "image_generation_end", EventTools::generation, frame -> frame.optionalText("/status"))
                .also(MULTIMODAL);
        end(book, "dynamic_tool_call_response", EventTools::dynamic, EventTools::success);
    }

    static RuleBook.Builder begin(
            RuleBook.Builder book, String kind, Function<FrameView, ItemSnapshot.Builder> item) {
        return book.map(kind, TOOL_CALL, Set.of(ITEM_STARTED, REQUEST_RESOLVED), (frame, out) -> {
                    EventRequests.goesOn(frame, out);
                    ItemSnapshot.Builder begun = item.apply(frame).status(ItemStatus.IN_PROGRESS);
                    new Session(frame, out).emit(
                            frame.text("/call_id"), new ItemStarted(begun.data(frame.node("")).build()));
                })
                .also(TOOL_INPUT, TOOL_STATE);
    }

    static RuleBook.Builder end(
            RuleBook.Builder book,
            String kind,
            Function<FrameView, ItemSnapshot.Builder> item,
            Function<FrameView, @Nullable String> status) {
        return book.map(kind, TOOL_OUTPUT, ITEM_COMPLETED, (frame, out) -> {
                    Session session = new Session(frame, out);
                    String call = frame.text("/call_id");
                    session.told(call);
                    session.emit(call, new ItemCompleted(
                            ended(item.apply(frame), status.apply(frame)).data(frame.node("")).build()));
                })
                .also(TOOL_STATE);
    }

    /** A call without a status is over when its end is told; an unknown status is never a success (D5). */
    static ItemSnapshot.Builder ended(ItemSnapshot.Builder item, @Nullable String status) {
        return switch (status) {
            case null -> item.status(ItemStatus.COMPLETED);
            case "completed" -> item.status(ItemStatus.COMPLETED);
            case "declined" -> item.status(ItemStatus.DECLINED);
            case "failed" -> item.status(ItemStatus.FAILED);
            default -> item.status(ItemStatus.FAILED).detail("ended with status " + status);
        };
    }

    private static ItemSnapshot.Builder command(FrameView frame) {
        String output = frame.optionalText("/aggregated_output");
        if (output == null && frame.has("/stdout")) {
            output = frame.text("/stdout") + frame.text("/stderr");
        }
        return ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                .title(frame.has("/command") ? words(frame.at("/command")) : null)
                .input(frame.has("/command") ? Nodes.only(frame.node(""), "command", "cwd") : null)
                .text(output)
                .exitCode(frame.optionalInt("/exit_code"));
    }

    /** Words of a command in one line. */
    static String words(JsonNode command) {
        if (command.isTextual()) {
            return command.textValue();
        }
        StringBuilder line = new StringBuilder();
        command.forEach(word -> line.append(line.isEmpty() ? "" : " ").append(quoted(word.asText())));
        return line.toString();
    }

    /** A word as a shell takes it for one. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** Older programs told no status, only the exit code. */
    private static @Nullable String commandStatus(FrameView frame) {
        String told = frame.optionalText("/status");
        Integer exit = frame.optionalInt("/exit_code");
        return told != null || exit == null || exit == 0 ? told : "failed";
    }

    /** A piece of output is base64, since it may end within a character. */
    private static void output(FrameView frame, Emitter out) {
        String chunk = frame.text("/chunk");
        String text;
        try {
            text = new String(Base64.getDecoder().decode(chunk), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw FrameView.fault("/chunk", "base64", frame.at("/chunk"));
        }
        new Session(frame, out).emit(
                frame.text("/call_id"), new ContentDelta(StreamKind.COMMAND_OUTPUT, text, null, null));
    }

    private static void typed(FrameView frame, Emitter out) {
        new Session(frame, out).emit(frame.text("/call_id"), new ItemUpdated(
                ItemSnapshot.of(ItemType.COMMAND_EXECUTION)
                        .detail("typed " + frame.text("/stdin"))
                        .data(Nodes.only(frame.node(""), "process_id", "stdin"))
                        .build()));
    }

    /** The seed has a patch begin as an update. */
    private static void patchBegins(FrameView frame, Emitter out) {
        EventRequests.goesOn(frame, out);
        new Session(frame, out).emit(frame.text("/call_id"), new ItemUpdated(
                patch(frame).status(ItemStatus.IN_PROGRESS).data(frame.node("")).build()));
    }

    private static ItemSnapshot.Builder patch(FrameView frame) {
        return changes(frame.at("/changes"))
                .detail(frame.has("/stderr") && !frame.text("/stderr").isEmpty() ? frame.text("/stderr") : null);
    }

    /** Changes by path: the paths as title, what changes as text. */
    static ItemSnapshot.Builder changes(JsonNode changes) {
        StringBuilder paths = new StringBuilder();
        StringBuilder diffs = new StringBuilder();
        changes.properties().forEach(change -> {
            paths.append(paths.isEmpty() ? "" : ", ").append(change.getKey());
            JsonNode diff = change.getValue().path("unified_diff");
            JsonNode text = diff.isTextual() ? diff : change.getValue().path("content");
            if (text.isTextual()) {
                diffs.append(diffs.isEmpty() ? "" : "\n").append(text.textValue());
            }
        });
        return ItemSnapshot.of(ItemType.FILE_CHANGE)
                .title(paths.isEmpty() ? null : paths.toString())
                .text(diffs.isEmpty() ? null : diffs.toString())
                .input(changes.isEmpty() ? null : changes);
    }

    private static @Nullable String patchStatus(FrameView frame) {
        String told = frame.optionalText("/status");
        return told == null ? success(frame) : told;
    }

    private static String success(FrameView frame) {
        return frame.flag("/success") ? "completed" : "failed";
    }

    private static ItemSnapshot.Builder mcp(FrameView frame) {
        String server = frame.text("/invocation/server");
        String tool = frame.text("/invocation/tool");
        return ItemSnapshot.of(ItemType.MCP_TOOL_CALL)
                .title(server + "." + tool)
                .server(server)
                .tool(tool)
                .input(frame.optionalNode("/invocation/arguments"))
                .text(Nodes.joined(frame.at("/result/Ok/content"), "text", "\n"))
                .detail(frame.optionalText("/result/Err"));
    }

    private static @Nullable String mcpStatus(FrameView frame) {
        boolean failed = frame.has("/result/Err") || frame.at("/result/Ok/isError").asBoolean();
        return failed ? "failed" : null;
    }

    private static ItemSnapshot.Builder search(FrameView frame) {
        return ItemSnapshot.of(ItemType.WEB_SEARCH)
                .title(frame.optionalText("/query"))
                .tool("web_search")
                .input(frame.optionalNode("/action"));
    }

    private static ItemSnapshot.Builder image(FrameView frame) {
        return ItemSnapshot.of(ItemType.IMAGE_VIEW)
                .title(frame.text("/path"))
                .tool("view_image")
                .input(Nodes.only(frame.node(""), "path"));
    }

    private static ItemSnapshot.Builder generation(FrameView frame) {
        return ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL)
                .title("image_generation")
                .tool("image_generation")
                .toolKind(ToolKind.IMAGE)
                .input(frame.has("/revised_prompt") ? Nodes.only(frame.node(""), "revised_prompt") : null)
                .text(frame.optionalText("/saved_path"));
    }

    private static ItemSnapshot.Builder dynamic(FrameView frame) {
        return ItemSnapshot.of(ItemType.DYNAMIC_TOOL_CALL)
                .title(frame.text("/tool"))
                .tool(frame.text("/tool"))
                .toolKind(ToolKind.CUSTOM)
                .input(frame.optionalNode("/arguments"))
                .text(Nodes.joined(frame.at("/content_items"), "text", "\n"))
                .detail(frame.optionalText("/error"));
    }
}
