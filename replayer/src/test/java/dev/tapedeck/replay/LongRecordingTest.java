package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Memory does not grow with the recording: a JVM of its own, with a bound on its heap, tells. */
final class LongRecordingTest {
    private static final long FRAMES = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    @Timeout(value = 5, unit = TimeUnit.MINUTES)
    void a_million_frames_are_replayed_in_a_heap_of_512_MB() throws IOException, InterruptedException {
        Path file = folder.resolve("long.ndjson");
        LongRecording.write(file, FRAMES);
        Process replay = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx512m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ReplayBenchmark.class.getName(),
                        file.toString(),
                        "1")
                .redirectErrorStream(true)
                .start();
        String said = new String(replay.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, replay.waitFor(), said);
        assertTrue(said.startsWith("run 1: " + FRAMES + " frames"), said);
        assertTrue(said.contains(" 0 violations"), said);
    }
}
