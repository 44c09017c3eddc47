package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.recording.EntrySource;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Replays recordings for pages; those of a wire without rules are read without a replay. */
final class Replayer {
    private static final String NO_RULES = "no rule book for this wire";

    private Replayer() {}

    /**
     * Tells a listener what became of each frame, up to one of them.
     *
     * @param until seq of the last entry that is replayed
     * @param rest seq of an entry behind which the subscriber drains too; 0 for none
     * @param tracing whether the listener learns raw paths and state changes
     * @throws IOException if the file cannot be read or is no recording
     */
    static void run(
            Path path, Recording recording, long until, long rest, boolean tracing, ReplayListener listener)
            throws IOException {
        run(path, recording, Plan.CLEAN, until, rest, tracing, listener);
    }

    /**
     * The same under a fault plan.
     *
     * @param until seq, in the recording, of the last entry that is replayed
     * @return what the replay came to; empty for a wire without rules, which is only read
     */
    static Optional<ReplayReport> run(
            Path path, Recording recording, Plan plan, long until, boolean tracing, ReplayListener listener)
            throws IOException {
        return run(path, recording, plan, until, 0, tracing, listener);
    }

    private static Optional<ReplayReport> run(
            Path path, Recording recording, Plan plan, long until, long rest, boolean tracing, ReplayListener listener)
            throws IOException {
        if (RuleBooks.of(recording.header().wire()).isPresent()) {
            return Optional.of(Replay.of(path)
                    .batch(plan.batch())
                    .plan(plan.faults())
                    .until(until)
                    .rest(rest)
                    .tracing(tracing)
                    .listener(listener)
                    .run());
        }
        read(() -> RecordingReader.open(path, Strictness.TOLERANT), until, listener);
        return Optional.empty();
    }

    /**
     * Tells a listener what becomes of each frame that a source holds, or brings as it grows, and where a later replay
     * can begin.
     *
     * @throws IOException if the file cannot be read or is no recording
     */
    static void fill(Path path, Recording recording, Replay.Source source, Stops stops, ReplayListener listener)
            throws IOException {
        if (RuleBooks.of(recording.header().wire()).isPresent()) {
            Replay.of(source, path)
                    .listener(listener)
                    .waypoints(Stops.EVERY, stops::offer)
                    .run();
        } else {
            read(source, Long.MAX_VALUE, listener);
        }
    }

    private static void read(Replay.Source source, long until, ReplayListener listener) throws IOException {
        try (EntrySource reader = source.open()) {
            listener.header(reader.header());
            for (Entry entry = reader.next(); entry != null && entry.seq() <= until; entry = reader.next()) {
                switch (entry) {
                    case Frame frame -> listener.frame(new FrameResult(
                            frame, null, Disposition.UNDELIVERED, null, NO_RULES, List.of(), 0));
                    case LogLine line -> listener.log(line);
                    case HostAct act -> listener.hostAct(act);
                }
            }
        }
    }
}
