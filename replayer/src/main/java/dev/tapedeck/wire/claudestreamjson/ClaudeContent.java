package dev.tapedeck.wire.claudestreamjson;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.json.Json;
import dev.tapedeck.rules.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content as text and attachments: a string, or blocks of several types. One reading for what a client sends, what the
 * provider echoes and what a tool gives back, so that they compare.
 */
final class ClaudeContent {
    private ClaudeContent() {}

    /** The text blocks in order, one a line. */
    static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        boolean first = true;
        for (JsonNode block : blocks(content)) {
            String told = textOf(block);
            if (told != null) {
                text.append(first ? "" : "\n").append(told);
                first = false;
            }
        }
        return text.toString();
    }

    /** Whatever is not text, in order; content is compared by its hash. */
    static List<Attachment> attachments(JsonNode content) {
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode block : blocks(content)) {
            if (textOf(block) == null && !isToolResult(block)) {
                attachments.add(attachment(block));
            }
        }
        return attachments;
    }

    /** An image, a document or anything else that is no text. */
    static Attachment attachment(JsonNode block) {
        JsonNode source = block.path("source");
        String content = Nodes.firstText(source, "data", "url");
        String name = Nodes.firstText(block, "title", "name", "tool_name", "file_id");
        return Attachment.of(
                block.path("type").asText("unknown"),
                name == null ? Nodes.firstText(source, "file_id") : name,
                content);
    }

    static boolean isToolResult(JsonNode block) {
        return block.path("type").asText().endsWith("tool_result");
    }

    /** A lone object stands for a list of one, as failed server tools send it. */
    private static Iterable<JsonNode> blocks(JsonNode content) {
        return content.isObject() ? List.of(content) : content;
    }

    private static @Nullable String textOf(JsonNode block) {
        return switch (block.path("type").asText()) {
            case "text" -> block.path("text").asText();
            case "web_search_result" -> block.path("title").asText() + " " + block.path("url").asText();
            case "search_result" -> block.path("title").asText() + " " + block.path("source").asText();
            default -> block.has("error_code") || block.has("stdout") ? Json.write(block) : null;
        };
    }
}
