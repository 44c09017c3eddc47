package dev.tapedeck.lab.scenario;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.lab.script.ScenarioException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioReaderTest {
    private static final String WHOLE = """
            {
              "scenario": 1,
              "description": "All there is.",
              "provider": "codex",
              "wire": "codex.app-server",
              "live": true,
              "concurrent": true,
              "expects": ["turn.started"],
              "workspace": {
                "git": true,
                "files": {"a.txt": "a", "~/b.bin": {"base64": "AAE="}, "c": {"from": "c.txt"}}
              },
              "config": {"top": ["x = 1", "y = 2"], "model": "other"},
              "environment": {"A": "b"},
              "timeoutSeconds": 3,
              "model": [{"output": [{"message": "hi"}]}],
              "client": [
                {"use": "initialize"},
                {"call": "a", "params": {"x": "${y}"}, "expect": "error", "capture": {"z": "/result/z"}},
                {"answer": "b", "error": {"code": 1}},
                {"await": {"/a": 1, "/b": {"contains": "x"}, "/c": {"present": false}}},
                {"restart": true}
              ]
            }""";

    @TempDir
    Path folder;

    @Test
    void what_a_synthetic_recording_promises_is_checked_and_not_played() throws Exception {
        Path file = Files.createDirectories(folder.resolve("p/s")).resolve(ScenarioReader.FILE);
        String promise = "{'scenario':1,'description':'d','provider':'p','wire':'acp','synthetic':'what is public'%s}";
        Files.writeString(file, promise.formatted("").replace('\'', '"'));
        assertEquals(List.of(), ScenarioReader.readAll(folder));
        ScenarioException played = assertThrows(ScenarioException.class, () -> ScenarioReader.read(file));
        assertTrue(played.getMessage().contains("/synthetic"), played.getMessage());
        Files.writeString(file, promise.formatted(",'model':[]").replace('\'', '"'));
        ScenarioException wrong = assertThrows(ScenarioException.class, () -> ScenarioReader.readAll(folder));
        assertTrue(wrong.getMessage().contains("model"), wrong.getMessage());
    }

    @Test
    void everything_that_the_format_has_is_read() throws Exception {
        Files.writeString(folder.resolve("c.txt"), "from a file");

        Scenario scenario = read(WHOLE);

        assertEquals(folder.getFileName().toString(), scenario.name());
        assertTrue(scenario.live() && scenario.concurrent() && scenario.git());
        assertEquals("x = 1\ny = 2", scenario.config().get("top"));
        assertEquals("other", scenario.config().get("model"));
        assertEquals(Duration.ofSeconds(3), scenario.timeout());
        assertEquals(3, scenario.files().size());
        assertEquals(new WorkFile("~/b.bin", new byte[] {0, 1}, false), scenario.files().get(1));
        assertEquals("from a file", new String(scenario.files().get(2).content()));
        // The macro brings its own steps.
        Step.Call call = scenario.client().stream()
                .filter(step -> step instanceof Step.Call made && made.method().equals("a"))
                .map(Step.Call.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(Step.Expectation.ERROR, call.expected());
        assertEquals("/result/z", call.captures().get("z").toString());
        assertInstanceOf(Step.Restart.class, scenario.client().getLast());
    }

    @Test
    void a_macro_gets_its_arguments_and_keeps_the_places_that_are_filled_in_later() throws Exception {
        Files.writeString(folder.resolve("c.txt"), "");
        Scenario scenario = read(replaced("{\"use\": \"initialize\"}", """
                {"use": "thread", "with": {"params": {"sandbox": "read-only"}}}"""));

        Step.Call call = assertInstanceOf(Step.Call.class, scenario.client().getFirst());
        assertEquals("{\"cwd\":\"${workspace}\",\"sandbox\":\"read-only\"}", String.valueOf(call.params()));
    }

    @Test
    void a_lab_that_is_like_another_has_its_install_and_replaces_what_it_says_itself() throws Exception {
        Files.writeString(folder.resolve("c.txt"), "");
        ProviderLab other = ProviderLab.find("codex").orElseThrow();

        Scenario scenario = read(replaced("\"provider\": \"codex\",", """
                        "provider": "codex", "lab": "codex-exec",""")
                .replace("{\"use\": \"initialize\"}", "{\"closeStdin\": true}"));
        ProviderLab lab = ProviderLab.find(scenario.lab()).orElseThrow();

        assertEquals("codex", scenario.provider());
        assertEquals(other.install(), lab.install());
        assertEquals(other.provider(), lab.provider());
        assertEquals(other.environment(), lab.environment());
        assertEquals("exec", lab.command().get(1));
        assertTrue(lab.macros().containsKey("failed-turn") && !lab.macros().containsKey("initialize"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"scenario\": 1 | \"scenario\": 2 | /scenario: expected a whole number from 1 to 1, found 2",
                "\"live\": true          | \"life\": true               | /life: expected one of",
                "\"live\": true          | \"live\": \"yes\"            | /live: expected true or false, found \"yes\"",
                "\"codex\", | \"nobody\", | /provider: expected a provider that the lab can run",
                "\"description\":        | \"descripton\":              | /descripton: expected one of",
                "\"codex.app-server\"    | \"No Wire\"                  | /wire: expected the name of a wire",
                "{\"use\": \"initialize\"} | {\"use\": \"initialise\"}  | /client/0/use: expected one of [end-turn",
                "{\"use\": \"initialize\"} | {\"use\": \"initialize\", \"with\": {\"x\": 1}} | /client/0/with/x: expec",
                "{\"use\": \"initialize\"} | {\"cal\": \"x\"} | /client/0: expected a step with exactly one of",
                "{\"use\": \"initialize\"} | {\"call\": \"x\", \"await\": \"y\"} | /client/0: expected a step with exa",
                "{\"use\": \"initialize\"} | {\"sleep\": -1} | /client/0/sleep: expected a whole number from 1 to",
                "{\"use\": \"initialize\"} | {\"signal\": \"HUP\"} | /client/0/signal: expected one of INT, KILL, TERM",
                "\"/result/z\"           | \"result\"                   | /client/1/capture/z: expected a JSON pointer",
                "\"error\": {\"code\": 1} | \"error\": {}, \"result\": {} | /client/2: expected exactly one of result,",
                "{\"output\": [{\"message\": \"hi\"}]} | {} | /model/0: expected either output (a stream) or body",
                "{\"message\": \"hi\"} | {\"massage\": \"hi\"} | /model/0/output/0: expected an output with one of",
                "{\"message\": \"hi\"} | {\"message\": [{\"stop\": 1}]} | /model/0/output/0/message/0/stop: expected t",
                "\"a.txt\" | \"../a.txt\" | /workspace/files/..~1a.txt: expected a path inside",
                "{\"base64\": \"AAE=\"} | {\"base64\": \"%\"} | /workspace/files/~0~1b.bin/base64: expected base64",
                "\"c.txt\" | \"missing.txt\" | /workspace/files/c/from: expected the path of a file",
                "\"top\": [              | \"bottom\": [                | /config/bottom: expected one of",
            })
    void what_is_wrong_is_told_with_place_expected_and_found(String what, String with, String told) throws Exception {
        Files.writeString(folder.resolve("c.txt"), "");

        ScenarioException failure = assertThrows(ScenarioException.class, () -> read(replaced(what, with)));

        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains("scenario.json, at ") && message.contains(told), message);
        assertTrue(message.contains(", found "), message);
    }

    @Test
    void a_file_that_is_not_json_is_told_with_its_line() {
        ScenarioException failure = assertThrows(ScenarioException.class, () -> read("{\n \"scenario\": 1,\n oops\n}"));

        String message = String.valueOf(failure.getMessage());
        assertTrue(message.contains("expected one JSON value") && message.contains("in line 3"), message);
    }

    @Test
    void a_file_that_was_cut_is_told_without_the_parsers_own_terms() {
        ScenarioException failure = assertThrows(ScenarioException.class, () -> read("{\n \"scenario\": 1"));

        String message = String.valueOf(failure.getMessage());
        assertTrue(message.endsWith("found Unexpected end-of-input: expected close marker for Object in line 2"),
                message);
    }

    private static String replaced(String what, String with) {
        assertTrue(WHOLE.contains(what), what);
        return WHOLE.replace(what, with);
    }

    private Scenario read(String text) throws IOException {
        Path file = folder.resolve(ScenarioReader.FILE);
        Files.writeString(file, text);
        return ScenarioReader.read(file);
    }
}
