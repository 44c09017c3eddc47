package dev.tapedeck.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.invariant.Excepted;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * An oracle that has never failed proves nothing: torture catches hosts that are broken on purpose, each by an
 * invariant that was made for it. What it took is listed in {@code target/mutants.md}, as in TORTURE.md.
 */
final class MutantsTest {
    /** A mutant that as many seeds do not find has survived. */
    private static final int MOST_SEEDS = 5000;

    /**
     * Small ones of two wires, and one of two approvals and a request of an unknown kind that wait at the same time.
     */
    private static final List<Path> RECORDINGS = List.of(
            Path.of("..", "fixtures", "codex", "approve-command-silent", "recording.ndjson"),
            Path.of("..", "fixtures", "codex", "two-threads", "recording.ndjson"),
            Path.of("..", "fixtures", "codex", "review", "recording.ndjson"),
            Path.of("..", "fixtures", "pi", "sessions", "recording.ndjson"),
            Path.of("src", "test", "resources", "dev", "tapedeck", "torture", "several-requests.ndjson"));

    private static final Map<String, Caught> CAUGHT = new TreeMap<>();

    /** What it took: the invariant that failed first, seeds, and faults of the shrunk plan. */
    private record Caught(String invariant, int seeds, int faults) {}

    @TestFactory
    Stream<DynamicTest> torture_catches_a_host_that() {
        return Mutants.ALL.stream().map(mutant -> DynamicTest.dynamicTest(mutant.name(), () -> {
            List<String> caught = tortured(new MutantLoader(mutant));
            assertFalse(caught.isEmpty(), mutant.name() + ": survived " + MOST_SEEDS + " seeds");
            CAUGHT.put(
                    mutant.name(),
                    new Caught(caught.get(0), Integer.parseInt(caught.get(1)), Integer.parseInt(caught.get(2))));
            assertTrue(
                    mutant.by().contains(caught.get(0)),
                    mutant.name() + ": expected one of " + mutant.by() + ", found " + caught);
        }));
    }

    @Test
    void the_host_itself_passes_those_seeds() {
        assertEquals(List.of(), new MutantRun().apply(RECORDINGS, MOST_SEEDS));
    }

    @Test
    void the_page_about_torture_lists_each_of_them() throws IOException {
        List<String> listed = Files.readAllLines(Path.of("TORTURE.md")).stream()
                .dropWhile(line -> !line.startsWith("| a host that"))
                .skip(2)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.split(" \\| ")[0].substring(2))
                .toList();
        assertEquals(Mutants.ALL.stream().map(Mutant::name).sorted().toList(), listed);
    }

    @Test
    void the_page_about_torture_lists_each_exception() throws IOException {
        List<String> listed = Files.readAllLines(Path.of("TORTURE.md")).stream()
                .dropWhile(line -> !line.startsWith("| exception"))
                .skip(2)
                .takeWhile(line -> line.startsWith("| "))
                .map(line -> line.replaceFirst("^\\| (.*?) \\| .* \\| (.*) \\|$", "$1: $2"))
                .toList();
        assertEquals(
                Arrays.stream(Excepted.values()).map(each -> each.word() + ": " + each.sentence()).toList(), listed);
    }

    @AfterAll
    static void list() throws Exception {
        StringBuilder table = new StringBuilder("| a host that | is caught by | seeds | faults |\n|---|---|---|---|\n");
        CAUGHT.forEach((name, caught) -> table.append("| %s | %s | %d | %d |%n"
                .formatted(name, caught.invariant(), caught.seeds(), caught.faults())));
        List<Caught> bySeeds = CAUGHT.values().stream()
                .sorted(Comparator.comparingInt(Caught::seeds))
                .toList();
        if (!bySeeds.isEmpty()) {
            table.append("%nMedian of seeds: %d.%n".formatted(bySeeds.get(bySeeds.size() / 2).seeds()));
        }
        Files.writeString(Path.of("target", "mutants.md"), table.toString());
    }

    @SuppressWarnings("unchecked")
    private static List<String> tortured(ClassLoader loader) throws ReflectiveOperationException {
        Class<?> run = loader.loadClass(MutantRun.class.getName());
        var torture = (BiFunction<List<Path>, Integer, List<String>>) run.getConstructor().newInstance();
        return torture.apply(RECORDINGS, MOST_SEEDS);
    }
}
