package dev.tapedeck.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.json.Json;
import dev.tapedeck.lab.scenario.Manners;
import dev.tapedeck.lab.scenario.ProviderLab;
import dev.tapedeck.lab.scenario.ProseRule;
import dev.tapedeck.lab.scenario.Scenario;
import dev.tapedeck.lab.scenario.ScenarioReader;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Plays scenarios against a provider of our own: a shell script that answers lines. */
@Timeout(60)
class ScenarioRunTest {
    private static final String ANSWERING = """
            echo "starting $0" >&2
            while IFS= read -r line; do
              case "$line" in
                *'"method":"where"'*) echo "{\\"id\\":1,\\"result\\":{\\"cwd\\":\\"$PWD\\",\\"home\\":\\"$HOME\\"}}" ;;
                *'"method":"ask"'*) echo '{"id":"q7","method":"question","params":{"text":"Sure?"}}' ;;
                *'"id":"q7"'*) echo '{"method":"answered"}' ;;
                *'"method":"bad"'*) echo '{"id":1,"error":{"code":-1,"message":"no"}}' ;;
                *'"method":"prose"'*) echo "{\\"id\\":1,\\"result\\":\\"$PROSE\\"}" ;;
                *'"method":"model"'*)
                  curl -s -X POST -d '{}' "$MODEL/v1/responses" > answer
                  echo "{\\"id\\":1,\\"result\\":$(grep -c output_text.delta answer)}" ;;
              esac
            done
            """;

    @TempDir
    Path folder;

    private Manners manners = Manners.PLAIN;

    @Test
    void the_client_speaks_and_all_of_it_is_recorded_under_names_that_are_the_same_everywhere() throws Exception {
        ScenarioResult result = play(ANSWERING, """
                {"call": "where", "capture": {"dir": "/result/cwd"}},
                {"notify": "ask", "params": {"about": "${dir}"}},
                {"answer": "question", "result": {"yes": true}, "capture": {"asked": "/params/text"}},
                {"await": {"/method": "answered"}},
                {"raw": "not json, ${asked}"}""");

        assertEquals(List.of(), result.problems());
        List<Entry> entries = entries(result.recording());
        assertEquals(
                List.of(
                        "in {\"id\":1,\"method\":\"where\"}",
                        "out {\"id\":1,\"result\":{\"cwd\":\"/workspace\",\"home\":\"/home/user\"}}",
                        "in {\"method\":\"ask\",\"params\":{\"about\":\"/workspace\"}}",
                        "out {\"id\":\"q7\",\"method\":\"question\",\"params\":{\"text\":\"Sure?\"}}",
                        "in {\"id\":\"q7\",\"result\":{\"yes\":true}}",
                        "out {\"method\":\"answered\"}",
                        "in not json, Sure?"),
                frames(entries));
        assertEquals(7, result.frames());
        Header header = header(result.recording());
        assertEquals("fake", header.provider());
        assertEquals("played", header.scenario());
        assertEquals("/workspace", header.cwd());
        assertEquals(List.of("sh", "-c"), header.command().subList(0, 2));
        assertEquals("exited", ending(result.recording()).reason());
    }

    @Test
    void a_wire_without_methods_is_spoken_with_lines_and_conditions_and_the_command_gets_the_arguments()
            throws Exception {
        ScenarioResult result = play("""
                echo "{\\"type\\":\\"hello\\",\\"mode\\":\\"$1\\"}"
                while IFS= read -r line; do
                  case "$line" in
                    *'"type":"user"'*)
                      echo '{"type":"part","inner":{"kind":"text"}}'
                      echo '{"type":"ask","ask_id":"a7","inner":{"kind":"may","input":{"cmd":"ls"}}}' ;;
                    *'"ask_id":"a7"'*) echo '{"type":"result"}' ;;
                  esac
                done
                """, """
                {"await": {"/type": "hello"}, "capture": {"mode": "/mode"}},
                {"line": {"type": "user", "mode": "${mode}"}},
                {"await": {"/type": "ask"}, "where": {"/inner/kind": "may"},
                 "capture": {"asked": "/ask_id", "in": "/inner/input"}},
                {"line": {"type": "reply", "ask_id": "${asked}", "allowed": "${in}"}},
                {"await": {"/type": "result"}}""", "[]", List.of("lab", "${workspace}/plan"));

        assertEquals(List.of(), result.problems());
        assertEquals(
                List.of(
                        "out {\"type\":\"hello\",\"mode\":\"/workspace/plan\"}",
                        "in {\"type\":\"user\",\"mode\":\"/workspace/plan\"}",
                        "out {\"type\":\"part\",\"inner\":{\"kind\":\"text\"}}",
                        "out {\"type\":\"ask\",\"ask_id\":\"a7\","
                                + "\"inner\":{\"kind\":\"may\",\"input\":{\"cmd\":\"ls\"}}}",
                        "in {\"type\":\"reply\",\"ask_id\":\"a7\",\"allowed\":{\"cmd\":\"ls\"}}",
                        "out {\"type\":\"result\"}"),
                frames(entries(result.recording())));
    }

    @Test
    void messages_begin_with_the_labs_envelope_and_a_provider_that_stays_at_the_end_of_stdin_gets_the_labs_signal()
            throws Exception {
        ObjectNode version = (ObjectNode) Json.read("{\"jsonrpc\":\"2.0\"}".getBytes(StandardCharsets.UTF_8));
        manners = new Manners(version, "TERM", 20);
        long begun = System.nanoTime();

        ScenarioResult result = play("""
                trap 'echo "{\\"method\\":\\"leaving\\"}"; exit 0' TERM
                while IFS= read -r line; do
                  case "$line" in
                    *ask*) echo '{"jsonrpc":"2.0","id":"q7","method":"question"}' ;;
                    *) echo '{"jsonrpc":"2.0","id":1,"result":{}}' ;;
                  esac
                done
                while :; do sleep 0.1; done
                """, """
                {"call": "first"},
                {"notify": "ask"},
                {"answer": "question", "result": true},
                {"restart": true},
                {"call": "second"}""");

        assertEquals(List.of(), result.problems());
        assertEquals(
                List.of(
                        "in {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"first\"}",
                        "in {\"jsonrpc\":\"2.0\",\"method\":\"ask\"}",
                        "in {\"jsonrpc\":\"2.0\",\"id\":\"q7\",\"result\":true}",
                        "in {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"second\"}"),
                frames(entries(result.recording())).stream()
                        .filter(frame -> frame.startsWith("in "))
                        .toList());
        assertEquals(
                2,
                frames(entries(result.recording())).stream()
                        .filter(frame -> frame.contains("leaving"))
                        .count());
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        assertTrue(taken.compareTo(Duration.ofSeconds(4)) < 0, "took " + taken);
    }

    @Test
    void a_wait_for_nothing_fails_with_what_was_waited_for_and_the_last_lines() throws Exception {
        ScenarioResult result = play(ANSWERING, """
                {"call": "where"},
                {"await": "turn/completed", "where": {"/params/turn": "${workspace}"}}""");

        assertFalse(result.passed());
        String problem = result.problems().getFirst();
        assertTrue(problem.startsWith("step 2 of 2: nothing came for 1 s, waited for /method = \"turn/completed\""),
                problem);
        assertTrue(result.lastLines().getLast().startsWith("{\"id\":1,\"result\":"), result.lastLines().toString());
    }

    @Test
    void an_answer_of_the_wrong_sort_and_a_lost_provider_fail_at_once() throws Exception {
        assertEquals(
                List.of("step 1 of 1: a result of bad expected, found {\"id\":1,\"error\":{\"code\":-1,"
                        + "\"message\":\"no\"}}"),
                play(ANSWERING, "{\"call\": \"bad\"}").problems());
        assertEquals(List.of(), play(ANSWERING, "{\"call\": \"bad\", \"expect\": \"error\"}").problems());
        assertEquals(
                List.of("step 1 of 1: the provider ended, waited for the answer to where (id 1)"),
                play("read -r line; exit 3", "{\"call\": \"where\"}").problems());
    }

    @Test
    void each_frame_satisfies_one_wait_only() throws Exception {
        String twice = "echo '{\"method\":\"a\",\"n\":1}'; echo '{\"method\":\"a\",\"n\":2}'; cat > /dev/null";

        ScenarioResult result = play(twice, """
                {"await": "a", "capture": {"one": "/n"}},
                {"await": "a", "capture": {"two": "/n"}},
                {"line": {"one": "${one}", "two": "${two}"}}""");

        assertEquals(List.of(), result.problems());
        assertEquals("in {\"one\":1,\"two\":2}", frames(entries(result.recording())).getLast());
    }

    @Test
    void a_restart_is_a_second_process_in_the_same_recording_with_requests_counted_anew() throws Exception {
        ScenarioResult result = play(ANSWERING, """
                {"call": "where"}, {"restart": true}, {"call": "where"}""");

        assertEquals(List.of(), result.problems());
        List<Entry> entries = entries(result.recording());
        List<Object> processes = entries.stream()
                .filter(entry -> entry instanceof HostAct act && act.act().equals(HostAct.SPAWN))
                .map(entry -> ((HostAct) entry).facts().get("pid"))
                .toList();
        assertEquals(List.of(1, 2), processes.stream().map(pid -> ((Number) pid).intValue()).toList());
        List<String> frames = frames(entries);
        assertEquals(4, frames.size());
        assertEquals(frames.get(0), frames.get(2));
        long last = 0;
        for (Entry entry : entries) {
            assertTrue(entry.micros() >= last, "time goes on: " + entry);
            last = entry.micros();
        }
    }

    @Test
    void a_restart_may_put_other_words_behind_the_command() throws Exception {
        String script = "read line; printf '{\"said\":\"%s\"}\\n' \"$0\"";
        ScenarioResult result = play(
                script,
                """
                {"raw": "go"}, {"await": {"/said": "one"}}, {"restart": true, "arguments": ["${workspace}"]},
                {"raw": "go"}, {"await": {"/said": "${workspace}"}}, {"restart": true},
                {"raw": "go"}, {"await": {"/said": "${workspace}"}}""",
                "[]",
                List.of("one"));

        assertEquals(List.of(), result.problems());
    }

    @Test
    void the_provider_reaches_the_scripted_model_and_unused_responses_are_told() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(Programs.onPath("curl").isPresent(), "curl is not installed");
        String model = """
                [{"output": [{"message": "a b c", "pieces": 3}]}, {"note": "too many", "output": []}]""";

        ScenarioResult result = play(ANSWERING, "{\"call\": \"model\"}", model);

        assertEquals(List.of("2 (too many)"), result.unused());
        assertEquals(List.of("the provider never asked for model response 2 (too many)"), result.problems());
        assertEquals("out {\"id\":1,\"result\":6}", frames(entries(result.recording())).getLast());
    }

    @Test
    void long_prose_never_reaches_the_recording() throws Exception {
        ScenarioResult result = play(ANSWERING, "{\"call\": \"prose\"}");

        String whole = Files.readString(result.recording());
        assertFalse(whole.contains("never to be told"), whole);
        assertTrue(whole.contains("[vendor prose masked] ....."), whole);
    }

    @Test
    void a_killed_provider_is_recorded_as_killed() throws Exception {
        ScenarioResult result = play(ANSWERING, """
                {"call": "where"}, {"signal": "KILL"}, {"awaitExit": true}""");

        assertEquals(List.of(), result.problems());
        assertEquals("SIGKILL", ending(result.recording()).signal());
    }

    @Test
    void C44_grandchildren_are_ended_too_even_those_that_ignore_the_first_signal_or_left_their_parent()
            throws Exception {
        String pids = folder.resolve("pids").toString();
        String script = """
                (trap '' TERM; sleep 600 & echo $! >> %1$s; wait) &
                ( (sleep 600 & echo $! >> %1$s) )
                (setsid sh -c 'echo $$ >> %1$s; exec sleep 600' &)
                sleep 0.3
                echo '{"method":"ready"}'
                read -r line
                exit 0
                """.formatted(pids);
        long begun = System.nanoTime();

        ScenarioResult result = play(script, "{\"await\": \"ready\"}");

        assertEquals(List.of(), result.problems());
        assertEquals(List.of(), result.remains());
        List<String> children = Files.readAllLines(Path.of(pids));
        assertEquals(3, children.size());
        for (String child : children) {
            assertFalse(
                    ProcessHandle.of(Long.parseLong(child)).map(ProcessHandle::isAlive).orElse(false),
                    "process " + child + " still runs");
        }
        Duration taken = Duration.ofNanos(System.nanoTime() - begun);
        assertTrue(taken.compareTo(Duration.ofSeconds(20)) < 0, "took " + taken);
    }

    @Test
    void the_throw_away_folders_are_gone_afterwards() throws Exception {
        ScenarioResult result = play("pwd > \"" + folder.resolve("where") + "\"", "{\"awaitExit\": true}");

        assertEquals(List.of(), result.problems());
        assertFalse(Files.exists(Path.of(Files.readString(folder.resolve("where")).strip()).getParent()));
    }

    private ScenarioResult play(String script, String steps) throws IOException, InterruptedException {
        return play(script, steps, "[]");
    }

    private ScenarioResult play(String script, String steps, String model)
            throws IOException, InterruptedException {
        return play(script, steps, model, List.of());
    }

    private ScenarioResult play(String script, String steps, String model, List<String> arguments)
            throws IOException, InterruptedException {
        Path scenarios = Files.createDirectories(folder.resolve("played"));
        Path file = scenarios.resolve(ScenarioReader.FILE);
        Files.writeString(file, """
                {"scenario": 1, "description": "d", "provider": "codex", "wire": "test.wire", "timeoutSeconds": 1,
                 "arguments": %s, "model": %s, "client": [%s]}""".formatted(Json.write(arguments), model, steps));
        Scenario read = ScenarioReader.read(file);
        Path recording = scenarios.resolve("recording-" + System.nanoTime() + ".ndjson");
        return new ScenarioRun(named(read), lab(script), Installation.of(Path.of("/bin/sh"))).play(recording);
    }

    private static Scenario named(Scenario read) {
        return new Scenario(
                read.name(), read.text(), read.description(), "fake", read.lab(), read.wire(), read.live(),
                read.concurrent(), read.expects(), read.files(), read.git(), read.arguments(), read.config(),
                read.environment(),
                read.model(), read.client(), read.transcript(), read.timeout());
    }

    private ProviderLab lab(String script) {
        return new ProviderLab(
                "fake",
                Transport.STDIO_JSONRPC,
                "1",
                null,
                Map.of(),
                List.of("${program}", "-c", script),
                Map.of(
                        "HOME", "${home}",
                        "PATH", "/usr/local/bin:/usr/bin:/bin",
                        "MODEL", "${modelUrl}",
                        "PROSE", "It is never to be told how long this is. ".repeat(10)),
                List.of(),
                Map.of(),
                manners,
                List.of(),
                Map.of(),
                List.of(new ProviderLab.Fixed(Pattern.compile("starting .*"), "starting")),
                List.of(new ProseRule(Map.of(), 200, List.of(), List.of())));
    }

    private static List<String> frames(List<Entry> entries) {
        return entries.stream()
                .filter(Frame.class::isInstance)
                .map(Frame.class::cast)
                .map(frame -> (frame.direction() == Direction.IN ? "in " : "out ")
                        + frame.payload().display())
                .toList();
    }

    private static List<Entry> entries(Path recording) throws IOException {
        List<Entry> entries = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
        }
        return entries;
    }

    private static Header header(Path recording) throws IOException {
        try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
            return reader.header();
        }
    }

    private static Ending ending(Path recording) throws IOException {
        try (RecordingReader reader = RecordingReader.open(recording, Strictness.STRICT)) {
            while (reader.next() != null) {
                // Only the end is wanted.
                continue;
            }
            return java.util.Objects.requireNonNull(reader.ending());
        }
    }
}
