package dev.tapedeck.torture;

import dev.tapedeck.fault.PlanFormat;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.BiFunction;

/**
 * Tortures the host that its class loader holds, until it breaks something. What goes in and out are classes of the
 * JDK, which all loaders share: recordings and most seeds; what broke, how many seeds it took, faults of the shrunk
 * plan, and the plan. Empty when every seed passed.
 */
public final class MutantRun implements BiFunction<List<Path>, Integer, List<String>> {
    /** What failed when no torture was needed. */
    static final String CLEAN_RUN = "clean run";

    @Override
    public List<String> apply(List<Path> recordings, Integer seeds) {
        List<Subject> subjects = new ArrayList<>();
        for (Path recording : recordings) {
            try {
                subjects.add(Subject.read(recording));
            } catch (IOException e) {
                return List.of(CLEAN_RUN, "0", "0", String.valueOf(e.getMessage()));
            }
        }
        Torture torture = new Torture(subjects, List.of(Programme.values()), Random::new);
        for (int seed = 0; seed < seeds; seed++) {
            Optional<Failure> failure = torture.run(seed).failure();
            if (failure.isPresent()) {
                return List.of(
                        failure.get().invariant(),
                        Integer.toString(seed + 1),
                        Integer.toString(failure.get().shrunk().faults().size()),
                        failure.get().sentence() + " " + written(failure.get()));
            }
        }
        return List.of();
    }

    private static String written(Failure failure) {
        try {
            return PlanFormat.write(failure.shrunk());
        } catch (UncheckedIOException e) {
            return e.toString();
        }
    }
}
