package dev.tapedeck.host;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.events.Ids;
import dev.tapedeck.runtime.RequestState;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.TurnPhase;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The host's reducer state for one epoch and one binding (runtime-event-path, Per-tab maps), within its budgets.
 *
 * <p>Only the {@link Fold} changes it.
 */
public final class Maps {
    private record TurnKey(String thread, String turn) {}

    private final Limits limits;
    private final Map<ItemKey, Item> items = new LinkedHashMap<>();
    private final Map<TurnKey, Turn> turns = new LinkedHashMap<>();
    private final Map<String, ThreadEntry> threads = new LinkedHashMap<>();
    private final Map<RequestRef, RequestEntry> requests = new LinkedHashMap<>();
    private final Map<String, EvidenceUpdated> evidence = new LinkedHashMap<>();
    private final Deque<Item> closedItems = new ArrayDeque<>();
    private final Deque<Turn> idleTurns = new ArrayDeque<>();
    private final Deque<RequestEntry> settledRequests = new ArrayDeque<>();
    /** Items that left last, so that what comes late for them does not bring them back. */
    private final LinkedHashSet<ItemKey> retired = new LinkedHashSet<>();
    /** Turns that left last, for the same reason. */
    private final LinkedHashSet<TurnKey> retiredTurns = new LinkedHashSet<>();
    private long textBytes;
    private int heavyItems;

    final Session session;
    /** The warning that the tab shows, once there is one. */
    @Nullable String warning;

    @Nullable String boundThread;

    /** Why the epoch is over, once it is. */
    @Nullable Closing closed;

    /** What ended the process, and how it looked. */
    record Closing(CloseCause cause, String reason) {}

    Maps(Limits limits) {
        this.limits = limits;
        this.session = new Session();
    }

    /** A copy that goes its own way. */
    Maps(Maps other) {
        limits = other.limits;
        Map<Object, Object> copies = new IdentityHashMap<>();
        UnaryOperator<Item> item = each -> (Item) copies.computeIfAbsent(each, one -> new Item(each));
        UnaryOperator<Turn> turn = each -> (Turn) copies.computeIfAbsent(each, one -> new Turn(each));
        UnaryOperator<RequestEntry> request =
                each -> (RequestEntry) copies.computeIfAbsent(each, one -> new RequestEntry(each));
        other.items.forEach((key, each) -> items.put(key, item.apply(each)));
        other.turns.forEach((key, each) -> turns.put(key, turn.apply(each)));
        other.requests.forEach((key, each) -> requests.put(key, request.apply(each)));
        other.threads.forEach((key, each) -> threads.put(key, new ThreadEntry(each, item, request)));
        evidence.putAll(other.evidence);
        other.closedItems.forEach(each -> closedItems.add(item.apply(each)));
        other.idleTurns.forEach(each -> idleTurns.add(turn.apply(each)));
        other.settledRequests.forEach(each -> settledRequests.add(request.apply(each)));
        retired.addAll(other.retired);
        retiredTurns.addAll(other.retiredTurns);
        textBytes = other.textBytes;
        heavyItems = other.heavyItems;
        session = new Session(other.session);
        warning = other.warning;
        boundThread = other.boundThread;
        closed = other.closed;
    }

    /** Items in the order in which they appeared. */
    public Collection<Item> items() {
        return Collections.unmodifiableCollection(items.values());
    }

    public Collection<Turn> turns() {
        return Collections.unmodifiableCollection(turns.values());
    }

    public Collection<ThreadEntry> threads() {
        return Collections.unmodifiableCollection(threads.values());
    }

    public Collection<RequestEntry> requests() {
        return Collections.unmodifiableCollection(requests.values());
    }

    /** Confirmed sends. */
    public Collection<EvidenceUpdated> evidence() {
        return Collections.unmodifiableCollection(evidence.values());
    }

    /** The visible bookkeeping warning of the epoch, once there is one. */
    public @Nullable String warning() {
        return warning;
    }

    public @Nullable Item item(String thread, String item) {
        return items.get(new ItemKey(thread, item));
    }

    public @Nullable Turn turn(String thread, String turn) {
        return turns.get(new TurnKey(thread, turn));
    }

    public @Nullable ThreadEntry thread(String thread) {
        return threads.get(thread);
    }

    public @Nullable RequestEntry request(RequestRef ref) {
        return requests.get(ref);
    }

    /** Text and tool input of all items, as UTF-8 bytes. */
    public long textBytes() {
        return textBytes;
    }

    /** Turns that are over and still held. */
    public int idleTurns() {
        return idleTurns.size();
    }

    /** A copy as JSON with the provider's ids and times; made only when asked for. */
    public ObjectNode json() {
        return MapsJson.full().whole(this);
    }

    /** A copy as JSON with these ids; with ordinals in golden form, that is without what changes from run to run. */
    public ObjectNode json(Ids ids) {
        return MapsJson.with(ids).whole(this);
    }

    Limits limits() {
        return limits;
    }

    ThreadEntry threadOrNew(String id) {
        return threads.computeIfAbsent(id, ThreadEntry::new);
    }

    void add(Item item) {
        items.put(item.key, item);
    }

    void add(Turn turn) {
        turns.put(new TurnKey(turn.thread, turn.id), turn);
        if (turn.phase == TurnPhase.IDLE) {
            idleTurns.add(turn);
        }
    }

    void put(RequestEntry request) {
        requests.remove(request.ref);
        requests.put(request.ref, request);
        if (request.state != RequestState.PENDING) {
            settled(request);
        }
    }

    void settled(RequestEntry request) {
        settledRequests.add(request);
        while (settledRequests.size() > limits.count(Limit.SETTLED)) {
            RequestEntry oldest = settledRequests.remove();
            requests.remove(oldest.ref, oldest);
        }
    }

    void put(EvidenceUpdated confirmed) {
        evidence.put(confirmed.send(), confirmed);
        if (evidence.size() > limits.count(Limit.SETTLED)) {
            evidence.remove(evidence.keySet().iterator().next());
        }
    }

    void closed(Item item) {
        closedItems.add(item);
    }

    void reopened(Item item) {
        closedItems.remove(item);
    }

    /** Returns how many idle turns had to go. */
    int idle(Turn turn) {
        idleTurns.add(turn);
        int retired = 0;
        while (idleTurns.size() > limits.count(Limit.IDLE_TURNS)) {
            Turn oldest = idleTurns.remove();
            TurnKey key = new TurnKey(oldest.thread, oldest.id);
            if (turns.remove(key, oldest)) {
                remember(key, retiredTurns);
            }
            retired++;
        }
        return retired;
    }

    /** Takes note that the text of an item grew or shrank. */
    void textChanged(Item item, long bytesBefore) {
        textBytes += item.bytes() - bytesBefore;
        heavyItems += (isHeavy(item.bytes()) ? 1 : 0) - (isHeavy(bytesBefore) ? 1 : 0);
    }

    boolean textOverflows() {
        return textBytes > limits.of(Limit.ITEM_TEXT);
    }

    boolean itemsOverflow() {
        return items.size() > limits.count(Limit.ITEMS);
    }

    /** Whether a thread may have had to go for want of room. */
    boolean threadsAreFull() {
        return threads.size() >= limits.count(Limit.THREADS);
    }

    boolean threadsOverflow() {
        return threads.size() > limits.count(Limit.THREADS);
    }

    /** Cuts every heavy text to its end; returns how many it cut. */
    int cutHeavyTexts() {
        if (heavyItems == 0) {
            return 0;
        }
        int cut = 0;
        for (Item item : items.values()) {
            long before = item.bytes();
            if (isHeavy(before)) {
                item.text.keepTail(limits.of(Limit.TEXT_TAIL));
                item.input.keepTail(limits.of(Limit.TEXT_TAIL));
                textChanged(item, before);
                cut++;
            }
        }
        return cut;
    }

    /** The item that has to go first: the one that closed first, or, with none closed, the oldest open one. */
    @Nullable Item nextToRetire() {
        while (!closedItems.isEmpty()) {
            Item item = closedItems.peek();
            if (items.get(item.key) == item) {
                return item;
            }
            closedItems.remove();
        }
        return items.isEmpty() ? null : items.values().iterator().next();
    }

    /** Whether an item left the maps within their budget, as far as that is remembered. */
    boolean isRetired(ItemKey key) {
        return retired.contains(key);
    }

    /** Whether a turn left the maps within their budget, as far as that is remembered. */
    boolean isRetired(String thread, String turn) {
        return retiredTurns.contains(new TurnKey(thread, turn));
    }

    private <K> void remember(K key, LinkedHashSet<K> gone) {
        gone.add(key);
        if (gone.size() > limits.of(Limit.SETTLED)) {
            gone.removeFirst();
        }
    }

    void retire(Item item) {
        items.remove(item.key);
        remember(item.key, retired);
        long before = item.bytes();
        textBytes -= before;
        heavyItems -= isHeavy(before) ? 1 : 0;
    }

    /** The oldest thread in which nothing is open, or the oldest of all; the bound one never. */
    @Nullable ThreadEntry nextThreadToRetire() {
        ThreadEntry oldest = null;
        for (Iterator<ThreadEntry> all = threads.values().iterator(); all.hasNext(); ) {
            ThreadEntry thread = all.next();
            if (!thread.id.equals(boundThread) && all.hasNext()) {
                if (!thread.busy()) {
                    return thread;
                }
                oldest = oldest == null ? thread : oldest;
            }
        }
        return oldest;
    }

    void retire(ThreadEntry thread) {
        threads.remove(thread.id);
    }

    /** What should never have been there goes; it may come yet. */
    void forget(Item item) {
        retire(item);
        retired.remove(item.key);
    }

    void forget(ThreadEntry thread) {
        threads.remove(thread.id);
    }

    void forget(Turn turn) {
        turns.remove(new TurnKey(turn.thread, turn.id));
        idleTurns.remove(turn);
    }

    private boolean isHeavy(long bytes) {
        return bytes > 2 * limits.of(Limit.TEXT_TAIL);
    }
}
