package dev.tapedeck.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How long the pages of a long recording take, over HTTP, in a process of its own with a heap of 512 MB: budgets of
 * inspector.md, section 6.
 *
 * <p>No build runs it. To run it, and to change the number of frames:
 *
 * <pre>
 * mvn -pl inspector -am test -Dtest=InspectBenchmark -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dbench.frames=1000000
 * </pre>
 */
class InspectBenchmark {
    private static final int PAGES = 200;
    private static final int STATES = 40;
    private static final String DELTA = "\"item/agentMessage/delta\",\"params\":{\"threadId\":\"t\",\"turnId\":\"u%d\","
            + "\"itemId\":\"i%d\",\"delta\":\"a few words of the answer \"}";

    @TempDir
    Path folder;

    @Test
    void pages_of_a_long_recording() throws Exception {
        Path file = folder.resolve("long.ndjson");
        write(file, Long.getLong("bench.frames", 1_000_000));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        InspectBenchmark.class.getName(),
                        folder.toString())
                .redirectErrorStream(true)
                .start();
        process.inputReader().lines().forEach(System.out::println); // a child's own output is lost in surefire's
        assertEquals(0, process.waitFor());
    }

    /** Usage: {@code InspectBenchmark FOLDER}, a folder with one recording. */
    public static void main(String[] arguments) throws IOException {
        long started = System.nanoTime();
        try (TestInspector inspector = TestInspector.of(Path.of(arguments[0]))) {
            String frames = Jsoup.parse(inspector.get("/sessions").body())
                    .select("tbody th a")
                    .attr("href");
            HttpResponse<String> first = inspector.get(frames);
            int rows = Jsoup.parse(first.body()).select(".ls tr[data-row]").size();
            tell("cold, first page of %d rows: %.2f s after the start", rows, seconds(started));
            tell("page: %.1f KB", first.body().length() / 1000.0);
            while (first.body().contains("replayed so far") || !first.body().contains("data-row")) {
                pause();
                first = inspector.get(frames);
            }
            tell("all frames replayed: %.1f s after the start", seconds(started));
            started = System.nanoTime();
            Document warm = Jsoup.parse(inspector.get(frames).body());
            tell("warm, first page: %.3f s", seconds(started));
            long size = Long.parseLong(warm.select(".fl strong").text().replace(",", ""));
            pages(inspector, frames, size);
            filter(inspector, frames, "type:turn.*");
            filter(inspector, frames, "native:item/started (dir:out OR is:request)");
            filter(inspector, frames, "size:>150");
            search(inspector, frames, "nowhere");
            search(inspector, frames, "evt.delta:nowhere");
            opened(inspector, frames, size / 2);
            states(inspector, frames.replaceFirst("/frames.*", "/state"), size);
            System.gc();
            Runtime runtime = Runtime.getRuntime();
            tell("heap in use: %.0f MB of %.0f", (runtime.totalMemory() - runtime.freeMemory()) / 1e6,
                    runtime.maxMemory() / 1e6);
        }
    }

    private static void pages(TestInspector inspector, String frames, long size) throws IOException {
        Random random = new Random(1);
        double[] times = new double[PAGES];
        int longest = 0;
        for (int i = -20; i < PAGES; i++) {
            long at = 1 + (long) (random.nextDouble() * size);
            long started = System.nanoTime();
            String body = inspector.get(frames + "?at=" + at + "&sel=" + at).body();
            if (i >= 0) {
                times[i] = seconds(started) * 1000;
                longest = Math.max(longest, body.getBytes(StandardCharsets.UTF_8).length);
            }
        }
        Arrays.sort(times);
        tell("random page: median %.1f ms, p95 %.1f ms, longest page %.1f KB",
                times[PAGES / 2], times[PAGES * 95 / 100], longest / 1000.0);
    }

    private static void filter(TestInspector inspector, String frames, String filter) throws IOException {
        double[] times = new double[11];
        for (int i = 0; i < times.length; i++) {
            long started = System.nanoTime();
            inspector.get(frames + "?q=" + encoded(filter));
            times[i] = seconds(started) * 1000;
        }
        Arrays.sort(times);
        tell("page with filter %s: median %.0f ms", filter, times[times.length / 2]);
    }

    /** Asking without a pause would take the time from the work that is waited for. */
    private static void pause() {
        LockSupport.parkNanos(100_000_000L);
    }

    private static void search(TestInspector inspector, String frames, String filter) throws IOException {
        long started = System.nanoTime();
        while (inspector.get(frames + "?q=" + encoded(filter)).body().contains("so far")) {
            pause();
        }
        tell("whole search for %s: %.1f s", filter, seconds(started));
    }

    private static void opened(TestInspector inspector, String frames, long seq) throws IOException {
        long started = System.nanoTime();
        while (Jsoup.parse(inspector.get(frames + "?sel=" + seq).body()).select("#detail .step").isEmpty()) {
            pause();
        }
        tell("steps of frame %d: %.1f s", seq, seconds(started));
    }

    /** The maps at frames that nobody asked for before, each until they stand on the page; budget 300 ms. */
    private static void states(TestInspector inspector, String state, long size) throws IOException {
        Random random = new Random(2);
        double[] times = new double[STATES];
        for (int i = -5; i < STATES; i++) {
            long at = 1 + (long) (random.nextDouble() * size);
            long started = System.nanoTime();
            while (Jsoup.parse(inspector.get(state + "?at=" + at).body()).select(".maps").isEmpty()) {
                LockSupport.parkNanos(1_000_000L);
            }
            if (i >= 0) {
                times[i] = seconds(started) * 1000;
            }
        }
        Arrays.sort(times);
        tell("state at a random frame: median %.0f ms, p95 %.0f ms", times[STATES / 2], times[STATES * 95 / 100]);
    }

    private static String encoded(String filter) {
        return java.net.URLEncoder.encode(filter, StandardCharsets.UTF_8);
    }

    private static double seconds(long started) {
        return (System.nanoTime() - started) / 1e9;
    }

    /** With the time that the process itself has had until then, which a loaded machine does not stretch. */
    private static void tell(String text, Object... values) {
        double cpu = ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
        System.out.printf(Locale.ROOT, text + " [%.1f s of CPU so far]%n", append(values, cpu));
    }

    private static Object[] append(Object[] values, Object last) {
        Object[] all = Arrays.copyOf(values, values.length + 1);
        all[values.length] = last;
        return all;
    }

    /** Turns of one message each, which streams in 46 pieces. */
    private static void write(Path file, long frames) throws IOException {
        try (Writer out = new BufferedWriter(Files.newBufferedWriter(file))) {
            out.write("{\"tape\":1,\"id\":\"aaaaaaaaaaaaaaaa\",\"provider\":\"codex\",\"wire\":\"codex.app-server\","
                    + "\"transport\":\"stdio-jsonrpc\",\"started\":\"2026-11-30T12:00:00.000Z\","
                    + "\"origin\":\"synthetic\"}\n");
            for (long frame = 0; frame < frames; frame++) {
                long turn = frame / 50;
                String about = "\"params\":{\"threadId\":\"t\",\"turn\":{\"id\":\"u" + turn
                        + "\",\"items\":[],\"status\":";
                String item = "\"params\":{\"threadId\":\"t\",\"turnId\":\"u" + turn
                        + "\",\"item\":{\"type\":\"agentMessage\",\"id\":\"i" + turn + "\",\"text\":\"\"}}";
                String content = switch ((int) (frame % 50)) {
                    case 0 -> "\"turn/started\"," + about + "\"inProgress\"}}";
                    case 1 -> "\"item/started\"," + item;
                    case 48 -> "\"item/completed\"," + item;
                    case 49 -> "\"turn/completed\"," + about + "\"completed\"}}";
                    default -> DELTA.formatted(turn, turn);
                };
                out.write("{\"seq\":" + (frame + 1) + ",\"t\":" + frame * 10 + ",\"dir\":\"out\",\"frame\":{\"method\":"
                        + content + "}}\n");
            }
        }
    }
}
