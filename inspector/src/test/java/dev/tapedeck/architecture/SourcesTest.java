package dev.tapedeck.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What holds for the text of the Java sources of all modules, tests included. */
class SourcesTest {
    private static final int COLUMNS = 120;

    @Test
    void no_line_is_longer_than_120_columns() throws IOException {
        List<String> wrong = new ArrayList<>();
        List<Path> sources = sources();
        for (Path source : sources) {
            List<String> lines = Files.readAllLines(source);
            for (int i = 0; i < lines.size(); i++) {
                if (lines.get(i).length() > COLUMNS) {
                    wrong.add(source + ":" + (i + 1) + " has " + lines.get(i).length());
                }
            }
        }
        assertTrue(sources.size() > 500, "sources of all modules are read");
        assertEquals(List.of(), wrong);
    }

    /** {@code Set.of} and {@code Map.of} give another order in each JVM; what comes of a loop over them does, too. */
    @Test
    void no_loop_walks_over_a_set_or_a_map_that_has_no_order() throws IOException {
        Pattern loop = Pattern.compile("\\bfor \\([^;:)]*:\\s*(Set|Map)\\.(of|copyOf|ofEntries)\\(");
        assertTrue(loop.matcher("for (String place : Set.of(").find(), "it would be found");
        List<String> wrong = new ArrayList<>();
        for (Path source : sources()) {
            if (!source.toString().contains("/test/") && loop.matcher(Files.readString(source)).find()) {
                wrong.add(source.toString());
            }
        }
        assertEquals(List.of(), wrong);
    }

    private static List<Path> sources() throws IOException {
        List<Path> sources = new ArrayList<>();
        for (String module : List.of("recorder", "replayer", "inspector")) {
            try (Stream<Path> files = Files.walk(Path.of("..", module, "src"))) {
                files.filter(file -> file.toString().endsWith(".java")).sorted().forEach(sources::add);
            }
        }
        return sources;
    }
}
