package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.StateChange;
import dev.tapedeck.inspect.index.Stops.Stop;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.projection.amalgm.AmalgmProjection;
import dev.tapedeck.projection.amalgm.Projected;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Looks closely at one frame: replays the recording to the end of the frame's batch, so that the host does what it
 * does in a replay of the whole recording, and keeps what the frame brought about.
 *
 * <p>Costs a replay of the frames before it and of one batch more, so it is for the one frame that is open.
 */
public final class FrameProbe implements ReplayListener {
    /** State changes of one frame that are kept. */
    static final int MAX_CHANGES = 500;

    private final long seq;
    private final List<StateChange> changes = new ArrayList<>();
    private final List<Event> events = new ArrayList<>();
    private final CanonicalJson json;
    /** One for each process: what came before the frame decides what it becomes in that vocabulary. */
    private AmalgmProjection amalgm;
    private long furtherChanges;
    private @Nullable FrameResult result;
    private @Nullable Meters meters;
    /** Notes since the last frame was told, and how many of them were told before the last step was over. */
    private final List<HostNote> sinceFrame = new ArrayList<>();
    private int stepped;
    /** How many of them were told before the step that took the frame was over. */
    private int batchDone;
    private final List<HostNote> notes = new ArrayList<>();
    private @Nullable BatchEnd batchEnd;
    private long lastFrame;
    private boolean over;

    private FrameProbe(Stop from, long seq) {
        this.seq = seq;
        this.json = from.names();
        this.amalgm = from.amalgm();
    }

    /**
     * One frame, step by step.
     *
     * @param events what the frame became
     * @param changes what changed in the host's maps
     * @param furtherChanges changes beyond those that are kept
     * @param notes what the host did by itself while it handled the frame, and after it if its step ended with it
     * @param batchEnd what the host did by itself when the frame's batch was done; absent when the frame was its last
     * @param meters how full the host was when the batch was done; absent when the frame never reached it
     */
    public record Probe(
            FrameResult result,
            List<Event> events,
            List<StateChange> changes,
            long furtherChanges,
            List<HostNote> notes,
            @Nullable BatchEnd batchEnd,
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
     * @param runtime what the host's maps are told of it
     * @param amalgm what it is in the amalgm vocabulary
     * @param omission why it is nothing there; absent when it is something
     */
    public record Event(
            ObjectNode json,
            Emission emission,
            List<ObjectNode> runtime,
            List<ObjectNode> amalgm,
            @Nullable String omission) {
        public Event {
            runtime = List.copyOf(runtime);
            amalgm = List.copyOf(amalgm);
        }
    }

    /**
     * What the host did by itself when a batch was done.
     *
     * @param last seq of the batch's last frame
     */
    public record BatchEnd(long last, List<HostNote> notes) {
        public BatchEnd {
            notes = List.copyOf(notes);
        }
    }

    /** How full the host's budgets are. */
    public record Meters(Meter items, Meter text, Meter scratch, Meter requests) {
        /**
         * One budget.
         *
         * @param used in the unit of the bound
         */
        public record Meter(long used, long bound) {}
    }

    /**
     * The frame of that number; empty when the recording has none.
     *
     * @param frames what the replay of the whole recording under the plan gave, which says where its batch ends
     * @param seq number of the frame in that replay
     */
    static Optional<Probe> of(Survey survey, Recording recording, FrameTable frames, Plan plan, long seq)
            throws IOException {
        Stop from = plan.clean() ? survey.stop(recording, seq) : Stop.start(recording.header());
        FrameProbe probe = new FrameProbe(from, seq);
        if (plan.clean()) {
            survey.replay(recording, from, frames.batchOver(seq), true, probe);
        } else {
            // What a fault does to a frame may come long after it, so a run is replayed to its end.
            survey.replay(recording, plan, Long.MAX_VALUE, true, probe);
        }
        return Optional.ofNullable(probe.probe());
    }

    private @Nullable Probe probe() {
        if (result == null) {
            return null;
        }
        stepped = sinceFrame.size();
        stepEnds();
        return new Probe(result, events, changes, furtherChanges, notes, batchEnd, meters);
    }

    @Override
    public void frame(FrameResult told) {
        boolean wanted = told.frame().seq() == seq;
        for (Emission emission : told.emissions()) {
            if (emission.canonical() == null) {
                continue;
            }
            Projected projected = amalgm.project(emission.canonical());
            if (wanted) {
                events.add(event(emission, emission.canonical(), projected));
            } else {
                json.pass(emission.canonical());
            }
        }
        stepEnds();
        if (wanted) {
            result = told;
            notes.addAll(sinceFrame.subList(stepped, sinceFrame.size()));
        }
        sinceFrame.clear();
        stepped = 0;
        lastFrame = told.frame().seq();
    }

    private Event event(Emission emission, CanonicalEvent canonical, Projected projected) {
        ObjectNode own = json.of(canonical, seq);
        Omission omission = projected.omission();
        return new Event(
                own,
                emission,
                emission.events().stream().map(json::runtime).toList(),
                projected.events().stream().map(json::amalgm).toList(),
                omission == null ? null : omission.reason());
    }

    @Override
    public void written(long at, Emission emission) {
        if (emission.canonical() != null) {
            amalgm.project(emission.canonical());
        }
    }

    /** What was told after the last frame and before the end of a step belongs to that frame and its batch. */
    private void stepEnds() {
        if (result == null || over || stepped == 0 && meters == null) {
            return;
        }
        List<HostNote> told = sinceFrame.subList(0, stepped);
        if (lastFrame == seq) {
            notes.addAll(told);
        } else if (batchDone > 0) {
            batchEnd = new BatchEnd(lastFrame, sinceFrame.subList(0, batchDone));
        }
        over = true;
    }

    @Override
    public boolean wantsChanges(long at) {
        return at == seq;
    }

    @Override
    public void changed(long at, StateChange change) {
        if (at != seq || result != null) {
            return; // what is told of the frame's own number later is a resync's work
        }
        if (changes.size() < MAX_CHANGES) {
            changes.add(new StateChange(json.named(change.path()), change.before(), change.after()));
        } else {
            furtherChanges++;
        }
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.EpochOpened) {
            amalgm = new AmalgmProjection();
        }
        sinceFrame.add(note);
    }

    @Override
    public void stepped(HostView host) {
        stepped = sinceFrame.size();
        if (result == null || meters != null) {
            return;
        }
        batchDone = stepped;
        meters = new Meters(
                new Meters.Meter(host.maps().items().size(), host.limits().of(Limit.ITEMS)),
                new Meters.Meter(host.maps().textBytes(), host.limits().of(Limit.ITEM_TEXT)),
                new Meters.Meter(host.scratch().bytes(), host.limits().of(Limit.SCRATCH)),
                new Meters.Meter(host.outstandingRequests(), host.limits().of(Limit.REQUESTS)));
    }
}
