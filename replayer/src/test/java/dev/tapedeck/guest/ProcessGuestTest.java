package dev.tapedeck.guest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Header;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.parity.Parity;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.scratch.Scratch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Mappers that are processes: the examples, and those that behave badly, written in the shell. */
final class ProcessGuestTest {
    private static final Path RECORDING = Path.of("..", "fixtures", "codex", "multi-turn", "recording.ndjson");
    private static final List<String> NODE = List.of("node", "examples/text-mapper.mjs");
    private static final List<String> PYTHON = List.of("python3", "examples/text_mapper.py");

    private static Guest shell(String script) throws IOException {
        Assumptions.assumeTrue(Path.of("/bin/sh").toFile().exists(), "no /bin/sh here");
        return new ProcessGuest(List.of("/bin/sh", "-c", script));
    }

    private static Guest example(List<String> command) throws IOException {
        try {
            Process probe = new ProcessBuilder(command.getFirst(), "--version").start();
            Assumptions.assumeTrue(probe.waitFor() == 0, command.getFirst() + " does not run here");
        } catch (IOException e) {
            Assumptions.abort(command.getFirst() + " is not there");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new ProcessGuest(command);
    }

    private static MapperSource source(Guest guest) {
        return (Header header) -> new GuestMapper(guest, new WallClock(30_000), header.started());
    }

    private static String failure(Guest guest, long millis) {
        Mapper mapper = new GuestMapper(guest, new WallClock(millis), Calls.STARTED);
        return assertThrows(
                        Mapper.HookFailure.class,
                        () -> mapper.mapFrames(Calls.CONTEXT, Calls.frames("{\"method\":\"a\"}"), Scratch.EMPTY))
                .getMessage();
    }

    @Test
    void the_example_for_node_maps_turns_and_messages() throws IOException {
        try (Guest guest = example(NODE)) {
            told(Replay.of(RECORDING).mapper(source(guest)).run());
        }
    }

    @Test
    void the_example_in_python_maps_turns_and_messages() throws IOException {
        try (Guest guest = example(PYTHON)) {
            told(Replay.of(RECORDING).mapper(source(guest)).run());
        }
    }

    private static void told(ReplayReport report) {
        assertEquals(List.of(), report.violations());
        assertTrue(report.maps().path("items").size() >= 2, report.maps().toString());
        assertTrue(report.maps().path("turns").size() >= 2, report.maps().toString());
    }

    @Test
    void both_examples_say_the_same() throws IOException {
        try (Guest node = example(NODE);
                Guest python = example(PYTHON)) {
            Parity parity = new Parity(source(node), source(python), 0, Random::new);
            Parity.Compared compared = parity.compare(RECORDING);
            assertEquals(Optional.empty(), compared.disagreement());
            assertEquals(4, compared.runs());
        }
    }

    @Test
    void one_that_hangs_is_stopped_and_started_anew() throws IOException {
        try (Guest guest = shell("sleep 100; echo never")) {
            assertEquals("no answer in time: expected within 300 ms", failure(guest, 300));
            assertEquals("no answer in time: expected within 300 ms", failure(guest, 300));
        }
    }

    @Test
    void one_that_dies_tells_its_last_words() throws IOException {
        try (Guest guest = shell("read line; echo 'no such table' >&2; exit 3")) {
            assertEquals("the mapper ended with exit code 3: no such table", failure(guest, 20_000));
        }
    }

    @Test
    void one_that_answers_garbage_is_told_what_was_expected() throws IOException {
        try (Guest guest = shell("while read line; do echo hello; done")) {
            assertTrue(failure(guest, 20_000).startsWith("answer: one JSON object expected, found hello"));
        }
    }

    @Test
    void one_that_never_ends_its_line_answers_too_much() throws IOException {
        try (Guest guest = shell("read line; yes aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa | tr -d '\\n'")) {
            assertEquals(
                    "answer: expected " + GuestMapper.MAX_ANSWER + " bytes at most, found more",
                    failure(guest, 60_000));
        }
    }

    @Test
    void a_program_that_is_not_there_is_no_mapper() {
        String message = assertThrows(IOException.class, () -> new ProcessGuest(List.of("no-such-mapper")))
                .getMessage();
        assertTrue(message.contains("no-such-mapper"), message);
    }
}
