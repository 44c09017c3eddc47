package dev.tapedeck.host;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.host.Item.ClosedBy;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.TextPatch;
import org.jspecify.annotations.Nullable;

/** Folds what events tell of items, and decides what late and repeated ones still change (decisions D2 and D7). */
final class ItemFold {
    private final Upkeep upkeep;
    private final Maps maps;
    private boolean asUpdate;

    ItemFold(Upkeep upkeep) {
        this.upkeep = upkeep;
        this.maps = upkeep.maps;
    }

    /** Whether the canonical event just folded is an update, because its item had begun or ended already. */
    boolean takeAsUpdate() {
        boolean was = asUpdate;
        asUpdate = false;
        return was;
    }

    /** What is left of the event once it is folded; null when it changes nothing. */
    @Nullable ItemUpdated item(ItemUpdated told, @Nullable CanonicalEvent canonical) {
        ThreadEntry thread = upkeep.threadOrNew(told.thread());
        Item known = maps.item(told.thread(), told.item());
        boolean starts = canonical == null
                ? stateIn(told) == ItemState.OPEN
                : canonical.payload() instanceof ItemPayload.ItemStarted;
        ItemUpdated event = known == null ? unlessRetired(told) : allowed(known, told, starts);
        if (event == null) {
            // What else the canonical event brought, such as evidence, may stand; the item did not begin or end again.
            asUpdate = true;
            return null;
        }
        Item item = known == null ? opened(thread, told.item(), told.turn(), told.kind()) : known;
        upkeep.touch.item(item);
        long before = item.bytes();
        item.apply(event);
        maps.textChanged(item, before);
        item.started |= starts;
        item.history = canonical == null ? item.history : canonical.history();
        ItemSnapshot snapshot = canonical == null ? null : snapshot(canonical);
        item.type = snapshot == null ? item.type : snapshot.itemType();
        if (stateIn(event) != null && item.state != ItemState.OPEN) {
            upkeep.closed(item, ClosedBy.PROVIDER);
        } else if (item.open() && upkeep.isIdle(item.thread(), item.turn)) {
            upkeep.counters.late++;
            upkeep.afterwards(() -> upkeep.closeItem(item, History.TURN_ENDED));
        }
        upkeep.trim();
        return Writer.completed(event, item);
    }

    boolean compaction(CompactionUpdated told) {
        ThreadEntry thread = upkeep.threadOrNew(told.thread());
        Item known = maps.item(told.thread(), told.item());
        if (known == null && maps.isRetired(new ItemKey(told.thread(), told.item()))) {
            upkeep.counters.late++;
            return false;
        }
        Item item = known == null ? opened(thread, told.item(), told.turn(), ItemKind.COMPACTION) : known;
        upkeep.touch.item(item);
        item.compaction = told.compaction() == null ? item.compaction : told.compaction();
        if (item.closedBy != ClosedBy.PROVIDER) {
            item.state = ItemState.COMPLETED;
            upkeep.closed(item, ClosedBy.PROVIDER);
        }
        upkeep.trim();
        return true;
    }

    /**
     * Keeps count of canonical items that have no place in the maps, so that each start gets its end, once.
     *
     * @return whether the event stands
     */
    boolean unprojected(CanonicalEvent canonical) {
        String id = canonical.refs().item();
        String threadId = canonical.refs().thread();
        ItemSnapshot snapshot = snapshot(canonical);
        if (id == null || threadId == null || snapshot == null) {
            return true;
        }
        ThreadEntry thread = upkeep.threadOrNew(threadId);
        if (canonical.payload() instanceof ItemPayload.ItemCompleted) {
            thread.openUnprojected.remove(id);
            if (!thread.closedUnprojected.add(id)) {
                upkeep.counters.duplicate++;
                return false;
            }
            if (thread.closedUnprojected.size() > maps.limits().count(Limit.SETTLED)) {
                thread.closedUnprojected.removeFirst();
            }
        } else if (canonical.payload() instanceof ItemPayload.ItemStarted) {
            if (thread.closedUnprojected.contains(id)) {
                upkeep.counters.late++;
                return false;
            }
            String turn = upkeep.turnOf(thread, canonical.refs().turn());
            ThreadEntry.Unprojected open = new ThreadEntry.Unprojected(turn, snapshot.itemType());
            if (thread.openUnprojected.putIfAbsent(id, open) != null) {
                upkeep.counters.duplicate++;
                asUpdate = true;
            } else if (upkeep.isIdle(threadId, turn)) {
                upkeep.counters.late++;
                thread.openUnprojected.remove(id);
                upkeep.afterwards(() -> upkeep.out.add(Writer.unprojectedClosed(
                        upkeep.frame, upkeep.time, threadId, id, open, History.TURN_ENDED)));
            }
        }
        return true;
    }

    /** The item that a canonical event tells of, if it does. */
    static @Nullable ItemSnapshot snapshot(CanonicalEvent canonical) {
        if (!(canonical.payload() instanceof ItemPayload payload)) {
            return null;
        }
        return switch (payload) {
            case ItemPayload.ItemStarted(ItemSnapshot item) -> item;
            case ItemPayload.ItemUpdated(ItemSnapshot item) -> item;
            case ItemPayload.ItemCompleted(ItemSnapshot item) -> item;
            case ItemPayload.ContentDelta delta -> null;
        };
    }

    private Item opened(ThreadEntry thread, String id, @Nullable String told, ItemKind kind) {
        Item item = new Item(new ItemKey(thread.id, id), upkeep.turnOf(thread, told), kind);
        item.openedBy = upkeep.seq;
        upkeep.touch.item(item);
        maps.add(item);
        thread.openItems.add(item);
        return item;
    }

    private @Nullable ItemUpdated unlessRetired(ItemUpdated told) {
        if (maps.isRetired(new ItemKey(told.thread(), told.item()))) {
            upkeep.counters.late++;
            return null;
        }
        return told;
    }

    /** What an event may still do to an item that is there; null when nothing. */
    private @Nullable ItemUpdated allowed(Item item, ItemUpdated told, boolean starts) {
        ItemState state = stateIn(told);
        return switch (item.closedBy) {
            case NOBODY -> begun(item, told, starts);
            case TURN_END -> {
                upkeep.counters.late++;
                if (starts || state == ItemState.OPEN || asksInVain(item)) {
                    yield null;
                }
                asUpdate |= state != null;
                yield state != null && told.detail() instanceof Patch.Keep<String>
                        ? Writer.with(told, told.text(), Patch.clear())
                        : told;
            }
            case PROVIDER -> {
                if (state != null && state != ItemState.OPEN) {
                    upkeep.counters.duplicate++;
                    yield null;
                }
                if (state != null || starts || told.text() != TextPatch.KEEP || told.input() != TextPatch.KEEP) {
                    upkeep.counters.late++;
                    yield null;
                }
                yield told;
            }
        };
    }

    /** A second start is an update, and a start behind its text does not take the text back. */
    private ItemUpdated begun(Item item, ItemUpdated told, boolean starts) {
        if (starts && item.started) {
            upkeep.counters.duplicate++;
            asUpdate = true;
        }
        return starts && told.text() instanceof TextPatch.Replace(String start) && item.text.startsWith(start)
                ? Writer.with(told, TextPatch.KEEP, told.detail())
                : told;
    }

    /** An approval or question whose request was cancelled; no later word makes it answered. */
    private boolean asksInVain(Item item) {
        RequestEntry request = item.request == null ? null : maps.request(item.request);
        return request != null && request.state == RequestState.CANCELLED;
    }

    private static @Nullable ItemState stateIn(ItemUpdated event) {
        return event.state() instanceof Patch.Set<ItemState>(ItemState state) ? state : null;
    }
}
