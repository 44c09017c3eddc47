package dev.tapedeck.torture;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A recording that is tortured, with what its clean run shows of it.
 *
 * @param file where it lies, for messages and commands
 * @param last number of its last entry
 * @param frames all of its frames that are JSON lines
 * @param roles frames by the part that they play, each list in order
 */
public record Subject(
        Path file, LoadedRecording recording, long last, List<Frame> frames, Map<Part, List<Long>> roles) {
    /** Parts that frames play. */
    public enum Part {
        PROVIDER,
        CLIENT,
        /** It opens an item or a turn. */
        START,
        DELTA,
        /** It completes an item. */
        COMPLETION,
        /** It ends a turn. */
        TERMINAL,
        /** It begins a thread, perhaps of a sub-agent. */
        THREAD,
        /** The provider asks the client. */
        REQUEST,
        /** The client answers the provider. */
        ANSWER
    }

    /** @throws IOException if it cannot be read, or its wire has no rule book */
    public static Subject read(Path file) throws IOException {
        LoadedRecording recording = LoadedRecording.read(file, Strictness.TOLERANT);
        Map<Part, List<Long>> roles = new EnumMap<>(Part.class);
        ReplayReport clean = Replay.of(recording, file).listener(new Cast(roles)).run();
        if (!clean.violations().isEmpty()) {
            throw new IOException(file + ": expected a recording whose clean run holds, found "
                    + clean.violations().getFirst().sentence());
        }
        List<Frame> frames = new ArrayList<>();
        long last = 0;
        for (Entry entry : recording.entries()) {
            last = entry.seq();
            if (entry instanceof Frame frame && frame.payload() instanceof Payload.Json) {
                frames.add(frame);
            }
        }
        return new Subject(file, recording, last, List.copyOf(frames), roles);
    }

    /** Runs it under a plan. */
    public ReplayReport under(FaultPlan plan) throws IOException {
        return Replay.of(recording, file).plan(plan).run();
    }

    /** Whether a frame is the next one that comes from the same side as the other. */
    boolean follows(long frame, long other) {
        Direction side = null;
        for (Frame each : frames) {
            if (each.seq() == other) {
                side = each.direction();
            } else if (each.direction() == side) {
                return each.seq() == frame;
            }
        }
        return false;
    }

    List<Long> those(Part part) {
        return roles.getOrDefault(part, List.of());
    }

    /** Finds out which frame plays which part. */
    private record Cast(Map<Part, List<Long>> roles) implements ReplayListener {
        @Override
        public void frame(FrameResult result) {
            if (result.message() == null) {
                return;
            }
            long seq = result.frame().seq();
            put(result.frame().direction() == Direction.OUT ? Part.PROVIDER : Part.CLIENT, seq);
            if (result.message().opensOrAnswersServerRequest()) {
                put(result.message().isServerRequest() ? Part.REQUEST : Part.ANSWER, seq);
            }
            for (Emission emission : result.emissions()) {
                CanonicalEvent canonical = emission.canonical();
                if (canonical != null) {
                    put(canonical.type(), seq);
                }
            }
        }

        private void put(EventType type, long seq) {
            switch (type) {
                case ITEM_STARTED, TURN_STARTED -> put(Part.START, seq);
                case CONTENT_DELTA -> put(Part.DELTA, seq);
                case ITEM_COMPLETED -> put(Part.COMPLETION, seq);
                case TURN_COMPLETED, TURN_ABORTED -> put(Part.TERMINAL, seq);
                case THREAD_STARTED -> put(Part.THREAD, seq);
                default -> {}
            }
        }

        private void put(Part part, long seq) {
            List<Long> frames = roles.computeIfAbsent(part, unused -> new ArrayList<>());
            if (frames.isEmpty() || frames.getLast() != seq) {
                frames.add(seq);
            }
        }
    }
}
