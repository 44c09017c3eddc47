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
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Entries of the maps that frames were about. Of a turn everything in it counts; of a thread whose wire does not name
 * its turns and items everything, since one frame then shifts the numbers of those behind it (decision D6).
 */
public record Subjects(Set<String> keys, Set<String> threads) {
    private static final String IN = "in/";

    public static final Subjects NONE = new Subjects(Set.of(), Set.of());

    public Subjects {
        keys = Set.copyOf(keys);
        threads = Set.copyOf(threads);
    }

    /** What a frame was about; of one that history told already, what it still changed. */
    public static Subjects of(FrameResult result, boolean wireNamesTurns) {
        boolean covered = result.disposition() == Disposition.UNDELIVERED;
        return of(result.emissions(), wireNamesTurns)
                .and(covered ? NONE : of(result.ignored(), wireNamesTurns));
    }

    /** What these are about. */
    public static Subjects of(List<Emission> emissions, boolean wireNamesTurns) {
        Set<String> keys = new HashSet<>();
        Set<String> threads = new HashSet<>();
        for (Emission emission : emissions) {
            emission.events().forEach(event -> add(event, keys, threads));
        }
        return new Subjects(keys, wireNamesTurns ? Set.of() : threads);
    }

    /** What an event was about. */
    public static Subjects of(Emission emission, boolean wireNamesTurns) {
        return of(List.of(emission), wireNamesTurns);
    }

    /** A request. */
    static Subjects of(RequestRef request) {
        return new Subjects(Set.of("requests/" + request.key()), Set.of());
    }

    /** These and those. */
    public Subjects and(Subjects others) {
        Set<String> bothKeys = new HashSet<>(keys);
        bothKeys.addAll(others.keys);
        Set<String> bothThreads = new HashSet<>(threads);
        bothThreads.addAll(others.threads);
        return new Subjects(bothKeys, bothThreads);
    }

    /** Only the requests among them. */
    Subjects requests() {
        Set<String> requests = new HashSet<>(keys);
        requests.removeIf(key -> !key.startsWith("requests/"));
        return new Subjects(requests, Set.of());
    }

    /** Whether the thread that an entry of a map stands in, or is, was spoken of. */
    boolean speakOf(JsonNode entry) {
        return keys.contains(IN + entry.path("thread").asText());
    }

    /** Whether an entry of a map, as JSON, is among them. */
    boolean hold(String list, JsonNode entry) {
        String thread = entry.path("thread").asText();
        return keys.contains(key(list, entry))
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
