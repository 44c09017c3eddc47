package dev.tapedeck.invariant;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** In canonical events an item starts at most once and, once started, is completed exactly once by its turn's end. */
final class ItemsCompleteOnce implements Invariant {
    private static final int REMEMBERED = 500;

    private record Key(@Nullable String thread, String item) {}

    /** Value: turn of the item, as far as it was told. */
    private final Map<Key, String> open = new LinkedHashMap<>();

    /** Value: whether the provider completed it, rather than the end of its turn. */
    private final Map<Key, Boolean> completed = new LinkedHashMap<>();
    private final Verdict verdict;

    ItemsCompleteOnce(Verdict verdict) {
        this.verdict = verdict;
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened || note instanceof HostNote.Resynced) {
            open.clear();
            completed.clear();
        }
    }

    @Override
    public void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            written(result.frame().seq(), emission);
        }
    }

    @Override
    public void written(long seq, Emission emission) {
        CanonicalEvent event = emission.canonical();
        if (event == null) {
            emission.events().forEach(this::told);
            return;
        }
        // What belongs to no thread stands in no map, so nobody can close it: lines of a rollout behind a new process.
        if (event.refs().thread() == null) {
            return;
        }
        if (event.payload() instanceof ItemPayload payload && event.refs().item() != null) {
            Key key = new Key(event.refs().thread(), event.refs().item());
            item(seq, key, payload, event.refs().turn(), event.raw() != null);
        } else if (event.payload() instanceof TurnPayload.TurnCompleted
                || event.payload() instanceof TurnPayload.TurnAborted) {
            String thread = event.refs().thread();
            String turn = event.refs().turn();
            open.forEach((key, itsTurn) -> {
                if (Objects.equals(key.thread(), thread) && Objects.equals(itsTurn, turn)) {
                    verdict.violated(seq, "item " + key.item() + " completed before its turn ended", "still open");
                }
            });
        }
    }

    /** History moves an item to another turn, says that it is over, or that what a hole seemed to end is not. */
    private void told(RuntimeEvent event) {
        if (event instanceof RuntimeEvent.ItemUpdated item) {
            Key key = new Key(item.thread(), item.item());
            if (item.state() instanceof Patch.Set<ItemState>(ItemState state)) {
                if (state == ItemState.OPEN) {
                    completed.remove(key);
                } else {
                    open.remove(key);
                }
            }
            if (item.turn() != null) {
                open.replace(key, item.turn());
            }
        }
    }

    private void item(long seq, Key key, ItemPayload payload, @Nullable String turn, boolean byProvider) {
        switch (payload) {
            case ItemPayload.ItemStarted started -> {
                if (completed.containsKey(key) || open.put(key, Objects.requireNonNullElse(turn, "")) != null) {
                    verdict.violated(seq, "one start of item " + key.item(), "another");
                }
            }
            case ItemPayload.ItemCompleted done -> {
                open.remove(key);
                if (completed.put(key, byProvider) != null) {
                    verdict.violated(seq, "one completion of item " + key.item(), "another");
                }
                if (completed.size() > REMEMBERED) {
                    completed.remove(completed.keySet().iterator().next());
                }
            }
            case ItemPayload.ItemUpdated updated -> {}
            case ItemPayload.ContentDelta delta -> {
                if (Boolean.TRUE.equals(completed.get(key))) {
                    verdict.violated(seq, "no text after the completion of item " + key.item(), "a delta");
                }
            }
        }
    }
}
