package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** One thread in the maps, with what is still open in it. */
public final class ThreadEntry {
    final String id;
    /** Seq of the entry with which it appeared. */
    long openedBy;

    @Nullable String parent;
    @Nullable String status;
    @Nullable String name;
    @Nullable JsonNode settings;

    @Nullable UsageFigures usage;
    @Nullable JsonNode rateLimits;
    /** Turn that runs, or the last one that ran. */
    @Nullable String activeTurn;

    final Set<Item> openItems = new LinkedHashSet<>();
    /** Open canonical items that the runtime vocabulary has no place for. */
    final Map<String, Unprojected> openUnprojected = new LinkedHashMap<>();
    /** Those that ended last, so that a late start does not open them again. */
    final LinkedHashSet<String> closedUnprojected = new LinkedHashSet<>();

    final Set<RequestEntry> pending = new LinkedHashSet<>();
    int runningTurns;

    /** An open canonical item without a place in the maps. */
    record Unprojected(@Nullable String turn, ItemType type) {}

    ThreadEntry(String id) {
        this.id = id;
    }

    /** A copy that goes its own way, with the copies of what is open in it. */
    ThreadEntry(ThreadEntry other, UnaryOperator<Item> items, UnaryOperator<RequestEntry> requests) {
        id = other.id;
        openedBy = other.openedBy;
        parent = other.parent;
        status = other.status;
        name = other.name;
        settings = other.settings;
        usage = other.usage;
        rateLimits = other.rateLimits;
        activeTurn = other.activeTurn;
        other.openItems.forEach(item -> openItems.add(items.apply(item)));
        openUnprojected.putAll(other.openUnprojected);
        closedUnprojected.addAll(other.closedUnprojected);
        other.pending.forEach(request -> pending.add(requests.apply(request)));
        runningTurns = other.runningTurns;
    }

    public String id() {
        return id;
    }

    /** Thread that it was started by, if one did. */
    public @Nullable String parent() {
        return parent;
    }

    public @Nullable UsageFigures usage() {
        return usage;
    }

    boolean busy() {
        return runningTurns > 0 || !openItems.isEmpty() || !pending.isEmpty();
    }

    void apply(ThreadUpdated event) {
        parent = event.parent().apply(parent);
        status = event.status().apply(status);
        name = event.name().apply(name);
        settings = Members.patched(settings, event.settings());
    }
}
