package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.CompactionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.EvidenceUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ItemUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RateLimitsUpdated;
import dev.tapedeck.runtime.RuntimeEvent.RequestUpdated;
import dev.tapedeck.runtime.RuntimeEvent.SessionUpdated;
import dev.tapedeck.runtime.RuntimeEvent.ThreadUpdated;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the maps that frames were about. Of a turn everything in it counts.
 *
 * @param keys of entries, and of threads that were spoken of
 * @param threads of which everything counts, since one frame shifts the numbers of those behind it
 * @param everything since a frame may have said whose all that follows is
 */
public record Subjects(Set<String> keys, Set<String> threads, boolean everything) {
    private static final String IN = "in/";
    private static final String ASKED = "asked/";

    public static final Subjects NONE = new Subjects(Set.of(), Set.of(), false);

    public Subjects {
        keys = Set.copyOf(keys);
        threads = Set.copyOf(threads);
    }

    /**
     * What a frame was about; of one that history told already, what it still changed.
     *
     * @param named thread that the frame names, which it may be about although it tells nothing at once
     */
    public static Subjects of(FrameResult result, Naming naming, @Nullable String named) {
        List<Emission> emissions = new ArrayList<>(result.emissions());
        if (result.disposition() != Disposition.UNDELIVERED) {
            emissions.addAll(result.ignored());
        }
        Subjects subjects = of(emissions, naming);
        if (naming == Naming.ITEMS || result.disposition() != Disposition.MAPPED) {
            return subjects;
        }
        // Of a frame that tells nothing at once, and not whose it is, anything may hang.
        boolean anybodys = named == null && subjects.keys.isEmpty();
        Set<String> threads = named == null ? Set.of() : Set.of(named);
        return subjects.and(new Subjects(Set.of(), threads, anybodys || naming == Naming.NOTHING));
    }

    /** What events were about. */
    public static Subjects of(List<Emission> emissions, Naming naming) {
        Set<String> keys = new HashSet<>();
        Set<String> threads = new HashSet<>();
        for (Emission emission : emissions) {
            emission.events().forEach(event -> add(event, keys, threads));
        }
        return switch (naming) {
            case ITEMS -> new Subjects(keys, Set.of(), false);
            case THREADS -> new Subjects(keys, threads, false);
            case NOTHING -> new Subjects(keys, threads, !keys.isEmpty());
        };
    }

    /** A request. */
    static Subjects of(RequestRef request) {
        return new Subjects(Set.of("requests/" + request.key()), Set.of(), false);
    }

    /** These and those. */
    public Subjects and(Subjects others) {
        Set<String> bothKeys = new HashSet<>(keys);
        bothKeys.addAll(others.keys);
        Set<String> bothThreads = new HashSet<>(threads);
        bothThreads.addAll(others.threads);
        return new Subjects(bothKeys, bothThreads, everything || others.everything);
    }

    /** Only the requests among them, and which items they asked about. */
    Subjects requests() {
        Set<String> requests = new HashSet<>(keys);
        requests.removeIf(key -> !key.startsWith("requests/") && !key.startsWith(ASKED));
        return new Subjects(requests, Set.of(), false);
    }

    /** Threads among those spoken of that are none of these: ids that were made up. */
    Subjects strangers(Set<String> known) {
        Set<String> strangers = new HashSet<>();
        for (String key : keys) {
            if (key.startsWith(IN) && !known.contains(key.substring(IN.length()))) {
                strangers.add(key.substring(IN.length()));
            }
        }
        return new Subjects(Set.of(), strangers, false);
    }

    /**
     * These, and of each thread of which everything counts the whole family: what a sub-agent is and does hangs on its
     * parent's frames, and what its parent used on its own.
     *
     * @param parents parent of each thread that has one
     */
    Subjects withFamilies(Map<String, String> parents) {
        Set<String> family = new HashSet<>(threads);
        boolean grew = !threads.isEmpty();
        while (grew) {
            grew = false;
            for (Map.Entry<String, String> child : parents.entrySet()) {
                boolean related = family.contains(child.getKey()) || family.contains(child.getValue());
                grew |= related && (family.add(child.getKey()) | family.add(child.getValue()));
            }
        }
        return new Subjects(keys, family, everything);
    }

    /** How many entries of a list are among them. */
    int count(String list) {
        return (int) keys.stream().filter(key -> key.startsWith(list + "/")).count();
    }

    /** Whether the thread that an entry of a map stands in, or is, was spoken of. */
    boolean speakOf(JsonNode entry) {
        return keys.contains(IN + entry.path("thread").asText());
    }

    /** Whether a request among them asked about this item. */
    boolean askAbout(JsonNode item) {
        return keys.contains(ASKED + item.path("thread").asText() + "/" + item.path("item").asText());
    }

    /** Whether an entry of a map, as JSON, is among them. */
    boolean hold(String list, JsonNode entry) {
        String thread = entry.path("thread").asText();
        return everything
                || keys.contains(key(list, entry))
                || threads.contains(thread)
                || keys.contains("turns/" + thread + "/" + entry.path("turn").asText())
                || entry.has("request") && keys.contains("requests/" + entry.path("request").asText());
    }

    /** Names an entry of a map, given as JSON. */
    static String key(String list, JsonNode entry) {
        String thread = "/" + entry.path("thread").asText();
        return list + switch (list) {
            case "threads" -> thread;
            case "turns" -> thread + "/" + entry.path("turn").asText();
            case "items" -> thread + "/" + entry.path("item").asText();
            default -> "/" + entry.path("request").asText();
        };
    }

    private static void add(RuntimeEvent event, Set<String> keys, Set<String> threads) {
        switch (event) {
            case ThreadUpdated thread -> thread(thread.thread(), keys, threads);
            case TurnUpdated turn -> {
                thread(turn.thread(), keys, threads);
                keys.add("turns/" + turn.thread() + "/" + turn.turn());
            }
            case ItemUpdated item -> item(item.thread(), item.item(), keys, threads);
            case CompactionUpdated compaction -> item(compaction.thread(), compaction.item(), keys, threads);
            case RequestUpdated request -> {
                keys.add("requests/" + request.request().key());
                keys.add(ASKED + request.thread() + "/" + request.item());
                thread(request.thread(), keys, threads);
                if (request.thread() != null) {
                    keys.add("turns/" + request.thread() + "/" + request.turn());
                }
            }
            case EvidenceUpdated evidence -> item(evidence.thread(), evidence.item(), keys, threads);
            case UsageUpdated usage -> thread(usage.thread(), keys, threads);
            case RateLimitsUpdated limits -> thread(limits.thread(), keys, threads);
            case SessionUpdated session -> {}
            case RuntimeEvent.Warning warning -> {}
        }
    }

    private static void item(String thread, String item, Set<String> keys, Set<String> threads) {
        keys.add("items/" + thread + "/" + item);
        keys.add(IN + thread);
        threads.add(thread);
    }

    private static void thread(@Nullable String thread, Set<String> keys, Set<String> threads) {
        if (thread != null) {
            keys.add("threads/" + thread);
            keys.add(IN + thread);
            threads.add(thread);
        }
    }
}
