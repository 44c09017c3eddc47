package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.rules.Nodes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Content blocks as text and attachments (schema {@code ContentBlock}): one reading for what a client sends, what an
 * agent echoes and what a tool gives back, so that they compare.
 */
final class AcpContent {
    private AcpContent() {}

    /** The text of a text block, or null when the block is of another type. */
    static @Nullable String textOf(JsonNode block) {
        return block.path("type").asText().equals("text") ? block.path("text").asText() : null;
    }

    /** The text blocks in order, one a line. */
    static String text(JsonNode blocks) {
        StringBuilder text = new StringBuilder();
        boolean first = true;
        for (JsonNode block : blocks) {
            String told = textOf(block);
            if (told != null) {
                text.append(first ? "" : "\n").append(told);
                first = false;
            }
        }
        return text.toString();
    }

    /** Whatever is not text, in order. */
    static List<Attachment> attachments(JsonNode blocks) {
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode block : blocks) {
            if (textOf(block) == null) {
                attachments.add(attachment(block));
            }
        }
        return attachments;
    }

    /** An image, audio, a resource or a link to one; content is compared by its hash. */
    static Attachment attachment(JsonNode block) {
        JsonNode resource = block.path("resource");
        String content = Nodes.firstText(block, "data");
        if (content == null) {
            content = Nodes.firstText(resource, "text", "blob");
        }
        String name = Nodes.firstText(block, "name", "uri");
        name = name == null ? Nodes.firstText(resource, "uri") : name;
        return Attachment.of(block.path("type").asText("unknown"), name, content == null ? name : content);
    }

    /** Attachments as scratch holds them. */
    static JsonNode written(Attachment attachment) {
        return Nodes.array().add(attachment.kind()).add(attachment.name()).add(attachment.sha256());
    }

    static Attachment read(JsonNode written) {
        return new Attachment(
                written.path(0).asText(),
                written.path(1).textValue(),
                written.path(2).textValue());
    }

    /** What a tool shows: text of its content blocks, one after another; null when it shows none. */
    static @Nullable String shown(JsonNode content) {
        StringBuilder text = new StringBuilder();
        boolean any = false;
        for (JsonNode part : content) {
            String told = textOf(part.path("content"));
            if (told != null) {
                text.append(any ? "\n" : "").append(told);
                any = true;
            }
        }
        return any ? text.toString() : null;
    }

    /** Images and resources among what a tool shows. */
    static List<Attachment> shownAttachments(JsonNode content) {
        List<Attachment> attachments = new ArrayList<>(0);
        for (JsonNode part : content) {
            JsonNode block = part.path("content");
            if (block.isObject() && textOf(block) == null) {
                attachments.add(attachment(block));
            }
        }
        return attachments;
    }

    /** The value of each option, for settings that are told as a list; version 2 names their ids in another way. */
    static ObjectNode values(JsonNode options) {
        ObjectNode values = Nodes.object();
        for (JsonNode option : options) {
            String id = Nodes.firstText(option, "id", "configId");
            JsonNode value = option.path("currentValue");
            if (id != null && !value.isMissingNode()) {
                values.set(id, value);
            }
        }
        return values;
    }
}
