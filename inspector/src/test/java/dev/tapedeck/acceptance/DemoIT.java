package dev.tapedeck.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.golden.View;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoIT {
    @TempDir
    Path folder;

    @Test
    void the_table_shows_real_sessions_without_trouble_and_the_demo_set_with_some() throws Exception {
        Map<String, FileTime> before = goldens();
        String out = Program.in(folder).run("demo", "--no-inspect").exits(0).out();
        List<String> heads = List.of(
                "sessions", "frames", "mapped", "duplicate", "dropped", "unmapped", "faulted", "goldens");
        assertEquals(heads, words(out.lines().findFirst().orElseThrow()));

        List<String> codex = row(out, "codex");
        assertTrue(number(codex, 1) >= 30, codex.toString());
        assertEquals(number(codex, 2), number(codex, 3) + number(codex, 4) + number(codex, 5), codex.toString());
        assertEquals(List.of("0", "0"), codex.subList(6, 8));
        assertEquals(View.values().length * number(codex, 1), number(codex, 8), codex.toString());
        assertEquals("passing", codex.getLast());

        List<String> demo = row(out, "demo");
        assertEquals(List.of("3", "1", "14", "passing,", "1", "changed"), demo.subList(6, 12));
        assertEquals(before, goldens(), "the checkout's goldens are left alone");
    }

    private static List<String> row(String out, String set) {
        return out.lines().map(DemoIT::words).filter(words -> words.getFirst().equals(set)).findFirst().orElseThrow();
    }

    private static List<String> words(String line) {
        return Arrays.asList(line.strip().split(" +"));
    }

    private static long number(List<String> row, int column) {
        return Long.parseLong(row.get(column));
    }

    private static Map<String, FileTime> goldens() throws Exception {
        Map<String, FileTime> files = new TreeMap<>();
        try (Stream<Path> walk = Files.walk(Program.PROJECT.resolve("golden"))) {
            for (Path file : walk.filter(Files::isRegularFile).toList()) {
                files.put(file.toString(), Files.getLastModifiedTime(file));
            }
        }
        return files;
    }
}
