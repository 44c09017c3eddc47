package dev.tapedeck.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * How many plans a minute torture runs over the recordings of about 100 frames, on as many cores as there are.
 *
 * <p>No build runs it. To run it, and to change the number of plans of each run, of which the first is cold:
 *
 * <pre>
 * mvn -pl replayer -am test -Dtest=TortureBenchmark -Dsurefire.failIfNoSpecifiedTests=false -Dbench.plans=5000
 * </pre>
 */
public final class TortureBenchmark {
    private static final int RUNS = 3;

    @Test
    void plans_a_minute() throws IOException {
        List<Subject> subjects = new ArrayList<>();
        try (Stream<Path> files = Files.walk(Path.of("..", "fixtures", "codex"), 2)) {
            for (Path file : files.filter(one -> one.endsWith("recording.ndjson")).sorted().toList()) {
                Subject subject = Subject.read(file);
                if (subject.last() >= 70 && subject.last() <= 130) {
                    subjects.add(subject);
                }
            }
        }
        Torture torture = new Torture(subjects, List.of(Programme.SWARM), Random::new);
        int plans = Integer.getInteger("bench.plans", 5_000);
        for (int run = 1; run <= RUNS; run++) {
            long started = System.nanoTime();
            long failed = LongStream.range(0, plans)
                    .parallel()
                    .filter(seed -> torture.run(seed).failure().isPresent())
                    .count();
            double minutes = (System.nanoTime() - started) / 60e9;
            System.out.printf(
                    Locale.ROOT,
                    "run %d: %d plans over %d recordings, %.0f plans a minute, %d failed%n",
                    run,
                    plans,
                    subjects.size(),
                    plans / minutes,
                    failed);
        }
    }
}
