package dev.tapedeck.host;

import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.Compaction;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.TextPatch;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The full snapshot of one item in the maps. */
public final class Item {
    /** Who closed an item (decisions D2 and D7). */
    enum ClosedBy {
        NOBODY,
        PROVIDER,
        TURN_END
    }

    final ItemKey key;
    @Nullable String turn;
    ItemKind kind;
    /** Seq of the entry with which it appeared. */
    long openedBy;

    ItemState state = ItemState.OPEN;
    ClosedBy closedBy = ClosedBy.NOBODY;
    /** Seq of the entry that closed it last. */
    long closedAt;
    /** Whether the provider itself said that it began, rather than only let its text flow. */
    boolean started;
    /** Whether what was told of it last was history. */
    boolean history;
    /** Canonical type, when a canonical event told it. */
    @Nullable ItemType type;

    @Nullable String title;
    @Nullable String detail;
    final TailText text;
    final TailText input;
    @Nullable Integer exitCode;
    @Nullable String tool;
    @Nullable String server;
    @Nullable List<Attachment> attachments;
    @Nullable RequestRef request;
    @Nullable String childThread;
    @Nullable Boolean redacted;
    @Nullable Instant startedAt;
    @Nullable Instant completedAt;
    @Nullable Compaction compaction;

    Item(ItemKey key, @Nullable String turn, ItemKind kind) {
        this.key = key;
        this.turn = turn;
        this.kind = kind;
        this.text = new TailText();
        this.input = new TailText();
    }

    /** A copy that goes its own way. */
    Item(Item other) {
        key = other.key;
        openedBy = other.openedBy;
        turn = other.turn;
        kind = other.kind;
        state = other.state;
        closedBy = other.closedBy;
        closedAt = other.closedAt;
        started = other.started;
        history = other.history;
        type = other.type;
        title = other.title;
        detail = other.detail;
        text = new TailText(other.text);
        input = new TailText(other.input);
        exitCode = other.exitCode;
        tool = other.tool;
        server = other.server;
        attachments = other.attachments;
        request = other.request;
        childThread = other.childThread;
        redacted = other.redacted;
        startedAt = other.startedAt;
        completedAt = other.completedAt;
        compaction = other.compaction;
    }

    public String thread() {
        return key.thread();
    }

    public String id() {
        return key.item();
    }

    public @Nullable String turn() {
        return turn;
    }

    /** Seq of the entry with which it appeared. */
    public long openedBy() {
        return openedBy;
    }

    public ItemKind kind() {
        return kind;
    }

    public ItemState state() {
        return state;
    }

    public @Nullable String detail() {
        return detail;
    }

    public @Nullable Integer exitCode() {
        return exitCode;
    }

    /** Its visible text, or the end of it. */
    public String text() {
        return text.toString();
    }

    /** Bytes of text and input that it holds. */
    long bytes() {
        return text.bytes() + input.bytes();
    }

    boolean open() {
        return closedBy == ClosedBy.NOBODY;
    }

    /** Whether all of its text and input that is known was told as a whole, so that none of it is partial. */
    boolean isToldAsWhole() {
        return (text.isWhole() || input.isWhole())
                && (text.isWhole() || !text.told())
                && (input.isWhole() || !input.told());
    }

    /** What history says of it. */
    Resumed.Item resumed() {
        ItemType streamed = kind == ItemKind.ASSISTANT_MESSAGE ? ItemType.ASSISTANT_MESSAGE
                : kind == ItemKind.REASONING ? ItemType.REASONING : null;
        boolean whole = isToldAsWhole() || completedAt != null;
        return new Resumed.Item(
                id(), turn, type == null ? streamed : type, open(), whole, tool, server, childThread, text.bytes());
    }

    /** Takes over everything that the event tells, its state too; it stays in the turn that it began in. */
    void apply(ItemUpdated event) {
        kind = event.kind().over(kind);
        turn = turn == null ? event.turn() : turn;
        ItemState told = event.state().apply(state);
        state = told == null ? state : told;
        title = event.title().apply(title);
        detail = event.detail().apply(detail);
        apply(event.text(), text);
        apply(event.input(), input);
        exitCode = event.exitCode().apply(exitCode);
        tool = event.tool().apply(tool);
        server = event.server().apply(server);
        attachments = event.attachments().apply(attachments);
        request = event.request().apply(request);
        childThread = event.childThread().apply(childThread);
        redacted = event.redacted().apply(redacted);
        startedAt = event.startedAt().apply(startedAt);
        completedAt = event.completedAt().apply(completedAt);
    }

    private static void apply(TextPatch patch, TailText text) {
        switch (patch) {
            case TextPatch.Keep keep -> {}
            case TextPatch.Replace(String whole) -> text.replace(whole);
            case TextPatch.Append(String more) -> text.append(more);
        }
    }
}
