package dev.tapedeck.replay;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Measures whole replays: reading, decoding, mapping, folding, invariants. The command stands in CONTRIBUTING.md.
 *
 * <p>Usage: {@code ReplayBenchmark FILE [RUNS]}; prints frames and MB (10^6 bytes) per second for each run, the first
 * of which is cold.
 */
public final class ReplayBenchmark {
    private ReplayBenchmark() {}

    public static void main(String[] arguments) throws IOException {
        Path file = Path.of(arguments[0]);
        int runs = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3;
        double megabytes = Files.size(file) / 1e6;
        for (int run = 1; run <= runs; run++) {
            long started = System.nanoTime();
            ReplayReport report = Replay.of(file).run();
            double seconds = (System.nanoTime() - started) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "run %d: %d frames, %.1f MB, %.2f s, %.0f frames/s, %.1f MB/s, %d violations%n",
                    run,
                    report.frames(),
                    megabytes,
                    seconds,
                    report.frames() / seconds,
                    megabytes / seconds,
                    report.violations().size());
        }
    }
}
