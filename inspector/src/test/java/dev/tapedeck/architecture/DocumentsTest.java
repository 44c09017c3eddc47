package dev.tapedeck.architecture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the pages about the project say is true. */
class DocumentsTest {
    private static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    @Test
    void the_rule_that_contributing_shows_is_the_one_that_a_test_runs() throws IOException {
        List<String> blocks = Pattern.compile("```java\n(.*?)\n```", Pattern.DOTALL)
                .matcher(read("CONTRIBUTING.md"))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertEquals(1, blocks.size());
        assertEquals(1, blocks.getFirst().lines().count(), "one line is enough");
        String test = read("replayer/src/test/java/dev/tapedeck/wire/codexappserver/OneLineRuleTest.java");
        assertTrue(test.contains(blocks.getFirst()), blocks.getFirst());
    }

    @Test
    void every_file_that_a_page_links_to_is_there() throws IOException {
        for (String page : List.of("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")) {
            for (MatchResult link : Pattern.compile("]\\(([^)#]+)\\)").matcher(read(page)).results().toList()) {
                assertTrue(Files.exists(PROJECT.resolve(link.group(1))), page + " links to " + link.group(1));
            }
        }
    }

    @Test
    void every_package_has_its_line_in_the_architecture() throws IOException {
        String page = read("ARCHITECTURE.md");
        for (String module : List.of("recorder", "replayer", "inspector")) {
            Path sources = PROJECT.resolve(module).resolve("src/main/java/dev/tapedeck");
            try (var packages = Files.list(sources)) {
                packages.map(Path::getFileName).map(Path::toString).forEach(name ->
                        assertTrue(page.contains("`" + name + "`") || page.contains("`" + name + ".*`"), name));
            }
        }
    }

    @Test
    void the_readme_counts_the_cells_of_the_matrix() throws IOException {
        Pattern table = Pattern.compile("## Cells by status\n\n(.*?\n)\n", Pattern.DOTALL);
        var counts = table.matcher(read("golden/matrix.md"));
        assertTrue(counts.find(), "golden/matrix.md counts its cells");
        assertTrue(
                read("README.md").contains(counts.group(1)),
                "README.md: expected the table \"Cells by status\" of golden/matrix.md:\n" + counts.group(1));
    }

    private static String read(String file) throws IOException {
        return Files.readString(PROJECT.resolve(file));
    }
}
