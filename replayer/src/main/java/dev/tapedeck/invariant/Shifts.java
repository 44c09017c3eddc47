package dev.tapedeck.invariant;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * How much altered frames may change. Where turns or threads are counted, one such frame shifts the numbers of all that
 * follow, so that no entry can be compared with its own; but what the other frames tell stands somewhere all the same.
 * So entries are compared by what they hold, whatever they are called: of each list one altered frame may change what
 * it tells of itself, and one entry more, which it may also cut in two.
 */
final class Shifts {
    /** What entries of a list hold, apart from name, place, and what is counted over the whole thread. */
    private record Content(String list, List<String> members) {}

    private static final List<Content> CONTENTS = List.of(
            new Content("threads", List.of()),
            new Content("turns", List.of("phase", "detail", "statusLine")),
            new Content("items", List.of("kind", "state", "detail", "title", "tool", "text")),
            new Content("requests", List.of("request", "type", "state", "answer")));

    private final List<Case> cases = new ArrayList<>();

    /** Takes note of an entry that differs because of an altered frame. */
    void add(Case one) {
        cases.add(one);
    }

    /**
     * Tells lists of which more differs than these frames can change.
     *
     * @param frames how many arrived otherwise than they were sent
     * @param told what they were about
     */
    void check(long seq, int frames, Subjects told, Invariant.Verdict verdict) {
        for (Content content : CONTENTS) {
            Map<String, Integer> more = new TreeMap<>();
            for (Case one : cases) {
                if (one.in(content.list())) {
                    count(one.expected(), content.members(), -1, more);
                    count(one.found(), content.members(), 1, more);
                }
            }
            int missing = -more.values().stream().mapToInt(times -> Math.min(0, times)).sum();
            int made = more.values().stream().mapToInt(times -> Math.max(0, times)).sum();
            int most = 2 * frames + told.count(content.list());
            if (Math.max(missing, made) > most) {
                verdict.violated(
                        seq,
                        "at most %d other %s after %d altered frames".formatted(most, content.list(), frames),
                        "%d missing and %d more: %s".formatted(missing, made, more));
            }
        }
    }

    private static void count(
            @Nullable ObjectNode entry, List<String> members, int by, Map<String, Integer> more) {
        if (entry != null) {
            StringBuilder held = new StringBuilder();
            members.forEach(member -> held.append(entry.path(member)).append(' '));
            more.merge(held.toString(), by, Integer::sum);
        }
    }
}
