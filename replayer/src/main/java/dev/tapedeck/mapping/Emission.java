package dev.tapedeck.mapping;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came out of one frame at one point.
 *
 * @param frame index of the frame in its batch
 * @param canonical the canonical event; absent from mappers that know only runtime events
 * @param events its runtime events, which may be none
 * @param reads in tracing mode, the raw paths that were read since the emission before; else empty
 */
public record Emission(
        int frame, @Nullable CanonicalEvent canonical, List<RuntimeEvent> events, List<String> reads) {
    public Emission {
        events = List.copyOf(events);
        reads = List.copyOf(reads);
    }
}
