package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files as users already have them, through the real command line. */
class ImportIT {
    @TempDir
    private Path folder;

    @Test
    void a_rollout_file_is_replayed_as_it_is_and_says_what_it_does_not_hold() throws Exception {
        raw("codex-rollout/command", "rollout.jsonl");

        Program.in(folder).run("replay", "rollout.jsonl").exits(0)
                .says("codex 0.171.0, codex.event-msg")
                .says("0 unmapped, 0 faulted")
                .says("it holds no deltas, no starts of items, no requests and their answers");
    }

    @Test
    void raw_output_of_codex_exec_and_of_claude_is_told_from_content() throws Exception {
        raw("codex-exec/command", "exec.jsonl");
        raw("claude/text", "claude.jsonl");

        Program.in(folder).run("replay", "exec.jsonl").exits(0).says("codex, codex.exec").says("0 unmapped, 0 faulted");
        Program.in(folder).run("replay", "claude.jsonl").exits(0)
                .says("claude 2.1.332, claude.stream-json")
                .says("0 unmapped, 0 faulted");
    }

    @Test
    void a_claude_project_file_shows_prompts_answers_and_tools() throws Exception {
        resource("claude-project.jsonl");

        JsonNode file = replayed("claude-project.jsonl");
        assertEquals("claude.transcript", file.path("wire").asText());
        assertEquals("2.1.332", file.path("version").asText());
        assertEquals(0, file.path("unmapped").asInt() + file.path("faulted").asInt(), file.toString());
        Program.in(folder).run("replay", "--events", "canonical", "claude-project.jsonl").exits(0)
                .says("After thinking: 42.")
                .says("\"itemType\":\"command_execution\"");
        Program.in(folder).run("replay", "claude-project.jsonl").says("2 turns (2 idle)");
    }

    @Test
    void a_pi_session_shows_which_of_its_commands_failed() throws Exception {
        resource("pi-session.jsonl");

        assertEquals("pi.session", replayed("pi-session.jsonl").path("wire").asText());
        Program.in(folder).run("replay", "pi-session.jsonl").exits(0)
                .says("0 unmapped, 0 faulted")
                .says("1 turns (1 idle), 5 items (4 completed, 1 failed)")
                .says("it holds no deltas");
    }

    @Test
    void an_opencode_export_is_one_document_whose_messages_are_frames() throws Exception {
        resource("opencode-export.json");

        JsonNode file = replayed("opencode-export.json");
        assertEquals("opencode.export 1.18.33", file.path("wire").asText() + " " + file.path("version").asText());
        assertEquals(4, file.path("frames").asInt());
        Program.in(folder).run("replay", "opencode-export.json").exits(0)
                .says("0 unmapped, 0 faulted")
                .says("1 turns (1 idle), 3 items (3 completed)")
                .says("it holds no deltas");
        Program.in(folder).run("replay", "--events", "canonical", "opencode-export.json").exits(0)
                .says("It ran.")
                .says("\"text\":\"hi\\n\"");
    }

    @Test
    void an_imported_file_is_a_recording_that_replays_the_same_and_proves_nothing() throws Exception {
        raw("codex-rollout/text", "rollout.jsonl");

        Program.in(folder).run("import", "rollout.jsonl", "-o", "tape.ndjson").exits(0)
                .says("codex 0.171.0, codex.event-msg, 16 frames")
                .says("transcript: ");
        Program.in(folder).run("verify", "tape.ndjson").exits(0);
        String header = Files.readAllLines(folder.resolve("tape.ndjson")).getFirst();
        assertTrue(header.contains("\"origin\":\"synthetic\""), header);
        String before = Program.in(folder).run("replay", "--events", "runtime", "rollout.jsonl").exits(0).out();
        String after = Program.in(folder).run("replay", "--events", "runtime", "tape.ndjson").exits(0).out();
        assertEquals(texts(before), texts(after));
        assertFalse(texts(after).isEmpty());
    }

    @Test
    void the_same_file_imported_twice_has_the_same_id() throws Exception {
        resource("pi-session.jsonl");

        Program.in(folder).run("import", "pi-session.jsonl", "-o", "one.ndjson").exits(0);
        Program.in(folder).run("import", "pi-session.jsonl", "-o", "two.ndjson").exits(0);

        assertEquals(Files.readString(folder.resolve("one.ndjson")), Files.readString(folder.resolve("two.ndjson")));
    }

    @Test
    void what_is_no_file_of_a_known_wire_is_said_with_what_was_expected() throws Exception {
        Files.writeString(folder.resolve("notes.jsonl"), "{\"hello\":1}\n");
        Files.writeString(folder.resolve("package.json"), "{\n  \"name\": \"x\"\n}\n");
        Files.writeString(folder.resolve("cut.json"), "{\n  \"info\": {\n");

        for (String command : new String[] {"import", "replay", "inspect"}) {
            Program.in(folder).run(command, "notes.jsonl").exits(3).says("codex.exec").says("found ");
        }
        Program.in(folder).run("import", "package.json").exits(3).says("opencode.export").says("another JSON document");
        Program.in(folder).run("replay", "cut.json").exits(3).says("line 3").says("Unexpected end-of-input");
        Program.in(folder).run("import", "none.jsonl").exits(3).says("an existing file or folder expected");
    }

    @Test
    void a_wire_that_there_is_not_is_answered_with_those_that_there_are() throws Exception {
        resource("pi-session.jsonl");

        for (String command : new String[] {"import", "replay"}) {
            Program.in(folder).run(command, "--wire", "nope", "pi-session.jsonl").exits(2)
                    .says("claude.transcript")
                    .says("expected, found nope");
        }
        Program.in(folder).run("replay", "--wire", "codex.exec", "pi-session.jsonl").exits(0).says("10 unmapped");
    }

    @Test
    void a_recording_is_not_imported_again() throws Exception {
        Program.fixture(folder, "codex/text", "mine/hello");

        Program.in(folder).run("import", "fixtures/mine/hello/recording.ndjson").exits(3).says("found a recording");
    }

    private JsonNode replayed(String name) throws Exception {
        String out = Program.in(folder).run("replay", "--json", name).exits(0).out();
        return Json.read(out.getBytes(UTF_8)).at("/files/0");
    }

    /** What a provider wrote to its stdout, or into its file, out of a bundled recording. */
    private void raw(String bundled, String name) throws IOException {
        Path recording = Program.PROJECT.resolve("fixtures").resolve(bundled).resolve("recording.ndjson");
        try (Stream<String> lines = Files.lines(recording)) {
            Files.writeString(folder.resolve(name), lines.filter(line -> line.contains("\"dir\":\"out\",\"frame\":"))
                    .map(line -> line.substring(line.indexOf("\"frame\":") + 8, line.length() - 1))
                    .map(line -> line.replaceFirst("(,\"cuts\":\\[[0-9,]*\\])$", "") + "\n")
                    .collect(Collectors.joining()));
        }
    }

    private void resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(ImportIT.class.getResourceAsStream(name), name)) {
            Files.write(folder.resolve(name), in.readAllBytes());
        }
    }

    /** Texts of events, without ids, which differ with the recording's own. */
    private static String texts(String events) {
        return events.lines()
                .filter(line -> line.contains("\"text\""))
                .map(line -> line.substring(line.indexOf("\"text\"")))
                .collect(Collectors.joining("\n"));
    }
}
