package dev.tapedeck.wire.codexappserver;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.Attachment;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content as text and attachments: what a user sends, what the provider echoes and what a tool gives back. One reading
 * for all, so that they compare.
 */
final class CodexInput {
    private CodexInput() {}

    /** The text parts in order, one a line. */
    static String text(JsonNode parts) {
        StringBuilder text = new StringBuilder();
        boolean first = true;
        for (JsonNode part : parts) {
            if (part.path("type").asText().equals("text")) {
                text.append(first ? "" : "\n").append(part.path("text").asText());
                first = false;
            }
        }
        return text.toString();
    }

    /** Whatever is not text, in order; content is compared by its hash. */
    static List<Attachment> attachments(JsonNode parts) {
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode part : parts) {
            String type = part.path("type").asText();
            if (!type.equals("text") && !type.equals("inputText")) {
                JsonNode resource = part.path("resource");
                String name = told(resource.isObject() ? resource : part, "path", "name", "fileId", "uri");
                String content = told(resource.isObject() ? resource : part, "url", "imageUrl", "data", "blob", "text");
                attachments.add(Attachment.of(kind(type), name, content));
            }
        }
        return attachments;
    }

    private static String kind(String type) {
        return switch (type) {
            case "localImage", "inputImage" -> "image";
            case "localAudio" -> "audio";
            default -> type;
        };
    }

    private static @Nullable String told(JsonNode part, String... members) {
        for (String member : members) {
            if (part.path(member).isTextual()) {
                return part.path(member).textValue();
            }
        }
        return null;
    }
}
