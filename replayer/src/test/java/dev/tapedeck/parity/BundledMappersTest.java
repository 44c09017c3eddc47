package dev.tapedeck.parity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.guest.BundledMappers;
import dev.tapedeck.guest.Deadline;
import dev.tapedeck.guest.Guest;
import dev.tapedeck.guest.GuestMapper;
import dev.tapedeck.guest.QuickJsGuest;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.replay.NativeMappers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The mappers in JavaScript that ship say what the native ones say. */
final class BundledMappersTest {
    private static final Wire CODEX = new Wire("codex.app-server");
    private static final Wire OPENCODE = new Wire("opencode.event");
    private static final Wire OPENCODE_2 = new Wire("opencode.event2");

    @Test
    void codex_in_javascript_equals_the_native_mapper_on_every_fixture() throws IOException {
        List<Path> files = recordings("codex");
        assertTrue(files.size() > 80, "fixtures found: " + files.size());
        equal(CODEX, files);
    }

    @Test
    void opencode_in_javascript_equals_the_native_mappers_on_every_fixture_of_both_wires() throws IOException {
        List<Path> files = recordings("opencode");
        assertTrue(files.size() > 50, "fixtures found: " + files.size());
        assertEquals(BundledMappers.of(OPENCODE), BundledMappers.of(OPENCODE_2), "one mapper for both");
        equal(OPENCODE, files);
    }

    @Test
    void one_changed_character_of_the_second_mapper_is_found_too() throws IOException {
        String source = BundledMappers.of(OPENCODE).orElseThrow();
        String changed = source.replace("scope, exact: true, billable", "scope, exact: !1, billable");
        assertEquals(source.length() - 2, changed.length());
        Path text = Path.of("..", "fixtures", "opencode", "text", "recording.ndjson");
        Path newer = Path.of("..", "fixtures", "opencode", "text2", "recording.ndjson");
        assertTrue(first(changed, text).path().endsWith("/exact"));
        assertTrue(first(changed, newer).path().endsWith("/exact"));
    }

    @Test
    void one_changed_character_is_found_and_shown() throws IOException {
        String source = BundledMappers.of(CODEX).orElseThrow();
        String changed = source.replace("At: f.time(\"/params/startedAtMs", "At: f.time(\"/params/startedAtMS");
        assertEquals(source.length(), changed.length());
        Disagreement found = first(changed, "command");
        assertEquals("batches of 1", found.run());
        assertEquals("/events/0/startedAt", found.path());
        assertTrue(found.right().isMissingNode());
        assertTrue(found.sentence().endsWith(": left " + found.left() + ", right nothing"), found.sentence());
        Disagreement inScratch = first(source.replace("usage/${", "usagE/${"), "command");
        assertTrue(inScratch.path().startsWith("/scratch/usage~1"), inScratch.path());
        assertEquals("/events/0/append", first(source.replace("append: text", "append: tool"), "text").path());
    }

    private static Disagreement first(String source, String fixture) throws IOException {
        return first(source, Path.of("..", "fixtures", "codex", fixture, "recording.ndjson"));
    }

    private static Disagreement first(String source, Path file) throws IOException {
        try (Guest guest = guest(source)) {
            return new Parity(new NativeMappers(), source(guest), 0, Random::new)
                    .compare(file)
                    .disagreement()
                    .orElseThrow();
        }
    }

    private static void equal(Wire wire, List<Path> files) throws IOException {
        try (Guest guest = guest(BundledMappers.of(wire).orElseThrow())) {
            Parity parity = new Parity(new NativeMappers(), source(guest), 1, Random::new);
            List<String> differences = files.stream()
                    .map(file -> compared(parity, file))
                    .flatMap(compared -> compared.disagreement().stream())
                    .map(Disagreement::sentence)
                    .toList();
            assertEquals(List.of(), differences);
        }
    }

    private static Parity.Compared compared(Parity parity, Path file) {
        try {
            return parity.compare(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Guest guest(String source) throws IOException {
        return new QuickJsGuest("bundled", source, Deadline.NONE);
    }

    private static MapperSource source(Guest guest) {
        return (Header header) -> new GuestMapper(guest, Deadline.NONE, header.started());
    }

    private static List<Path> recordings(String provider) throws IOException {
        try (Stream<Path> all = Files.walk(Path.of("..", "fixtures", provider))) {
            return all.filter(file -> file.endsWith("recording.ndjson")).sorted().toList();
        }
    }
}
