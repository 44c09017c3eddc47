package dev.tapedeck.inspect.index;

import dev.tapedeck.events.Ordinals;
import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.Narrowing;
import dev.tapedeck.filter.Needs;
import dev.tapedeck.filter.Outcome;
import dev.tapedeck.filter.ReplayedFrame;
import dev.tapedeck.filter.Verdict;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.Waypoint;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * One filter over one recording: from the table at once; where text, raw values or events are asked for, row after row
 * from the file or from a replay, while others look at what was found so far.
 */
public final class FrameSearch {
    private final Tape tape;
    private final Plan plan;
    private final Filter filter;
    private final String provider;
    private final Set<String> lossy;
    /** Rows that pass as far as the table tells, and rows of which it does not tell. */
    private final BitSet rows;
    private final BitSet open;
    /** What to leave out of a filter that nothing passes, and rows of which the table does not tell enough for that. */
    private final Narrowing narrowing;
    private final BitSet unclear = new BitSet();
    private boolean over;
    private int searched;
    private volatile boolean cancelled;

    /** @param plan of the replay that the table comes from; text is searched in the frames as they were recorded */
    FrameSearch(Tape tape, Plan plan, Filter filter) {
        this.tape = tape;
        this.plan = plan;
        this.filter = filter;
        this.provider = tape.recording().header().provider();
        this.lossy = RuleBooks.of(tape.recording().header().wire()).map(ReplayedFrame::lossy).orElse(Set.of());
        int size = tape.frames().size();
        this.rows = new BitSet(size);
        this.open = new BitSet(size);
        this.narrowing = new Narrowing(filter);
        if (filter.isEmpty()) {
            rows.set(0, size);
        }
        for (int row = 0; row < size && !filter.isEmpty(); row++) {
            TableFrame frame = frame(row, null, null);
            switch (filter.of(frame)) {
                case YES -> rows.set(row);
                case UNKNOWN -> open.set(row);
                case NO -> {}
            }
            if (!narrowing.look(frame)) {
                unclear.set(row);
            }
        }
        this.searched = open.isEmpty() ? size : open.nextSetBit(0);
        this.over = !readsFile();
    }

    /**
     * What was found so far.
     *
     * @param rows rows of the table that pass
     * @param searched rows that were looked at; fewer than there are while the search goes on
     * @param over whether nothing more will be found out
     * @param removal what to leave out of the filter, when it is over and nothing passes
     */
    public record Result(BitSet rows, int searched, boolean over, Optional<Narrowing.Removal> removal) {}

    synchronized Result result() {
        return new Result((BitSet) rows.clone(), searched, over, over ? narrowing.most() : Optional.empty());
    }

    /** Whether the table alone does not tell everything. */
    final boolean readsFile() {
        return !open.isEmpty() || rows.isEmpty() && !unclear.isEmpty();
    }

    void cancel() {
        cancelled = true;
    }

    /** Looks at the rows of which the table does not tell; returns early when cancelled. */
    void run(Survey survey) throws IOException {
        if (filter.needs() == Needs.REPLAY) {
            try {
                survey.replay(tape.recording(), plan, Long.MAX_VALUE, false, new Replayed());
            } catch (CancellationException e) {
                return;
            }
        } else {
            read(survey);
        }
        synchronized (this) {
            searched = tape.frames().size();
            over = true;
        }
    }

    private void read(Survey survey) throws IOException {
        int row = 0;
        try (RecordingReader reader = RecordingReader.open(survey.open(tape.recording()), Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null && !cancelled; entry = reader.next()) {
                if (entry instanceof Frame frame) {
                    row = decideUpTo(frame, row);
                }
            }
        }
    }

    /** Rows of that frame, which a plan of faults may have brought forth several of, or none. */
    private int decideUpTo(Frame frame, int from) {
        FrameTable frames = tape.frames();
        int row = from;
        for (; row < frames.size() && plan.recorded(frames.seq(row)) <= frame.seq(); row++) {
            if (plan.recorded(frames.seq(row)) == frame.seq()) {
                decide(row, frame, null);
            }
        }
        return row;
    }

    private void decide(int row, Frame frame, @Nullable Outcome outcome) {
        TableFrame known = frame(row, frame, outcome);
        boolean passes = open.get(row) && filter.of(known) == Verdict.YES;
        synchronized (this) {
            if (passes) {
                rows.set(row);
            }
            if (unclear.get(row)) {
                narrowing.look(known);
            }
            searched = Math.max(searched, row + 1);
        }
    }

    private TableFrame frame(int row, @Nullable Frame frame, @Nullable Outcome outcome) {
        return new TableFrame(tape.frames(), row, provider, lossy, frame, outcome);
    }

    /** Looks at the frames of a replay; its events take their ordinals whether a row is asked for or not. */
    private final class Replayed implements ReplayListener {
        private final Ordinals ordinals = new Ordinals();
        private int row;

        @Override
        public void frame(FrameResult result) {
            if (cancelled) {
                throw new CancellationException();
            }
            Outcome outcome = ReplayedFrame.of(result, provider, lossy, Set.of(), ordinals).outcome();
            if (row < tape.frames().size()) {
                decide(row, result.frame(), outcome);
                row++;
            }
        }
    }

    /** The bytes of a frame as they travelled; empty when the recording has no such frame. */
    public static Optional<byte[]> bytes(Survey survey, Recording recording, long seq) throws IOException {
        Path path = survey.open(recording);
        Waypoint from = survey.stopSoFar(recording, seq).waypoint();
        try (RecordingReader reader = from == null
                ? RecordingReader.open(path, Strictness.TOLERANT)
                : RecordingReader.open(path, from.place(), Long.MAX_VALUE, Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null && entry.seq() <= seq; entry = reader.next()) {
                if (entry.seq() == seq && entry instanceof Frame frame) {
                    return Optional.of(frame.payload().bytes());
                }
            }
        }
        return Optional.empty();
    }
}
