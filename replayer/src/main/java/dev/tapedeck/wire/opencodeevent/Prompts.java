package dev.tapedeck.wire.opencodeevent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
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
import java.util.ArrayList;
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
    private static final String PARTS = "parts";
    /** Key of a part that history told. */
    private static final String RESUMED = "resumed";

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
            files.add(Attachment.of("file", file.path("name").textValue(), file.path("uri").asText()));
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
                yield Attachment.of(kind, part.path("filename").textValue(), part.path("url").asText());
            }
            case "agent" -> new Attachment("mention", part.path("name").textValue(), null);
            default -> null;
        };
    }

    /**
     * A part of a user's message was echoed; one that is echoed again tells nothing.
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
            before = EventJson.object().put("id", message).put(OF, of);
        }
        String id = part.path("id").asText();
        JsonNode known = before.path(PARTS);
        JsonNode told = file == null ? TextNode.valueOf(text) : json(file);
        if (known.has(id) || isResumed(told, known)) {
            return;
        }
        ObjectNode whole = EventJson.with(known, id, told);
        ItemSnapshot item = snapshot(whole).status(ItemStatus.IN_PROGRESS).build();
        boolean kept = item.text() == null || item.text().length() <= KEPT;
        ObjectNode prompt = EventJson.with(
                before, PARTS, kept ? whole : EventJson.with(known, id, NullNode.getInstance()));
        turns.memory.put(KEY, prompt);
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
        ObjectNode parts = EventJson.object();
        if (told.text() != null) {
            parts.set(RESUMED, told.text().length() > KEPT ? NullNode.getInstance() : TextNode.valueOf(told.text()));
        }
        told.attachments().forEach(file -> parts.set(RESUMED + parts.size(), json(file)));
        boolean same = before != null && before.path("id").asText().equals(told.item()) && !Past.isUntold(memory);
        memory.put(KEY, EventJson.object()
                .put("id", told.item())
                .put(OF, same ? before.path(OF).asText() : UNTOLD)
                .<ObjectNode>set(PARTS, parts));
    }

    /** Whether history told a part, which then has no id of its own. */
    private static boolean isResumed(JsonNode told, JsonNode parts) {
        JsonNode text = parts.path(RESUMED);
        if (told.isTextual()) {
            return text.isTextual() && ("\n" + text.textValue() + "\n").contains("\n" + told.textValue() + "\n");
        }
        return parts.properties().stream()
                .anyMatch(part -> part.getKey().startsWith(RESUMED) && part.getValue().equals(told));
    }

    private static ArrayNode json(Attachment file) {
        return EventJson.array().add(file.kind()).add(file.name()).add(file.sha256());
    }

    /** The user's message is whole. */
    void complete() {
        JsonNode prompt = turns.memory.get(KEY);
        if (prompt != null) {
            turns.memory.remove(KEY);
            emit(prompt, new ItemCompleted(snapshot(prompt.path(PARTS)).status(ItemStatus.COMPLETED).build()));
        }
    }

    private void emit(JsonNode prompt, ItemPayload payload) {
        String of = prompt.path(OF).asText();
        boolean none = of.equals(COPIED) || of.equals(UNTOLD) && turns.memory.number("n") == 0;
        Refs refs = (none ? out.refs() : turns.next()).withItem(prompt.path("id").asText());
        (of.equals(COPIED) ? out.asHistory() : out).emit(refs, null, payload);
    }

    /** What the parts say together; text that was too long to be kept stands in the item already. */
    private static ItemSnapshot.Builder snapshot(JsonNode parts) {
        StringBuilder text = new StringBuilder();
        boolean whole = true;
        List<Attachment> attachments = new ArrayList<>();
        for (JsonNode part : parts) {
            whole &= !part.isNull();
            if (part.isTextual()) {
                text.append(text.isEmpty() ? "" : "\n").append(part.textValue());
            } else if (part.isArray()) {
                attachments.add(new Attachment(
                        part.path(0).asText(), part.path(1).textValue(), part.path(2).textValue()));
            }
        }
        return ItemSnapshot.of(ItemType.USER_MESSAGE)
                .text(text.isEmpty() || !whole ? null : text.toString())
                .attachments(attachments.isEmpty() ? null : attachments);
    }
}
