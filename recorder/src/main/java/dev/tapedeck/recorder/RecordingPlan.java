package dev.tapedeck.recorder;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.redaction.Scrubber;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What is to be recorded where.
 *
 * @param provider the provider as its user names it; absent: detected
 * @param wire the wire as its user names it; absent: detected
 * @param scenario tag of the scenario that is played
 * @param scrubber made when the first entry is written, so that making it costs the session nothing
 */
public record RecordingPlan(
        RecordingPlace place,
        @Nullable String provider,
        @Nullable Wire wire,
        @Nullable String scenario,
        Supplier<Scrubber> scrubber) {

    /** A recording at that place, everything detected, nothing scrubbed. */
    public static RecordingPlan at(RecordingPlace place) {
        return new RecordingPlan(place, null, null, null, () -> Scrubber.NONE);
    }

    public RecordingPlan withProvider(@Nullable String provider) {
        return new RecordingPlan(place, provider, wire, scenario, scrubber);
    }

    public RecordingPlan withWire(@Nullable Wire wire) {
        return new RecordingPlan(place, provider, wire, scenario, scrubber);
    }

    public RecordingPlan withScenario(@Nullable String scenario) {
        return new RecordingPlan(place, provider, wire, scenario, scrubber);
    }

    public RecordingPlan withScrubber(Supplier<Scrubber> scrubber) {
        return new RecordingPlan(place, provider, wire, scenario, scrubber);
    }
}
