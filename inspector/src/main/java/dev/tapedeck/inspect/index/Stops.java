package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.projection.amalgm.AmalgmProjection;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.Waypoint;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Places of one recording at which a replay can begin, so that a late frame is shown without a replay from the start.
 * Noted while the table is filled; with more than {@value #MOST} every second one goes, so the longer a recording is
 * the farther they lie apart, and their memory stays bounded.
 */
final class Stops implements ReplayListener {
    /** Entries between two, at first. */
    static final int EVERY = 4096;
    /** Most of one recording. */
    static final int MOST = 128;

    private final Header header;
    private final List<Stop> stops = new ArrayList<>();
    private final CanonicalJson names;
    private AmalgmProjection amalgm = new AmalgmProjection();
    /** Of so many places that are offered one is taken. */
    private int oneOf = 1;
    private int offered;

    Stops(Header header) {
        this.header = header;
        this.names = new CanonicalJson(header, new Ordinals());
    }

    /**
     * One place.
     *
     * @param waypoint absent for the start
     */
    record Stop(Header header, @Nullable Waypoint waypoint, Ordinals known, AmalgmProjection projection) {
        /** The start of a recording. */
        static Stop start(Header header) {
            return new Stop(header, null, new Ordinals(), new AmalgmProjection());
        }

        /** Ids that events before it were about, to be gone on with. */
        CanonicalJson names() {
            return new CanonicalJson(header, known.fork());
        }

        /** What the amalgm vocabulary remembers of what came before it, to be gone on with. */
        AmalgmProjection amalgm() {
            return projection.fork();
        }
    }

    /** The last one before a frame. */
    synchronized Stop before(long seq) {
        int low = 0;
        int high = stops.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seq(middle) < seq) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Stop.start(header) : stops.get(low - 1);
    }

    synchronized int size() {
        return stops.size();
    }

    /** Makes room; later frames are then replayed from the start. */
    synchronized void clear() {
        stops.clear();
        oneOf = Integer.MAX_VALUE;
    }

    synchronized void offer(Supplier<Waypoint> waypoint) {
        offered++;
        if (offered < oneOf) {
            return;
        }
        offered = 0;
        stops.add(new Stop(header, waypoint.get(), names.ordinals().fork(), amalgm.fork()));
        if (stops.size() > MOST) {
            oneOf *= 2;
            for (int i = stops.size() - 2; i >= 0; i -= 2) {
                stops.remove(i);
            }
        }
    }

    @Override
    public void frame(FrameResult result) {
        for (Emission emission : result.emissions()) {
            CanonicalEvent event = emission.canonical();
            if (event != null) {
                amalgm.project(event);
                names.pass(event);
            }
        }
    }

    @Override
    public void written(long at, Emission emission) {
        if (emission.canonical() != null) {
            amalgm.project(emission.canonical());
        }
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened) {
            amalgm = new AmalgmProjection();
        }
    }

    private long seq(int index) {
        Waypoint waypoint = stops.get(index).waypoint();
        return waypoint == null ? 0 : waypoint.seq();
    }
}
