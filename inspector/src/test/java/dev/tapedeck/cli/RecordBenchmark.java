package dev.tapedeck.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code tapedeck record} costs: {@code record -- cat} against plain {@code cat}, in pairs, one after the other.
 *
 * <p>No build runs it. To run it, and to change the size or the number of pairs:
 *
 * <pre>
 * mvn -pl inspector -am test -Dtest=RecordBenchmark -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbench.megabytes=200 -Dbench.pairs=5
 * </pre>
 */
class RecordBenchmark {
    private static final int MEGABYTES = Integer.getInteger("bench.megabytes", 200);
    private static final int PAIRS = Integer.getInteger("bench.pairs", 5);
    private static final int ROUND_TRIPS = 5000;
    private static final String DELTA = "{\"method\":\"item/message/delta\",\"params\":{\"threadId\":\"thread-1\","
            + "\"turnId\":\"turn-1\",\"itemId\":\"item-1\",\"delta\":\"a few words of text \"},\"at\":%d}%n";

    @TempDir
    Path folder;

    private interface Measured {
        double run(List<String> command) throws Exception;
    }

    @Test
    void throughput_of_lines_and_of_random_bytes_and_round_trips() throws Exception {
        Path lines = folder.resolve("lines");
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(lines))) {
            for (long written = 0, n = 0; written < MEGABYTES * 1_000_000L; n++) {
                byte[] line = DELTA.formatted(1_796_000_000_000L + n).getBytes(UTF_8);
                out.write(line);
                written += line.length;
            }
        }
        Path random = folder.resolve("random");
        try (OutputStream out = Files.newOutputStream(random)) {
            Random source = new Random(1);
            byte[] piece = new byte[1_000_000];
            for (int i = 0; i < MEGABYTES; i++) {
                source.nextBytes(piece);
                out.write(piece);
            }
        }
        compare("lines, MB/s", "cat", lines.toString(), command -> throughput(command, Files.size(lines)));
        compare("random bytes, MB/s", "cat", random.toString(), command -> throughput(command, Files.size(random)));
        compare("round trips of one line, per s", "cat", null, RecordBenchmark::roundTrips);
    }

    private void compare(String what, String program, @Nullable String argument, Measured measured) throws Exception {
        List<String> plain = argument == null ? List.of(program) : List.of(program, argument);
        List<String> recorded = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("java.class.path"),
                Tapedeck.class.getName(),
                "record",
                "--overwrite",
                "-o",
                folder.resolve("tape.ndjson").toString(),
                "--"));
        recorded.addAll(plain);
        double[] ratios = new double[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            double without = measured.run(plain);
            double with = measured.run(recorded);
            ratios[pair] = with / without;
            System.out.printf("%s: plain %.0f, recorded %.0f, ratio %.2f%n", what, without, with, ratios[pair]);
        }
        Arrays.sort(ratios);
        System.out.printf("%s: median ratio %.2f of %d pairs%n", what, ratios[PAIRS / 2], PAIRS);
    }

    /** From the first byte, so that the start of a JVM is not measured here. */
    private static double throughput(List<String> command, long size) throws Exception {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        process.getOutputStream().close();
        byte[] buffer = new byte[64 * 1024];
        InputStream in = process.getInputStream();
        long read = in.read(buffer);
        long started = System.nanoTime();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            read += n;
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        process.waitFor();
        if (read != size) {
            throw new IOException(size + " bytes expected, found " + read);
        }
        return size / 1e6 / seconds;
    }

    private static double roundTrips(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).start();
        byte[] line = DELTA.formatted(1L).getBytes(UTF_8);
        long started = 0;
        for (int i = -ROUND_TRIPS; i < ROUND_TRIPS; i++) {
            started = i == 0 ? System.nanoTime() : started;
            process.getOutputStream().write(line);
            process.getOutputStream().flush();
            process.getInputStream().readNBytes(line.length);
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        process.getOutputStream().close();
        process.waitFor();
        return ROUND_TRIPS / seconds;
    }
}
