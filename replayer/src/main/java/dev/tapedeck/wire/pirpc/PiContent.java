package dev.tapedeck.wire.pirpc;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content as text and attachments: a string, or blocks of several types. One reading for what a client sends, what the
 * provider echoes and what a tool gives back, so that they compare.
 */
final class PiContent {
    private PiContent() {}

    /** The text blocks in order, one a line. */
    static String text(JsonNode content) {
        if (content.isTextual()) {
            return content.textValue();
        }
        StringBuilder text = new StringBuilder();
        boolean first = true;
        for (JsonNode block : content) {
            if (isText(block)) {
                text.append(first ? "" : "\n").append(block.path("text").asText());
                first = false;
            }
        }
        return text.toString();
    }

    /** Whatever is not text, in order; its data is compared by hash. Null when there is nothing. */
    static @Nullable List<Attachment> attachments(JsonNode content) {
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode block : content) {
            if (!isText(block)) {
                attachments.add(Attachment.of(
                        block.path("type").asText("unknown"),
                        block.path("name").textValue(),
                        block.path("data").textValue()));
            }
        }
        return attachments.isEmpty() ? null : attachments;
    }

    private static boolean isText(JsonNode block) {
        return block.path("type").asText().equals("text");
    }
}
