package dev.tapedeck.replay;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import java.util.EnumMap;
import java.util.Map;

/**
 * How the frames of one kind ended.
 *
 * @param kind the kind's path, or a word in parentheses for frames that have none
 * @param counts frames for each disposition that occurred
 */
public record KindCount(String kind, Direction direction, Map<Disposition, Long> counts) {
    public KindCount {
        counts = counts.isEmpty() ? Map.of() : java.util.Collections.unmodifiableMap(new EnumMap<>(counts));
    }

    /** Frames of this kind. */
    public long frames() {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    public long of(Disposition disposition) {
        return counts.getOrDefault(disposition, 0L);
    }
}
