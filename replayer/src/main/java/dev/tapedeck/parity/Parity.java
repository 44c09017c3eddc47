package dev.tapedeck.parity;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.frame.Header;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.torture.Programme;
import dev.tapedeck.torture.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;

/**
 * Compares two mappers over recordings, under several batch sizes and under drawn fault plans.
 *
 * <p>Faults are equal when the same frames are faults; the reasons are words for people and each mapper's own.
 */
public final class Parity {
    /** Most frames of one call, for each run without faults. */
    public static final List<Integer> BATCHES = List.of(1, 2, 7, 1024);

    private final MapperSource left;
    private final MapperSource right;
    private final int plans;
    private final LongFunction<RandomGenerator> lots;

    /**
     * What one recording came to.
     *
     * @param calls calls that were compared
     * @param frames frames that were mapped in them
     */
    public record Compared(int runs, long calls, long frames, Optional<Disagreement> disagreement) {}

    /**
     * @param plans fault plans to draw for each recording
     * @param lots a generator for a seed, the same for the same seed
     */
    public Parity(MapperSource left, MapperSource right, int plans, LongFunction<RandomGenerator> lots) {
        this.left = left;
        this.right = right;
        this.plans = plans;
        this.lots = lots;
    }

    /**
     * Compares over one recording, up to the first difference.
     *
     * @throws IOException if the recording cannot be read, or there is no mapper for it
     */
    public Compared compare(Path file) throws IOException {
        Subject subject = Subject.read(file);
        Comparison comparison = new Comparison(subject);
        for (int batch : BATCHES) {
            comparison.run("batches of " + batch, Replay.of(subject.recording(), file).batch(batch));
        }
        for (int seed = 0; seed < plans; seed++) {
            FaultPlan plan = Programme.SWARM.draw(lots.apply(seed), subject);
            comparison.run("plan " + PlanFormat.write(plan), Replay.of(subject.recording(), file).plan(plan));
        }
        return comparison.result;
    }

    private final class Comparison {
        private final Subject subject;
        private Compared result = new Compared(0, 0, 0, Optional.empty());

        Comparison(Subject subject) {
            this.subject = subject;
        }

        void run(String how, Replay replay) throws IOException {
            if (result.disagreement.isPresent()) {
                return;
            }
            Header header = subject.recording().header();
            Pair pair = new Pair(left.open(header), right.open(header));
            replay.mapper(any -> pair).run();
            Pair.Found found = pair.found();
            result = new Compared(
                    result.runs + 1,
                    result.calls + pair.calls(),
                    result.frames + pair.frames(),
                    Optional.ofNullable(found).map(first -> new Disagreement(
                            subject.file(), how, first.frame(), first.path(), first.left(), first.right())));
        }
    }
}
