package dev.tapedeck.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.host.Disposition;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What must hold for every recording that lies in {@code fixtures} and, where they are there, for every capture. */
final class EveryRecordingTest {
    @TempDir
    private static Path folder;

    @TestFactory
    Stream<DynamicTest> a_fixture_is_whole_and_does_not_depend_on_the_batch_size() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String provider : List.of("codex", "claude")) {
            Path fixtures = Path.of("..", "fixtures", provider);
            try (Stream<Path> all = Files.walk(fixtures)) {
                all.filter(file -> file.endsWith("recording.ndjson")).sorted().forEach(files::add);
            }
        }
        assertTrue(files.size() > 100, "fixtures found: " + files.size());
        return files.stream().map(file -> DynamicTest.dynamicTest(
                file.getName(2) + "/" + file.getName(3), () -> check(file)));
    }

    @TestFactory
    Stream<DynamicTest> a_capture_is_whole_and_does_not_depend_on_the_batch_size() throws IOException {
        Path captures = Played.shared("captures/codex");
        List<Path> files;
        try (Stream<Path> all = Files.list(captures)) {
            files = all.filter(file -> file.toString().endsWith(".ndjson"))
                    .filter(file -> !file.getFileName().toString().matches("(exec|sdk).*"))
                    .sorted()
                    .toList();
        }
        assertTrue(files.size() > 70, "captures found: " + files.size());
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> check(tape(file, "codex", "codex.app-server"))));
    }

    @TestFactory
    Stream<DynamicTest> a_claude_capture_is_whole_and_does_not_depend_on_the_batch_size() throws IOException {
        Path captures = Played.shared("captures/claude");
        List<Path> files;
        try (Stream<Path> all = Files.list(captures)) {
            files = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
        assertTrue(files.size() > 80, "captures found: " + files.size());
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> check(tape(file, "claude", "claude.stream-json"))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"opencode-acp", "gemini-acp", "claude-acp", "claude-acp-0.23", "claude-acp-v2", "codex-acp"})
    void the_captures_of_an_acp_agent_are_whole_and_do_not_depend_on_the_batch_size(String agent) throws IOException {
        Path captures = Played.shared("captures/" + agent);
        List<Path> files;
        try (Stream<Path> all = Files.list(captures)) {
            files = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
        assertTrue(files.size() > 30, "captures found: " + files.size());
        for (Path file : files) {
            check(tape(file, agent, "acp"));
        }
    }

    @TestFactory
    Stream<DynamicTest> what_others_recorded_of_cursor_is_whole_and_does_not_depend_on_the_batch_size()
            throws IOException {
        Path corpus = Played.shared("corpus/cursor");
        List<Path> files;
        try (Stream<Path> all = Files.list(corpus)) {
            files = all.filter(file -> file.toString().endsWith(".ndjson")).sorted().toList();
        }
        assertTrue(files.size() >= 4, "recordings found: " + files.size());
        return files.stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(), () -> check(tape(file, "cursor", "acp"))));
    }

    private static void check(Path file) throws IOException {
        Played once = Played.of(file);
        assertEquals(List.of(), once.report.violations());
        assertEquals(List.of(), once.report.unmapped());
        assertEquals(0, once.report.count(Disposition.FAULTED));
        assertEquals(0, once.report.count(Disposition.UNDELIVERED));
        assertEquals(once.results.size(), once.report.frames());
        String transcript = once.transcript();
        assertEquals(transcript, Played.of(file).transcript(), "twice the same bytes");
        for (int batch : new int[] {1, 2, 7}) {
            assertEquals(transcript, Played.of(Replay.of(file).batch(batch)).transcript(), "batch size " + batch);
        }
    }

    /** A capture as a recording: its lines are wrapped as {@code {"t_ms":…,"dir":…,"frame":…}}. */
    private static Path tape(Path capture, String provider, String wire) throws IOException {
        return CaptureTape.convert(
                capture, folder.resolve(provider + "-" + capture.getFileName()), provider, wire);
    }
}
