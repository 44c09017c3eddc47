package dev.tapedeck.matrix;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fixture.Fixtures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The concepts facet by facet, from the bundled recordings, and a hand-written matrix filled from them. */
class MatrixFillTest {
    private static final Path FIXTURES = Path.of("..", "fixtures");
    private static MatrixReport report;

    @BeforeAll
    static void replayOnce() throws IOException {
        report = MatrixReport.of(Fixtures.in(FIXTURES), null);
    }

    @Test
    void a_cell_that_is_open_is_filled_and_every_other_byte_stays() {
        String page = """
                # Mine\r
                \r
                ## 9. Usage (tokens)\r
                \r
                | | Claude Code | Codex |\r
                |---|---|---|\r
                |  cache write |   TBD   | `a \\| b` ❓ |\r
                | Words of mine | TBD | x |\r
                """;
        MatrixFill.Filled filled = report.fill(page, "f");
        assertEquals(1, filled.filled());
        assertEquals(1, filled.left().size());
        assertTrue(filled.left().getFirst().contains("line 8"), filled.left().toString());
        String cell = between(filled.markdown(), "|  cache write |   ", "   | `a \\| b` ❓ |\r\n");
        assertTrue(cell.contains("cache_creation_input_tokens"), cell);
        assertEquals(page, filled.markdown().replace(cell, "TBD"));
    }

    @Test
    void what_stands_before_the_open_question_stays() {
        String page = "## 7. Permissions\n\n| | Codex |\n|---|---|\n| Decline behavior | so far, TBD: look into it |\n";
        String filled = report.fill(page, "f").markdown();
        assertTrue(filled.contains("| so far, "), filled);
        assertFalse(filled.contains("TBD"), filled);
        assertFalse(filled.contains("look into it"), filled);
        assertTrue(filled.endsWith(" |\n"), filled);
    }

    @Test
    void a_page_without_open_cells_is_the_same_page() {
        String page = "## 1. Text parts\n\nTBD is no cell here.\n\n| | Codex |\n|---|---|\n| Native | done |\n";
        assertEquals(page, report.fill(page, "f").markdown());
    }

    @Test
    void a_shape_that_the_hand_written_matrix_names_and_nobody_sends_is_corrected() {
        FacetCell cell = cell("turn-end.error", "codex.app-server");
        assertEquals(List.of("turn/failed", "turn/error"), cell.missing());
        String page = report.markdown("f", RowSet.CONCEPTS);
        assertTrue(page.contains("corrected: `turn/failed`, `turn/error` not emitted in "), "says so");
    }

    @Test
    void no_cell_is_open_and_every_warning_and_every_drop_has_a_frame_or_says_how_much_was_looked_at() {
        String page = report.markdown("f");
        assertFalse(page.contains("TBD"));
        List<String> wrong = new ArrayList<>();
        for (FacetCell cell : report.facets().cells()) {
            boolean needs = cell.status() == Status.GAPS || cell.status() == Status.DROPPED;
            boolean has = cell.kinds().stream().anyMatch(kind -> kind.first().seq() > 0)
                    || cell.gaps().stream().anyMatch(gap -> gap.first() != null)
                    || cell.sessions().any();
            if (needs && !has) {
                wrong.add(cell.toString());
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void links_lead_to_frames_of_that_kind() throws IOException {
        var links = Pattern.compile("`([a-zA-Z/_:]+)` \\[[^]]*]\\(<f/(.*?)#L(\\d+)>\\)")
                .matcher(report.markdown("f", RowSet.CONCEPTS))
                .results()
                .toList();
        assertTrue(links.size() > 100, links.size() + " links");
        for (var link : links) {
            String line = Files.readAllLines(FIXTURES.resolve(link.group(2))).get(Integer.parseInt(link.group(3)) - 1);
            String name = link.group(1).split(":")[0];
            assertTrue(line.contains('"' + name + '"'), link.group() + " leads to " + line);
        }
    }

    @Test
    void a_facet_has_one_key_and_a_cell_in_every_column() {
        FacetMatrix matrix = report.facets();
        assertEquals(Facets.all().size(), Facets.all().stream().map(Facet::key).distinct().count());
        assertEquals(Facets.all().size() * matrix.columns().size(), matrix.cells().size());
    }

    @Test
    void coverage_says_of_every_listed_kind_whether_it_has_a_rule_and_was_recorded() {
        for (WireCoverage coverage : report.coverage()) {
            assertEquals(coverage.listed(), coverage.withRule() + coverage.withoutRule().size());
            assertEquals(coverage.listed(), coverage.recorded() + coverage.neverRecorded().size());
        }
    }

    @Test
    void every_listed_kind_that_was_never_recorded_has_a_reason() {
        List<String> unexplained = report.coverage().stream()
                .flatMap(coverage -> coverage.neverRecorded().stream()
                        .filter(kind -> kind.reason() == null)
                        .map(kind -> coverage.wire() + " " + coverage.version() + " " + kind.kind()))
                .toList();
        assertEquals(List.of(), unexplained);
    }

    private static FacetCell cell(String facet, String wire) {
        return report.facets().cells().stream()
                .filter(cell -> cell.facet().key().equals(facet))
                .filter(cell -> cell.column().wire().name().equals(wire))
                .findFirst()
                .orElseThrow();
    }

    private static String between(String text, String before, String after) {
        int start = text.indexOf(before) + before.length();
        return text.substring(start, text.indexOf(after, start));
    }
}
