package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.IOException;
import java.time.Duration;
import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntPredicate;

/** Finds the frames that a filter lets pass: from columns at once, from the file where text is asked for. */
public final class FrameSearch {
    /** How long one request reads a file. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private FrameSearch() {}

    /**
     * What was found.
     *
     * @param rows rows of the table that pass
     * @param searched rows that were looked at; fewer than there are when time ran out
     */
    public record Result(BitSet rows, int searched) {}

    /**
     * Rows that pass.
     *
     * @param plan of the replay that the table comes from; text is searched in the frames as they were recorded
     */
    public static Result of(Survey survey, Tape tape, Plan plan, FrameFilter filter) throws IOException {
        FrameTable frames = tape.frames();
        BitSet rows = new BitSet(frames.size());
        IntPredicate columns = filter.inColumns(frames);
        for (int row = 0; row < frames.size(); row++) {
            rows.set(row, columns.test(row));
        }
        return filter.readsFrames() ? inFile(survey, tape, plan, filter, rows) : new Result(rows, frames.size());
    }

    private static Result inFile(Survey survey, Tape tape, Plan plan, FrameFilter filter, BitSet rows)
            throws IOException {
        long end = System.nanoTime() + PATIENCE.toNanos();
        FrameTable frames = tape.frames();
        BitSet hits = new BitSet(frames.size());
        int row = 0;
        try (RecordingReader reader = RecordingReader.open(survey.open(tape.recording()), Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null && row < frames.size(); entry = reader.next()) {
                if (entry instanceof Frame frame) {
                    Boolean hit = null;
                    for (; row < frames.size() && plan.recorded(frames.seq(row)) <= frame.seq(); row++) {
                        if (rows.get(row) && plan.recorded(frames.seq(row)) == frame.seq()) {
                            hit = hit == null ? (Boolean) filter.inBytes(frame.payload().bytes()) : hit;
                            hits.set(row, hit);
                        }
                    }
                    if (System.nanoTime() > end) {
                        break;
                    }
                }
            }
        }
        return new Result(hits, row);
    }

    /** The bytes of a frame as they travelled; empty when the recording has no such frame. */
    public static Optional<byte[]> bytes(Survey survey, Recording recording, long seq) throws IOException {
        try (RecordingReader reader = RecordingReader.open(survey.open(recording), Strictness.TOLERANT)) {
            for (Entry entry = reader.next(); entry != null && entry.seq() <= seq; entry = reader.next()) {
                if (entry.seq() == seq && entry instanceof Frame frame) {
                    return Optional.of(frame.payload().bytes());
                }
            }
        }
        return Optional.empty();
    }
}
