package dev.tapedeck.replay;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How fast whole recordings are replayed: reading, decoding, mapping, folding, invariants.
 *
 * <p>No build runs it. To run it, and to change the number of frames or runs, of which the first is cold:
 *
 * <pre>
 * mvn -pl replayer -am test -Dtest=ReplayBenchmark -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbench.frames=1000000 -Dbench.runs=3
 * </pre>
 */
public final class ReplayBenchmark {
    @TempDir
    private Path folder;

    @Test
    void frames_and_megabytes_a_second() throws IOException {
        Path file = folder.resolve("long.ndjson");
        LongRecording.write(file, Long.getLong("bench.frames", 1_000_000));
        run(file, Integer.getInteger("bench.runs", 3));
    }

    /** Usage: {@code ReplayBenchmark FILE [RUNS]}. */
    public static void main(String[] arguments) throws IOException {
        run(Path.of(arguments[0]), arguments.length > 1 ? Integer.parseInt(arguments[1]) : 3);
    }

    private static void run(Path file, int runs) throws IOException {
        double megabytes = Files.size(file) / 1e6;
        for (int run = 1; run <= runs; run++) {
            long started = System.nanoTime();
            long busy = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
            ReplayReport report = Replay.of(file).run();
            double seconds = (System.nanoTime() - started) / 1e9;
            double cpu = (ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - busy) / 1e9;
            System.out.printf(
                    Locale.ROOT,
                    "run %d: %d frames, %.1f MB, %.2f s (%.2f s of one CPU), %.0f frames/s, %.1f MB/s, %d violations%n",
                    run,
                    report.frames(),
                    megabytes,
                    seconds,
                    cpu,
                    report.frames() / seconds,
                    megabytes / seconds,
                    report.violations().size());
        }
    }
}
