package dev.tapedeck.torture;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.invariant.Violation;
import dev.tapedeck.replay.ReplayReport;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs one plan for each seed: the seed says which recording, which programme and which plan, so equal seeds over
 * equal recordings do the same. Safe for use by several threads.
 */
public final class Torture {
    /** Name of what breaks when a run ends with an exception. */
    public static final String CRASH = "crash";

    private final List<Subject> subjects;
    private final List<Programme> programmes;
    private final LongFunction<RandomGenerator> lots;

    /**
     * What one seed came to.
     *
     * @param report absent when the run crashed
     */
    public record Result(FaultPlan plan, Optional<ReplayReport> report, Optional<Failure> failure) {}

    /** @param lots a generator for a seed, the same for the same seed */
    public Torture(List<Subject> subjects, List<Programme> programmes, LongFunction<RandomGenerator> lots) {
        this.subjects = List.copyOf(subjects);
        this.programmes = List.copyOf(programmes);
        this.lots = lots;
    }

    /** Draws the plan of a seed, runs it, and shrinks it if it breaks anything. */
    public Result run(long seed) {
        RandomGenerator random = lots.apply(seed);
        Subject subject = subjects.get(random.nextInt(subjects.size()));
        Programme programme = programmes.get(random.nextInt(programmes.size()));
        FaultPlan plan = programme.draw(random, subject);
        Broken broken = broken(subject, plan);
        return new Result(
                plan,
                Optional.ofNullable(broken.report),
                broken.invariant.map(invariant -> failure(seed, subject, plan, invariant)));
    }

    private Failure failure(long seed, Subject subject, FaultPlan plan, String invariant) {
        FaultPlan shrunk = new Shrinker(smaller -> broken(subject, smaller).breaks(invariant)).shrunk(plan);
        return new Failure(subject.file(), seed, plan, shrunk, invariant, broken(subject, shrunk).sentence(invariant));
    }

    private static Broken broken(Subject subject, FaultPlan plan) {
        try {
            ReplayReport report = subject.under(plan);
            return new Broken(
                    report,
                    report.violations().stream().map(Violation::invariant).findFirst(),
                    "");
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return new Broken(null, Optional.of(CRASH), e.toString());
        }
    }

    private record Broken(
            @Nullable ReplayReport report, Optional<String> invariant, String crash) {
        boolean breaks(String name) {
            return report == null ? name.equals(CRASH) : violation(name).isPresent();
        }

        String sentence(String name) {
            return report == null ? crash : violation(name).map(Violation::sentence).orElse("");
        }

        private Optional<Violation> violation(String name) {
            return report == null
                    ? Optional.empty()
                    : report.violations().stream().filter(one -> one.invariant().equals(name)).findFirst();
        }
    }
}
