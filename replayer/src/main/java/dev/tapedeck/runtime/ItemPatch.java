package dev.tapedeck.runtime;

import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.json.Json;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what changes in one turn item; what is not named keeps its value. */
public final class ItemPatch {
    private final String thread;
    private final @Nullable String turn;
    private final String item;
    private final ItemKind kind;
    private Patch<ItemState> state = Patch.keep();
    private Patch<String> title = Patch.keep();
    private Patch<String> detail = Patch.keep();
    private TextPatch text = TextPatch.KEEP;
    private TextPatch input = TextPatch.KEEP;
    private Patch<Integer> exitCode = Patch.keep();
    private Patch<String> tool = Patch.keep();
    private Patch<String> server = Patch.keep();
    private Patch<List<Attachment>> attachments = Patch.keep();
    private Patch<RequestRef> request = Patch.keep();
    private Patch<String> childThread = Patch.keep();
    private Patch<Boolean> redacted = Patch.keep();
    private Patch<Instant> startedAt = Patch.keep();
    private Patch<Instant> completedAt = Patch.keep();

    public ItemPatch(String thread, @Nullable String turn, String item, ItemKind kind) {
        this.thread = thread;
        this.turn = turn;
        this.item = item;
        this.kind = kind;
    }

    /** Whatever the snapshot tells, its state and detail excepted: those depend on where it was told. */
    public ItemPatch told(ItemSnapshot snapshot) {
        title = Patch.told(snapshot.title());
        text = snapshot.text() == null ? TextPatch.KEEP : new TextPatch.Replace(snapshot.text());
        input = snapshot.input() == null
                ? TextPatch.KEEP
                : new TextPatch.Replace(
                        snapshot.input().isTextual() ? snapshot.input().textValue() : Json.write(snapshot.input()));
        exitCode = Patch.told(snapshot.exitCode());
        tool = Patch.told(snapshot.tool());
        server = Patch.told(snapshot.server());
        attachments = Patch.told(snapshot.attachments());
        childThread = Patch.told(snapshot.childThread());
        redacted = Patch.told(snapshot.redacted());
        startedAt = Patch.told(snapshot.startedAt());
        completedAt = Patch.told(snapshot.completedAt());
        return this;
    }

    public ItemPatch state(ItemState value) {
        state = Patch.set(value);
        return this;
    }

    public ItemPatch title(@Nullable String value) {
        title = Patch.told(value);
        return this;
    }

    public ItemPatch detail(@Nullable String value) {
        detail = Patch.told(value);
        return this;
    }

    /** Sets the detail, or clears it when there is none. */
    public ItemPatch detailOrNone(@Nullable String value) {
        detail = Patch.whole(value);
        return this;
    }

    public ItemPatch text(TextPatch value) {
        text = value;
        return this;
    }

    public ItemPatch input(TextPatch value) {
        input = value;
        return this;
    }

    public ItemPatch tool(@Nullable String value) {
        tool = Patch.told(value);
        return this;
    }

    public ItemPatch request(RequestRef value) {
        request = Patch.set(value);
        return this;
    }

    public ItemPatch completedAt(Instant value) {
        completedAt = Patch.set(value);
        return this;
    }

    public ItemUpdated event() {
        return new ItemUpdated(
                thread,
                turn,
                item,
                kind,
                state,
                title,
                detail,
                text,
                input,
                exitCode,
                tool,
                server,
                attachments,
                request,
                childThread,
                redacted,
                startedAt,
                completedAt);
    }
}
