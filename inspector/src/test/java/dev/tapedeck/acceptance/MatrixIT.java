package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MatrixIT {
    @TempDir
    Path folder;

    @Test
    void cells_tell_claim_and_evidence_apart() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        JsonNode all = Json.read(Program.in(folder).run("matrix", "--json").exits(0).out().getBytes(UTF_8));
        List<JsonNode> cells = new ArrayList<>();
        all.forEach(cell -> cells.add(cell));
        cells.removeIf(cell -> !cell.path("column").asText().equals("codex · codex.app-server"));
        assertEquals(45 + 3, cells.size(), "every canonical event, and the three rows without a target");
        for (JsonNode cell : cells) {
            for (String member : new String[] {"row", "column", "status", "claim", "evidence"}) {
                assertTrue(cell.has(member), cell + " lacks " + member);
            }
        }
        JsonNode delta = cell(cells, "content.delta");
        assertEquals("mine/hello/recording.ndjson", delta.at("/evidence/0/first/fixture").asText());
        assertTrue(delta.path("claim").size() > delta.path("evidence").size(), delta.toString());
        assertEquals("none", cell(cells, "hook.started").path("status").asText());
        assertEquals("na", cell(cells, "tool.summary").path("status").asText());
    }

    @Test
    void every_link_of_the_markdown_leads_to_the_frame() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        String page = Program.in(folder).run("matrix", "--markdown").exits(0).out();
        var links = Pattern.compile("\\(<(.*?)#L(\\d+)>\\)").matcher(page).results().toList();
        assertTrue(links.size() > 10, page);
        for (var link : links) {
            String line = Files.readAllLines(folder.resolve(link.group(1))).get(Integer.parseInt(link.group(2)) - 1);
            assertEquals(Integer.parseInt(link.group(2)) - 1, Json.read(line.getBytes(UTF_8)).path("seq").asInt());
        }
    }

    @Test
    void rows_and_forms_can_be_chosen() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        Program program = Program.in(folder);
        program.run("matrix", "--rows", "concepts").exits(0).says("1. Text parts");
        program.run("matrix", "fixtures", "--rows", "runtime", "--csv").exits(0).says("ItemUpdated,runtime events,");
        program.run("matrix", "--rows", "columns").exits(2).says("expected concepts, canonical or runtime");
        program.run("matrix", "--json", "--csv").exits(2);
        program.run("matrix", "nowhere").exits(3).says("nowhere");
    }

    @Test
    void concepts_come_facet_by_facet_in_every_form() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        Program program = Program.in(folder);
        program.run("matrix", "--rows", "concepts", "--format", "md").exits(0).says("| Native (delta) | ");
        program.run("matrix", "--rows", "concepts", "--format", "csv").exits(0).says("usage.cache-write,");
        program.run("matrix", "--rows", "concepts", "--format", "html").exits(0).says("<td>Decline behavior</td>");
        String json = program.run("matrix", "--rows", "concepts", "--format", "json").exits(0).out();
        List<JsonNode> cells = new ArrayList<>();
        Json.read(json.getBytes(UTF_8)).forEach(cells::add);
        cells.removeIf(each -> !each.path("column").asText().equals("codex · codex.app-server"));
        JsonNode text = cell(cells, "text.native");
        assertTrue(text.path("evidence").size() > 0, text.toString());
        assertEquals("na", cell(cells, "compaction.start").path("status").asText());
    }

    @Test
    void a_hand_written_matrix_is_filled_where_it_is_open() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        String page = "# Mine\n\n## 8. Stop\n\n| | Codex |\n|---|---|\n| End turn | TBD |\n| Cancel | TBD |\n| x | y |";
        Files.writeString(folder.resolve("mine.md"), page);
        String filled = Program.in(folder).run("matrix", "--fill", "mine.md").exits(0).out();
        assertTrue(filled.contains("| End turn | ") && filled.contains("`turn/completed` [mine/hello "), filled);
        assertTrue(filled.contains("| Cancel | – not emitted in 1 session of "), filled);
        assertTrue(filled.contains("\n| x | y |"), filled);
        Program.in(folder).run("matrix", "--fill", "nowhere.md").exits(3).says("nowhere.md");
        Program.in(folder).run("matrix", "--fill", "mine.md", "--csv").exits(2);
    }

    @Test
    void coverage_says_what_a_vendor_lists_and_nobody_recorded() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        Program program = Program.in(folder);
        program.run("matrix", "--coverage").exits(0).says("codex.app-server 0.171.0: ");
        program.run("matrix", "--coverage", "--format", "md").exits(0).says("* Listed, never recorded: ");
        program.run("matrix", "--coverage", "--format", "csv").exits(2);
    }

    private static JsonNode cell(List<JsonNode> cells, String row) {
        for (JsonNode cell : cells) {
            if (cell.path("row").asText().equals(row)) {
                return cell;
            }
        }
        throw new AssertionError("no row " + row);
    }
}
