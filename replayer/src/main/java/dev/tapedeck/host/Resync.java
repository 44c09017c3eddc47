package dev.tapedeck.host;

import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.TurnPhase;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reconciles maps with a provider's history: ResumeThread for each thread, then ReadHistory to its last page
 * (runtime-event-path, Failures; decisions D4, D12 and D13).
 *
 * <p>The bound thread comes first; the other threads that the provider knows follow, since a host that shows them
 * has lost the same frames for them. History confirms no send.
 */
final class Resync {
    private final Epoch epoch;
    private final Limits limits;
    private final Maps told;
    private final List<ThreadEntry> threads = new ArrayList<>();
    private int pages;
    private int items;

    /** @param told the provider's own state at the time of the response; only read */
    Resync(Epoch epoch, Limits limits, Maps told) {
        this.epoch = epoch;
        this.limits = limits;
        this.told = told;
        for (ThreadEntry thread : told.threads()) {
            threads.add(thread.id.equals(epoch.maps.boundThread) ? 0 : threads.size(), thread);
        }
    }

    /** ResumeThread: status, settings, parent, latest usage, the active turn and what is open in it, without text. */
    void resumeThreads(Reconciliation maps) {
        threads.forEach(maps::thread);
        threads.forEach(maps::activeTurn);
        told.turns().stream().filter(turn -> turn.phase != TurnPhase.IDLE).forEach(maps::turn);
        told.items().stream().filter(item -> item.open() && item.turn != null).forEach(maps::item);
    }

    /**
     * ReadHistory: items that are complete, a page at a time, then turns as they stand, last what is open in none:
     * it began after the turns that are over, and did not end with them.
     */
    void readHistory(Reconciliation maps) {
        for (ThreadEntry thread : threads) {
            int onPage = 0;
            pages++;
            for (Item item : told.items()) {
                if (item.open() || !item.thread().equals(thread.id)) {
                    continue;
                }
                if (onPage == limits.count(Limit.HISTORY_PAGE)) {
                    onPage = 0;
                    pages++;
                }
                onPage++;
                items++;
                maps.item(item);
            }
        }
        for (RequestEntry request : told.requests()) {
            if (epoch.requests.isMapped(request.ref, request.openedBy)) {
                maps.request(request);
            }
        }
        told.turns().forEach(maps::turn);
        told.items().stream().filter(item -> item.open() && item.turn == null).forEach(maps::item);
        threads.forEach(maps::activeTurn);
    }

    /** What history says of each thread, for scratch that missed frames; children come behind the others. */
    List<Resumed> resumed() {
        Map<String, List<Resumed.Item>> itemsOf = new HashMap<>();
        for (Item item : told.items()) {
            if (concerns(item.thread(), item.turn, item.open())) {
                itemsOf.computeIfAbsent(item.thread(), thread -> new ArrayList<>()).add(item.resumed());
            }
        }
        Map<String, List<Resumed.Request>> requestsOf = new HashMap<>();
        for (RequestEntry request : told.requests()) {
            Resumed.Request known = request.resumed();
            if (request.thread != null && known != null && concerns(request.thread, request.turn, known.open())) {
                requestsOf.computeIfAbsent(request.thread, thread -> new ArrayList<>()).add(known);
            }
        }
        List<Resumed> resumed = new ArrayList<>();
        for (ThreadEntry thread : threads) {
            Turn turn = thread.activeTurn == null ? null : told.turn(thread.id, thread.activeTurn);
            boolean running = turn != null && turn.phase != TurnPhase.IDLE;
            resumed.add(new Resumed(
                    thread.id,
                    thread.parent,
                    thread.activeTurn,
                    running,
                    "closed".equals(thread.status),
                    thread.settings,
                    itemsOf.getOrDefault(thread.id, List.of()),
                    requestsOf.getOrDefault(thread.id, List.of()),
                    thread.usage,
                    prompt(thread),
                    error(thread)));
        }
        resumed.sort(Comparator.comparing(thread -> thread.parent() != null));
        return resumed;
    }

    private static Resumed.@Nullable Prompt prompt(ThreadEntry thread) {
        for (Item item : thread.openItems) {
            if (item.kind == ItemKind.USER_MESSAGE) {
                List<Attachment> attachments = item.attachments == null ? List.of() : item.attachments;
                return new Resumed.Prompt(item.id(), item.text.told() ? item.text() : null, attachments);
            }
        }
        return null;
    }

    /** An error after which something else happened was overcome. */
    private @Nullable String error(ThreadEntry thread) {
        Item last = null;
        for (Item item : told.items()) {
            last = item.thread().equals(thread.id) && Objects.equals(item.turn, thread.activeTurn) ? item : last;
        }
        return last != null && last.kind == ItemKind.ERROR ? last.text() : null;
    }

    /** Whether scratch may have to know it: what is open, or of the last turn, of one not yet told, or of none. */
    private boolean concerns(String threadId, @Nullable String turn, boolean open) {
        ThreadEntry thread = told.thread(threadId);
        boolean last = thread != null && turn != null && turn.equals(thread.activeTurn);
        return open || turn == null || last || told.turn(threadId, turn) == null;
    }

    HostNote.Resynced note(long seq, long covered) {
        return new HostNote.Resynced(
                seq, epoch.number, threads.stream().map(ThreadEntry::id).toList(), pages, items, covered);
    }
}
