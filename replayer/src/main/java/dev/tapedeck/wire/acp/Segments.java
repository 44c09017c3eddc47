package dev.tapedeck.wire.acp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemPayload.ContentDelta;
import dev.tapedeck.canonical.ItemPayload.ItemCompleted;
import dev.tapedeck.canonical.ItemPayload.ItemStarted;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.ItemStatus;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StreamKind;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.Nodes;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Segments: chunks of one message that follow each other are one item, which ends when another kind of item or
 * another message starts, or with the turn.
 *
 * <p>In version 1 an item is {@code TURN:NUMBER}, its number within the turn; the user's message that begins a turn of
 * a history has number 0, so that history counts like the live session, which does not hold it. In version 2 the
 * message names it: {@code SPEAKER:MESSAGE}, and {@code SPEAKER:MESSAGE/NUMBER} when it goes on after another item.
 */
final class Segments {
    /** Longest text of a user that is gathered to compare it with what was sent; a longer one confirms no send. */
    static final int MAX_ECHO = 8192;

    /** Messages of the running turn whose segments are counted. */
    private static final int REMEMBERED = 50;

    private final Emitter out;
    private final Scratch.Editor scratch;
    private final Threads threads;

    Segments(Emitter out) {
        this.out = out;
        this.scratch = out.scratch();
        this.threads = new Threads(scratch);
    }

    /** Who speaks. */
    enum Speaker {
        USER(ItemType.USER_MESSAGE, StreamKind.UNKNOWN),
        AGENT(ItemType.ASSISTANT_MESSAGE, StreamKind.ASSISTANT_TEXT),
        THOUGHT(ItemType.REASONING, StreamKind.REASONING_TEXT);

        private final ItemType item;
        private final StreamKind stream;

        Speaker(ItemType item, StreamKind stream) {
            this.item = item;
            this.stream = stream;
        }

        ItemType item() {
            return item;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** The seed has no stream for a user's text, so the item's type tells what is extended. */
        private ContentDelta delta(String text) {
            return new ContentDelta(stream, text, null, null, this == USER ? item : null);
        }
    }

    /** The segment that is open in a thread. */
    private record Open(
            Speaker speaker, String item, @Nullable String turn, @Nullable String message, boolean history) {}

    /** Whether a chunk goes on with what is open. */
    boolean continues(String thread, Speaker speaker, @Nullable String message) {
        Open open = open(thread);
        return open != null
                && open.speaker == speaker
                && (message == null || open.message == null || open.message.equals(message));
    }

    /** Begins a segment after ending the one that is open. */
    void begin(Speaker speaker, @Nullable String message, boolean history, Refs refs) {
        String thread = Objects.requireNonNull(refs.thread());
        end(refs);
        String item = itemOf(speaker, message, history, thread);
        ObjectNode entry = Nodes.object().put("speaker", speaker.name()).put("item", item);
        entry.put("turn", refs.turn());
        entry.put("message", message);
        entry.put("history", history);
        scratch.put(key(thread), entry);
        out.emit(refs.withItem(item), null, new ItemStarted(
                ItemSnapshot.of(speaker.item).status(ItemStatus.IN_PROGRESS).build()));
    }

    /** Which message a resumed segment belongs to, if any, becomes known with the next chunk. */
    void name(String thread, @Nullable String message) {
        JsonNode entry = scratch.get(key(thread));
        if (entry != null && !entry.has("message")) {
            scratch.put(key(thread), Nodes.without(entry).put("message", message));
        }
    }

    /** Extends the open segment. */
    void text(String text, Refs refs) {
        String thread = Objects.requireNonNull(refs.thread());
        Open open = open(thread);
        if (open == null || text.isEmpty()) {
            return;
        }
        if (open.speaker == Speaker.USER && !open.history) {
            JsonNode entry = scratch.get(key(thread));
            String whole = Objects.requireNonNull(entry).path("text").asText() + text;
            scratch.put(key(thread), whole.length() > MAX_ECHO
                    ? Nodes.with(Nodes.without(entry, "text"), "tooLong", Nodes.object().booleanNode(true))
                    : Nodes.with(entry, "text", Nodes.object().textNode(whole)));
        }
        out.emit(refs.withTurn(open.turn).withItem(open.item), null, open.speaker.delta(text));
    }

    /** Something that is no text: part of the user's message, or an item of the agent's own. */
    void attachment(Attachment attachment, Speaker speaker, boolean history, Refs refs) {
        String thread = Objects.requireNonNull(refs.thread());
        if (speaker == Speaker.USER) {
            JsonNode entry = Objects.requireNonNull(scratch.get(key(thread)));
            ObjectNode more = Nodes.without(entry);
            more.set("attachments", Nodes.array().addAll(list(entry.path("attachments")))
                    .add(AcpContent.written(attachment)));
            scratch.put(key(thread), more);
            return;
        }
        end(refs);
        out.emit(refs.withItem(itemOf(speaker, null, history, thread)), null, new ItemCompleted(
                ItemSnapshot.of(speaker.item)
                        .status(ItemStatus.COMPLETED)
                        .attachments(List.of(attachment))
                        .build()));
    }

    /**
     * An empty chunk: where no ids name messages, agents begin one with it, so what the same speaker said before is
     * whole.
     */
    void endBefore(Speaker speaker, @Nullable String message, Refs refs) {
        if (message == null && refs.thread() != null && continues(refs.thread(), speaker, null)) {
            end(refs);
        }
    }

    /** Ends what is open unless an id says where it ends; of a resumed segment that has none yet nobody knows. */
    void endUnnamed(Refs refs) {
        JsonNode entry = refs.thread() == null ? null : scratch.get(key(refs.thread()));
        if (entry != null && !entry.path("message").isTextual()) {
            end(refs);
        }
    }

    /** Ends what is open in the thread, if anything is. */
    void end(Refs refs) {
        end(refs, ItemStatus.COMPLETED);
    }

    /** @param status how it ended: what a turn breaks off has failed with it (decision D2) */
    void end(Refs refs, ItemStatus status) {
        String thread = refs.thread();
        Open open = thread == null ? null : open(thread);
        if (thread == null || open == null) {
            return;
        }
        JsonNode entry = Objects.requireNonNull(scratch.get(key(thread)));
        scratch.remove(key(thread));
        ItemSnapshot.Builder item = ItemSnapshot.of(open.speaker.item)
                .status(open.speaker == Speaker.USER ? ItemStatus.COMPLETED : status);
        if (status == ItemStatus.FAILED && open.speaker != Speaker.USER) {
            item.detail("turn ended");
        }
        if (open.speaker == Speaker.USER) {
            List<Attachment> attachments = new ArrayList<>(0);
            entry.path("attachments").forEach(written -> attachments.add(AcpContent.read(written)));
            item.attachments(attachments.isEmpty() ? null : attachments);
            item.text(open.history || entry.has("tooLong") ? null : entry.path("text").asText());
        }
        Emitter told = open.history ? out.asHistory() : out;
        told.emit(refs.withTurn(open.turn).withItem(open.item), null, new ItemCompleted(item.build()));
    }

    /** Whether a message of the user's is open. */
    boolean userSpeaks(String thread) {
        Open open = open(thread);
        return open != null && open.speaker == Speaker.USER;
    }

    /** The item that a message's upsert is about, as long as it is open; null when it is not. */
    @Nullable Refs open(Speaker speaker, String message, Refs refs) {
        Open open = refs.thread() == null ? null : open(refs.thread());
        return open != null && open.speaker == speaker && message.equals(open.message)
                ? refs.withTurn(open.turn).withItem(open.item)
                : null;
    }

    /** The next turn begins, or history says that nothing is open: whatever was is over. */
    static void drop(String thread, Scratch.Editor scratch) {
        scratch.remove(key(thread));
        scratch.remove(countKey(thread));
    }

    /** History says that this segment is open; what it says of the message comes from the segment's name. */
    static void resume(
            String thread,
            String item,
            Speaker speaker,
            @Nullable String turn,
            boolean history,
            Scratch.Editor scratch) {
        JsonNode known = scratch.get(key(thread));
        if (known != null && known.path("item").asText().equals(item)) {
            return;
        }
        ObjectNode entry = Nodes.object().put("speaker", speaker.name()).put("item", item);
        String named = speaker.word() + ':';
        entry.put("turn", turn);
        if (item.startsWith(named)) {
            entry.put("message", item.substring(named.length()).split("/", 2)[0]);
        }
        // Its beginning may have been lost, so it confirms no send.
        scratch.put(key(thread), entry.put("history", history).put("tooLong", true));
    }

    private String itemOf(Speaker speaker, @Nullable String message, boolean history, String thread) {
        if (message != null && Version.of(scratch) == Version.V2) {
            return named(speaker.word() + ':' + message, thread);
        }
        Threads.Thread known = threads.orNew(thread);
        if (history && speaker == Speaker.USER) {
            return known.turn() + ":0";
        }
        int number = known.segments() + 1;
        threads.put(thread, known.withSegments(number));
        return known.turn() + ":" + number;
    }

    private String named(String name, String thread) {
        JsonNode counts = scratch.get(countKey(thread));
        int number = (counts == null ? 0 : counts.path(name).asInt()) + 1;
        ObjectNode more = Nodes.with(counts, name, Nodes.object().numberNode(number));
        if (more.size() > REMEMBERED) {
            more.remove(more.fieldNames().next());
        }
        scratch.put(countKey(thread), more);
        return number == 1 ? name : name + '/' + number;
    }

    private @Nullable Open open(String thread) {
        JsonNode entry = scratch.get(key(thread));
        return entry == null
                ? null
                : new Open(
                        Speaker.valueOf(entry.path("speaker").asText()),
                        entry.path("item").asText(),
                        entry.path("turn").textValue(),
                        entry.path("message").textValue(),
                        entry.path("history").asBoolean());
    }

    private static List<JsonNode> list(JsonNode array) {
        List<JsonNode> nodes = new ArrayList<>(array.size());
        array.forEach(nodes::add);
        return nodes;
    }

    private static String key(String thread) {
        return "segment/" + thread;
    }

    static String countKey(String thread) {
        return "messages/" + thread;
    }
}
