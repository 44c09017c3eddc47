package dev.tapedeck.acceptance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A user's own folder of recordings and goldens, from the first check to a removed scenario. */
class GoldenIT {
    @TempDir
    Path folder;

    @Test
    void results_are_new_then_approved_then_compared() throws Exception {
        Program program = Program.in(folder);
        Program.fixture(folder, "codex/text", "mine/hello");
        program.run("golden", "check").exits(1).says("new       mine/hello/canonical").says("5 goldens: 5 new");
        program.run("golden", "diff").exits(1).says("=== mine/hello/canonical (new)").says("+ {\"type\":");
        program.run("golden", "approve").exits(2).says("name what to approve");
        program.run("golden", "approve", "mine/hello").exits(0).says("5 approved");
        program.run("golden", "check").exits(0).says("5 goldens: 5 passing");
        Path meta = folder.resolve("golden/mine/hello/golden-meta.json");
        String noted = Files.readString(meta);
        Files.writeString(meta, noted.replaceAll("\"mapper\" : \"[0-9a-f]+\"", "\"mapper\" : \"older\""));
        program.run("golden", "check").exits(0);
        assertTrue(Files.readString(meta).contains("older"), "a check notes nothing by itself");
        program.run("golden", "check", "--note").exits(0);
        assertEquals(noted, Files.readString(meta));
        program.run("golden", "diff").exits(0).says("nothing waits");

        Path approved = folder.resolve("golden/mine/hello/canonical.approved.ndjson");
        Files.writeString(approved, Files.readString(approved).replace("Say hello.", "Say\u202e goodbye."));
        program.run("golden", "check").exits(1).says("changed   mine/hello/canonical");
        program.run("golden", "diff", "mine/hello/canonical")
                .exits(1)
                .says("recording same, mapper code same")
                .says("Say\\u202e goodbye.")
                .says("+ {");
        String listed = program.run("golden", "list", "--json").exits(0).out();
        JsonNode json = Json.read(listed.getBytes(StandardCharsets.UTF_8));
        assertEquals(5, json.size());
        program.run("golden", "approve", "mine").exits(0).says("approved  mine/hello/canonical");
        program.run("golden", "approve", "mine").exits(1).says("mine: nothing of that name waits");
        program.run("golden", "check").exits(0);
    }

    @Test
    void a_build_server_never_approves() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");
        Program.in(folder).with("CI", "1").run("golden", "check").exits(1);
        Map<String, String> before = tree();
        Program.in(folder).with("CI", "1").run("golden", "approve", "mine/nobody").exits(2).says("refused");
        Program.in(folder).with("CI", "1").run("golden", "approve", "--all").exits(2).says("refused");
        assertEquals(before, tree());
        assertTrue(before.keySet().stream().noneMatch(file -> file.contains(".approved.")), before.keySet().toString());
    }

    @Test
    void all_leaves_alone_what_is_exempt_from_the_check() throws Exception {
        Program program = Program.in(folder);
        Program.fixture(folder, "codex/text", "mine/hello");
        Program.fixture(folder, "codex/text", "shown/hello");
        Files.writeString(folder.resolve("fixtures/shown/exempt.txt"), "It shows what trouble looks like.");
        program.run("golden", "check").exits(1);
        program.run("golden", "approve", "--all")
                .exits(0)
                .says("left      shown/hello/canonical (exempt from the check; name it to approve it)")
                .says("5 approved");
        program.run("golden", "approve", "shown").exits(0).says("5 approved");
    }

    @Test
    void C47_line_ends_are_forgiven_and_said_and_content_is_not() throws Exception {
        Program program = Program.in(folder);
        Program.fixture(folder, "codex/text", "mine/hello");
        program.run("golden", "check").exits(1);
        program.run("golden", "approve", "--all").exits(0);
        Path approved = folder.resolve("golden/mine/hello/canonical.approved.ndjson");
        String text = Files.readString(approved);
        Files.writeString(approved, text.strip().replace("\n", "\r\n"));
        program.run("golden", "check")
                .exits(0)
                .says("forgiven  mine/hello/canonical: approved file: CRLF taken as LF on")
                .says("forgiven  mine/hello/canonical: approved file: missing last line end added");
        Files.writeString(approved, text.replace("model.\\n\\nSecond", "model.\\r\\n\\r\\nSecond"));
        program.run("golden", "check").exits(1).says("changed   mine/hello/canonical");
    }

    @Test
    void C47_a_removed_scenario_is_named_and_deleted_only_when_asked() throws Exception {
        Program program = Program.in(folder);
        Program.fixture(folder, "codex/text", "mine/plain-text");
        Program.fixture(folder, "codex/command", "mine/renamed-away");
        program.run("golden", "check").exits(1);
        program.run("golden", "approve", "--all").exits(0).says("10 approved");
        program.run("golden", "obsolete").exits(0).says("0 obsolete");
        delete(folder.resolve("fixtures/mine/renamed-away"));

        Program.Outcome filtered = program.run("golden", "check", "mine/plain-text").exits(0);
        assertFalse(filtered.out().contains("obsolete"), filtered.out());
        program.run("golden", "check").exits(1).says("obsolete  mine/renamed-away/canonical");
        program.run("golden", "obsolete").exits(1).says("5 obsolete");
        assertTrue(Files.exists(folder.resolve("golden/mine/renamed-away/maps.approved.json")));

        Path broken = Files.createDirectories(folder.resolve("fixtures/mine/broken")).resolve("recording.ndjson");
        Files.writeString(broken, "{\"tape\":1}\n");
        program.run("golden", "obsolete").exits(3).says("mine/broken");
        program.run("golden", "check").exits(3).says("failed    mine/broken").says("5 passing");
        delete(broken.getParent());

        program.run("golden", "obsolete", "--delete").exits(0).says("deleted   mine/renamed-away/canonical");
        assertEquals(
                List.of("mine/plain-text"),
                tree().keySet().stream()
                        .filter(file -> file.startsWith("golden/"))
                        .map(file -> Path.of(file).subpath(1, 3).toString())
                        .distinct()
                        .toList());
        program.run("golden", "check").exits(0);
    }

    @Test
    void a_folder_that_is_not_there_is_named() throws Exception {
        Program.in(folder).run("golden", "check").exits(3)
                .says("fixtures: expected a folder of recordings, found none");
        Program.in(folder).run("golden", "check", "--fixtures", "nowhere").exits(3).says("nowhere");
    }

    private static void delete(Path path) throws Exception {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private Map<String, String> tree() throws Exception {
        Map<String, String> tree = new TreeMap<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                tree.put(folder.relativize(file).toString(), Files.readString(file));
            }
        }
        return tree;
    }
}
