package dev.tapedeck.host;

import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.host.Item.ClosedBy;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.util.List;
import java.util.Set;

/** Maps taking over what history tells (decision D4); it confirms no send and replays no frame. */
final class Reconciliation {
    private final Upkeep upkeep;
    private final Fold fold;
    private final Set<ItemType> streamed;

    /**
     * @param upkeep in a step of its own
     * @param streamed types of items whose text history holds as far as it came
     */
    Reconciliation(Upkeep upkeep, Fold fold, Set<ItemType> streamed) {
        this.upkeep = upkeep;
        this.fold = fold;
        this.streamed = streamed;
    }

    /** What changed, as events that belong to no frame. */
    List<Emission> applied() {
        return upkeep.out;
    }

    void thread(ThreadEntry told) {
        ThreadEntry thread = upkeep.threadOrNew(told.id);
        fold.apply(Writer.snapshot(told));
        thread.usage = told.usage == null ? thread.usage : told.usage;
        applied(Writer.snapshot(told));
    }

    /**
     * A snapshot takes the place of whatever was pieced together; an item that is known to be open stays as it is,
     * unless its wire only streams it.
     */
    void item(Item told) {
        Item known = upkeep.maps.item(told.thread(), told.id());
        boolean textSoFar = onlyStreamed(told);
        boolean withText = textSoFar || told.closedBy == ClosedBy.PROVIDER;
        if (known == null ? upkeep.maps.isRetired(told.key) : nothingNew(known, told, withText)) {
            return;
        }
        ThreadEntry thread = upkeep.threadOrNew(told.thread());
        Item item = known == null ? new Item(told.key, told.turn, told.kind) : known;
        upkeep.touch.item(item);
        if (known == null) {
            upkeep.maps.add(item);
            thread.openItems.add(item);
        }
        long before = item.bytes();
        ItemUpdated event = Writer.snapshot(told, withText);
        item.apply(event);
        upkeep.maps.textChanged(item, before);
        item.type = told.type;
        item.started |= told.started;
        item.compaction = told.compaction;
        if (!told.open()) {
            upkeep.closed(item, told.closedBy);
        }
        applied(event);
        upkeep.trim();
        upkeep.flushAfter();
    }

    /** What came without its start may have left something untold, so only an equal snapshot brings nothing. */
    private static boolean nothingNew(Item known, Item told, boolean withText) {
        if (known.closedBy != told.closedBy) {
            return told.open() || known.closedBy == ClosedBy.PROVIDER;
        }
        return Writer.snapshot(known, withText).equals(Writer.snapshot(told, withText));
    }

    /** A turn's plan has no canonical item of its own, and each update of it is all that there is. */
    private boolean onlyStreamed(Item told) {
        return told.type == null ? told.kind == ItemKind.PLAN : streamed.contains(told.type);
    }

    /** The end of a turn closes what is still open in it; an end that came without its start is completed. */
    void turn(Turn told) {
        Turn known = upkeep.maps.turn(told.thread, told.id);
        TurnUpdated event = Writer.snapshot(told);
        if (known == null || known.phase != TurnPhase.IDLE && known.phase != told.phase) {
            if (fold.apply(event)) {
                applied(event);
            }
        } else if (known.phase == told.phase && !Writer.snapshot(known).equals(event)) {
            upkeep.touch.turn(known);
            known.apply(event);
            applied(event);
        }
    }

    /** A request that history no longer knows as open. */
    void resolved(RequestEntry request, RequestEntry told) {
        if (fold.apply(Writer.resolved(request, told))) {
            applied(Writer.resolved(request, told));
        }
        upkeep.flushAfter();
    }

    private void applied(RuntimeEvent event) {
        upkeep.out.add(new Emission(0, null, List.of(event), List.of()));
    }
}
