package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemPayload.ItemUpdated;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.Send;
import dev.tapedeck.wire.opencodeevent.MessageRules.Author;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What users send, as text and attachments: one reading for what a client sends and what the provider echoes, so that
 * they compare. The echo comes part by part; the message is whole when anything else is told.
 */
final class Prompts {
    /** Text that is kept until the message is whole, in characters: a quarter of the scratch budget. */
    private static final int KEPT = 16_384;

    private static final String KEY = "prompt";
    private static final String OF = "of";
    private static final String COPIED = "copied";
    private static final String UNTOLD = "untold";

    private final Turns turns;
    private final Emitter out;

    Prompts(Turns turns, Emitter out) {
        this.turns = turns;
        this.out = out;
    }

    /** What a client sends as {@code parts}; what the provider puts beside it is no part of it. */
    static Send parts(FrameView frame) {
        StringBuilder text = new StringBuilder();
        List<Attachment> files = new ArrayList<>(0);
        for (JsonNode part : frame.array("/parts")) {
            String told = text(part);
            if (told != null) {
                text.append(text.isEmpty() ? "" : "\n").append(told);
            } else if (attachment(part) instanceof Attachment file) {
                files.add(file);
            }
        }
        return new Send(frame.parameter("sessionID"), text.toString(), files);
    }

    /** What a client sends as {@code prompt}. */
    static Send prompt(FrameView frame) {
        JsonNode prompt = frame.node("/prompt");
        return new Send(frame.parameter("sessionID"), frame.text("/prompt/text"), files(prompt));
    }

    /** Files and mentions of a prompt; a client need not say what type a file has. */
    static List<Attachment> files(JsonNode prompt) {
        List<Attachment> files = new ArrayList<>(0);
        for (JsonNode file : prompt.path("files")) {
            files.add(new Attachment("file", file.path("name").textValue(), sha256(file.path("uri").asText())));
        }
        for (JsonNode agent : prompt.path("agents")) {
            files.add(new Attachment("mention", agent.path("name").textValue(), null));
        }
        return files;
    }

    /** Text of a part that a user wrote; null for other parts and for what the provider wrote beside it. */
    static @Nullable String text(JsonNode part) {
        boolean own = !part.path("synthetic").asBoolean() && !part.path("ignored").asBoolean();
        return switch (part.path("type").asText()) {
            case "text" -> own ? part.path("text").asText() : null;
            case "subtask" -> part.path("prompt").asText();
            default -> null;
        };
    }

    /** A file or a mention; null for other parts. */
    static @Nullable Attachment attachment(JsonNode part) {
        return switch (part.path("type").asText()) {
            case "file" -> {
                String kind = part.path("mime").asText().startsWith("image/") ? "image" : "file";
                yield new Attachment(kind, part.path("filename").textValue(), sha256(part.path("url").asText()));
            }
            case "agent" -> new Attachment("mention", part.path("name").textValue(), null);
            default -> null;
        };
    }

    /**
     * A part of a user's message was echoed.
     *
     * @param author null if it was not told, so that the message may be a fork's copy
     */
    void part(String message, JsonNode part, @Nullable Author author) {
        String text = text(part);
        Attachment file = attachment(part);
        if (text == null && file == null) {
            return;
        }
        JsonNode before = turns.memory.get(KEY);
        boolean first = before == null || !before.path("id").asText().equals(message);
        if (first) {
            complete();
            String of = author == null ? UNTOLD : author.copied() ? COPIED : "";
            ObjectNode begun = EventJson.object().put("id", message);
            before = of.isEmpty() ? begun : begun.put(OF, of);
        }
        ObjectNode prompt = EventJson.without(before, "");
        if (text != null) {
            String whole = before.path("text").asText();
            whole = whole.isEmpty() ? text : whole + "\n" + text;
            prompt.put("text", whole.length() > KEPT ? "" : whole);
            text = whole;
        } else {
            text = prompt.path("text").textValue();
        }
        ArrayNode files = EventJson.array();
        before.path("files").forEach(files::add);
        if (file != null) {
            files.add(json(file));
        }
        prompt.set("files", files);
        turns.memory.put(KEY, prompt);
        ItemSnapshot item = snapshot(text, files).status(ItemStatus.IN_PROGRESS).build();
        emit(prompt, first ? new ItemStarted(item) : new ItemUpdated(item));
    }

    /** After frames were lost, the message whose parts still come is the one that history knows as open. */
    static void resume(Resumed thread, SessionMemory memory) {
        Resumed.Prompt told = thread.prompt();
        JsonNode before = memory.get(KEY);
        if (told == null) {
            memory.remove(KEY);
            return;
        }
        boolean same = before != null && before.path("id").asText().equals(told.item());
        ObjectNode prompt = EventJson.object().put("id", told.item()).put(OF, same ? before.path(OF).asText() : UNTOLD);
        if (told.text() != null) {
            prompt.put("text", told.text().length() > KEPT ? "" : told.text());
        }
        ArrayNode files = EventJson.array();
        told.attachments().forEach(file -> files.add(json(file)));
        memory.put(KEY, prompt.<ObjectNode>set("files", files));
    }

    private static ArrayNode json(Attachment file) {
        return EventJson.array().add(file.kind()).add(file.name()).add(file.sha256());
    }

    /** The user's message is whole. */
    void complete() {
        JsonNode prompt = turns.memory.get(KEY);
        if (prompt != null) {
            turns.memory.remove(KEY);
            ItemSnapshot item = snapshot(prompt.path("text").textValue(), prompt.path("files"))
                    .status(ItemStatus.COMPLETED)
                    .build();
            emit(prompt, new ItemCompleted(item));
        }
    }

    private void emit(JsonNode prompt, ItemPayload payload) {
        String of = prompt.path(OF).asText();
        boolean none = of.equals(COPIED) || of.equals(UNTOLD) && !turns.running();
        Refs refs = (none ? out.refs() : turns.next()).withItem(prompt.path("id").asText());
        (of.equals(COPIED) ? out.asHistory() : out).emit(refs, null, payload);
    }

    private static ItemSnapshot.Builder snapshot(@Nullable String text, JsonNode files) {
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode file : files) {
            attachments.add(new Attachment(
                    file.path(0).asText(), file.path(1).textValue(), file.path(2).textValue()));
        }
        return ItemSnapshot.of(ItemType.USER_MESSAGE)
                .text(text == null || text.isEmpty() ? null : text)
                .attachments(attachments.isEmpty() ? null : attachments);
    }

    private static String sha256(String content) {
        try {
            byte[] bytes = content.getBytes(StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
