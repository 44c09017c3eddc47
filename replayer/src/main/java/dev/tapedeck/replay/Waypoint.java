package dev.tapedeck.replay;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.Limit;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Projection;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.RecordingReader.Place;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.rules.RuleBook;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Function;

/**
 * A place inside a recording with the host as it stood there, so that what comes later is replayed without what came
 * before. It can be gone on from any number of times, in any thread; every time from the same state.
 */
public final class Waypoint {
    private final Place place;
    private final Host host;
    private final Rules rules;

    /**
     * What a host and its mapper are made of.
     *
     * @param fresh a host at the start, without history
     */
    record Rules(RuleBook book, Projection projection, Instant started, Function<HostListener, Host> fresh) {
        NativeMapper mapper(boolean tracing) {
            return new NativeMapper(book, projection, started, tracing);
        }
    }

    private Waypoint(Place place, Host host, Rules rules) {
        this.place = place;
        this.host = host;
        this.rules = rules;
    }

    static Waypoint of(Place place, Host host, Rules rules) {
        return new Waypoint(place, host.fork(rules.mapper(false), History.NONE, new HostListener() {}, false), rules);
    }

    /** Seq of the last entry before it. */
    public long seq() {
        return place.seq();
    }

    /** Where the next entry begins. */
    public Place place() {
        return place;
    }

    /**
     * Replays on from here, to the entry of that number or the end, for a listener. A resync on the way reads history,
     * for which the recording is replayed from its start, as far as that.
     *
     * @param rest seq of an entry behind which the subscriber drains too; 0 for none
     * @param tracing whether emissions tell what they were read from and state changes are told
     * @throws IOException if the file cannot be read
     */
    public void goOn(Path path, long until, long rest, boolean tracing, ReplayListener listener) throws IOException {
        Replay.Source whole = () -> RecordingReader.open(path, Strictness.TOLERANT);
        try (CleanRun history = new CleanRun(
                rules.fresh(), rules.book(), FaultPlan.NONE, Long.MAX_VALUE, whole, until)) {
            goOn(path, until, rest, host.fork(rules.mapper(tracing), history, listener, tracing), listener);
        }
    }

    private void goOn(Path path, long until, long rest, Host from, ReplayListener listener) throws IOException {
        listener.stepped(from); // where it stands already, should nothing be drained any more
        Schedule asBefore = new Schedule.Every(from.limits().count(Limit.BATCH));
        Conductor conductor = new Conductor(from, FaultPlan.NONE.with(asBefore), 1);
        try (RecordingReader reader = RecordingReader.open(path, place, Long.MAX_VALUE, Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry.seq() > until) {
                    from.drainAll();
                    return;
                }
                conductor.entry(entry);
                if (entry.seq() == rest) {
                    from.drainAll();
                }
            }
            conductor.ends(reader.ending());
        }
    }
}
