package dev.tapedeck.invariant;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Frames that tell what was before, as far as anybody can know: only the client's request says that a session is being
 * opened again, and what it tells from then on is history. With that request lost it looks like now, or the reverse.
 */
final class Retold {
    private final Map<Long, Boolean> history = new HashMap<>();
    private final Map<Long, Set<String>> threads = new HashMap<>();

    /** Takes note of a frame that comes after such a loss. */
    void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            CanonicalEvent event = emission.canonical();
            if (event != null && event.refs().thread() != null) {
                long seq = result.frame().seq();
                history.merge(seq, event.history(), Boolean::logicalOr);
                threads.computeIfAbsent(seq, unused -> new HashSet<>()).add(event.refs().thread());
            }
        }
    }

    /**
     * Threads of which history was taken for now, or the reverse.
     *
     * @param clean whether a frame of that number told history where nothing was lost
     */
    Set<String> mistaken(LongPredicate clean) {
        Set<String> mistaken = new HashSet<>();
        history.forEach((seq, told) -> {
            if (told != clean.test(seq)) {
                mistaken.addAll(threads.get(seq));
            }
        });
        return mistaken;
    }
}
