package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks closely at one frame: replays the recording up to it and keeps what that frame brought about.
 *
 * <p>Costs a replay of the frames before it, so it is for the one frame that is open.
 */
public final class FrameProbe implements ReplayListener {
    /** State changes of one frame that are kept. */
    static final int MAX_CHANGES = 500;

    private final long seq;
    private final List<StateChange> changes = new ArrayList<>();
    private final List<HostNote> notes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final CanonicalJson json;
    private long furtherChanges;
    private @Nullable FrameResult result;
    private @Nullable Meters meters;

    private FrameProbe(Recording recording, long seq) {
        this.seq = seq;
        this.json = new CanonicalJson(recording.header());
    }

    /**
     * One frame, step by step.
     *
     * @param events what the frame became
     * @param changes what changed in the host's maps
     * @param furtherChanges changes beyond those that are kept
     * @param notes what the host did by itself while it handled the frame
     * @param meters how full the host was afterwards; absent when the frame never reached it
     */
    public record Probe(
            FrameResult result,
            List<Event> events,
            List<StateChange> changes,
            long furtherChanges,
            List<HostNote> notes,
            @Nullable Meters meters) {
        public Probe {
            events = List.copyOf(events);
            changes = List.copyOf(changes);
            notes = List.copyOf(notes);
        }
    }

    /**
     * One event.
     *
     * @param json its canonical form, ids as ordinals by first appearance
     * @param emission where it comes from
     */
    public record Event(ObjectNode json, Emission emission) {}

    /** How full the host's budgets are. */
    public record Meters(Meter items, Meter text, Meter scratch, Meter requests) {
        /**
         * One budget.
         *
         * @param used in the unit of the bound
         */
        public record Meter(long used, long bound) {}
    }

    /** The frame of that number; empty when the recording has none. */
    public static Optional<Probe> of(Survey survey, Recording recording, long seq) throws IOException {
        FrameProbe probe = new FrameProbe(recording, seq);
        survey.replay(recording, seq, probe);
        FrameResult result = probe.result;
        return result == null
                ? Optional.empty()
                : Optional.of(new Probe(
                        result, probe.events, probe.changes, probe.furtherChanges, probe.notes, probe.meters));
    }

    @Override
    public void frame(FrameResult told) {
        boolean wanted = told.frame().seq() == seq;
        for (Emission emission : told.emissions()) {
            if (emission.canonical() == null) {
                continue;
            }
            if (wanted) {
                events.add(new Event(json.of(emission.canonical(), seq), emission));
            } else {
                json.pass(emission.canonical());
            }
        }
        result = wanted ? told : result;
    }

    @Override
    public boolean wantsChanges(long at) {
        return at == seq;
    }

    @Override
    public void changed(long at, StateChange change) {
        if (at != seq) {
            return;
        }
        if (changes.size() < MAX_CHANGES) {
            changes.add(new StateChange(json.named(change.path()), change.before(), change.after()));
        } else {
            furtherChanges++;
        }
    }

    @Override
    public void note(HostNote note) {
        if (note.seq() == seq) {
            notes.add(note);
        }
    }

    @Override
    public void stepped(HostView host) {
        meters = new Meters(
                new Meters.Meter(host.maps().items().size(), host.limits().of(Limit.ITEMS)),
                new Meters.Meter(host.maps().textBytes(), host.limits().of(Limit.ITEM_TEXT)),
                new Meters.Meter(host.scratch().bytes(), host.limits().of(Limit.SCRATCH)),
                new Meters.Meter(host.outstandingRequests(), host.limits().of(Limit.REQUESTS)));
    }
}
