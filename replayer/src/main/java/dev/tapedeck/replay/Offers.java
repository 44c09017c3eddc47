package dev.tapedeck.replay;

import dev.tapedeck.host.Host;
import dev.tapedeck.recording.EntrySource;
import dev.tapedeck.recording.RecordingReader.Place;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Offers waypoints while a replay runs, each where the host is at rest. */
final class Offers {
    private final Waypoint.Rules rules;
    private final int every;
    private final Consumer<Supplier<Waypoint>> taker;
    private int entries;

    /** @param every fewest entries between two */
    Offers(Waypoint.Rules rules, int every, Consumer<Supplier<Waypoint>> taker) {
        this.rules = rules;
        this.every = every;
        this.taker = taker;
    }

    /** An entry was handled. */
    void entry(EntrySource reader, Host host) {
        entries++;
        if (entries >= every && host.atRest()) {
            entries = 0;
            Place place = reader.place();
            if (place != null) {
                taker.accept(() -> Waypoint.of(place, host, rules));
            }
        }
    }
}
