package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.Installation;
import dev.tapedeck.lab.ScenarioResult;
import dev.tapedeck.lab.ScenarioRun;
import dev.tapedeck.lab.scenario.Manners;
import dev.tapedeck.lab.scenario.ProviderLab;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.scenario.ScenarioReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

@Timeout(60)
class ScenariosCommandTest {
    private static final String SCENARIO = """
            {"scenario": 1, "description": "Says hello.", "provider": "codex", "wire": "codex.app-server",
             "live": %s, "timeoutSeconds": 1, "client": [{"await": "%s"}]}""";
    private static final String STARTED = "thread/started";

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @TempDir
    Path folder;

    @BeforeEach
    void writeScenarios() throws IOException {
        write("one", SCENARIO.formatted(true, STARTED));
        write("two", SCENARIO.formatted(false, STARTED));
    }

    @Test
    void scenarios_are_listed_with_their_marks() throws Exception {
        assertEquals(0, run("scenarios", "list", "--fixtures", folder.toString()));

        List<String> lines = out.toString().lines().toList();
        assertEquals(2, lines.size());
        assertTrue(lines.getFirst().startsWith("codex/one  live"), lines.getFirst());
        assertTrue(lines.getFirst().endsWith("unrecorded  Says hello."), lines.getFirst());
        assertFalse(lines.getLast().contains("live"), lines.getLast());
    }

    @Test
    void the_list_is_json_on_request_and_can_be_narrowed() throws Exception {
        assertEquals(0, run("scenarios", "list", "--json", "--live", "--fixtures", folder.toString()));

        JsonNode listed = Json.mapper().readTree(out.toString());
        assertEquals(1, listed.size());
        assertEquals("one", listed.at("/0/name").textValue());
        assertTrue(listed.at("/0/live").booleanValue());
        assertFalse(listed.at("/0/recorded").booleanValue());
    }

    @Test
    void an_unknown_name_and_a_wrong_number_of_jobs_are_usage_errors() {
        assertEquals(2, run("scenarios", "run", "three", "--fixtures", folder.toString()));
        assertTrue(err.toString().contains("no scenario of that name in " + folder + ": three"), err.toString());
        assertEquals(2, run("scenarios", "run", "--jobs", "0", "--fixtures", folder.toString()));
        assertTrue(err.toString().contains("--jobs: a number from 1 expected, found 0"), err.toString());
        assertEquals(2, run("scenarios"));
        assertTrue(err.toString().contains("one of the subcommands list and run expected"), err.toString());
    }

    @Test
    void a_folder_that_is_missing_and_a_scenario_that_is_wrong_are_told_and_cost_exit_code_three() throws Exception {
        assertEquals(3, run("scenarios", "list", "--fixtures", folder.resolve("nowhere").toString()));
        assertTrue(err.toString().contains("nowhere: a folder with scenarios expected, found nothing"), err.toString());
        write("broken", "{\"scenario\": 7}");
        assertEquals(3, run("scenarios", "list", "--fixtures", folder.toString()));
        assertTrue(
                err.toString().contains("/scenario: expected a whole number from 1 to 1, found 7"), err.toString());
    }

    @Test
    void a_good_recording_takes_the_place_of_the_old_one() throws Exception {
        Path recording = old("one");

        ScenarioResult result = play("one", "echo '{\"method\":\"thread/started\",\"params\":{}}'");

        assertEquals(List.of(), result.problems());
        assertTrue(Files.readString(recording).startsWith("{\"tape\":1"), "replaced");
        assertEquals(List.of("recording.ndjson", "scenario.json"), names("one"));
    }

    @Test
    void a_scenario_that_fails_leaves_the_old_recording_and_says_so() throws Exception {
        Path recording = old("one");

        ScenarioResult result = play("one", "echo '{\"method\":\"other\"}'; cat > /dev/null");

        assertFalse(result.passed());
        assertTrue(result.problems().getFirst().contains("waited for /method = \"thread/started\""),
                result.problems().toString());
        assertEquals("the old recording stays: " + recording, result.problems().getLast());
        assertEquals("old", Files.readString(recording));
        assertEquals(List.of("recording.ndjson", "scenario.json"), names("one"));
    }

    @Test
    void a_recording_that_cannot_be_replayed_leaves_the_old_one() throws Exception {
        write("one", SCENARIO.formatted(true, STARTED).replace("\"codex.app-server\"", "\"no.rules\""));
        Path recording = old("one");

        ScenarioResult result = play("one", "echo '{\"method\":\"thread/started\"}'");

        String problem = result.problems().getFirst();
        assertTrue(problem.startsWith("the recording cannot be replayed: ") && problem.contains("no.rules"), problem);
        assertEquals("old", Files.readString(recording));
        assertEquals(List.of("recording.ndjson", "scenario.json"), names("one"));
    }

    private int run(String... arguments) {
        CommandLine commandLine = Tapedeck.commandLine();
        commandLine.setOut(new PrintWriter(out, true));
        commandLine.setErr(new PrintWriter(err, true));
        return commandLine.execute(arguments);
    }

    private ScenarioResult play(String name, String script) throws IOException, InterruptedException {
        Scenario scenario = ScenarioReader.read(folder.resolve("codex").resolve(name).resolve(ScenarioReader.FILE));
        ProviderLab shell = new ProviderLab(
                "codex", Transport.STDIO_JSONRPC, "1", null, Map.of(), List.of("${program}", "-c", script),
                Map.of("PATH", "/usr/bin:/bin"), List.of(), Map.of(), Manners.PLAIN, List.of(), Map.of(), List.of(),
                List.of());
        return FixtureUpdate.play(
                new ScenarioRun(scenario, shell, Installation.of(Path.of("/bin/sh"))),
                folder.resolve("codex").resolve(name));
    }

    private Path old(String name) throws IOException {
        return Files.writeString(folder.resolve("codex").resolve(name).resolve("recording.ndjson"), "old");
    }

    private List<String> names(String name) throws IOException {
        try (var files = Files.list(folder.resolve("codex").resolve(name))) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private void write(String name, String scenario) throws IOException {
        Path place = Files.createDirectories(folder.resolve("codex").resolve(name));
        Files.writeString(place.resolve(ScenarioReader.FILE), scenario);
    }
}
