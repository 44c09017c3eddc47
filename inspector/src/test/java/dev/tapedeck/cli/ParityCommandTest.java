package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.guest.BundledMappers;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ParityCommandTest {
    private static final String CODEX = recording("codex", "text");
    private static final String CLAUDE = recording("claude", "text");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static String recording(String provider, String scenario) {
        return Path.of("..", "fixtures", provider, scenario, "recording.ndjson").toString();
    }

    private int run(String... arguments) {
        CommandLine commandLine = Tapedeck.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    private JsonNode json() throws IOException {
        return Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
    }

    private Path changed(String what, String into) throws IOException {
        String source = BundledMappers.of(new Wire("codex.app-server")).orElseThrow();
        return Files.writeString(folder.resolve("changed.js"), source.replace(what, into));
    }

    @Test
    void mappers_that_say_the_same_are_equal() throws IOException {
        assertEquals(0, run("parity", "--right", "quickjs:bundled", "--plans", "1", "--json", CODEX), err.toString());
        assertEquals(5, json().path("runs").asInt());
        assertTrue(json().path("frames").asInt() > 50, out.toString());
        assertEquals(0, json().path("differences").size());
    }

    @Test
    void the_first_difference_is_shown_by_frame_path_left_and_right() throws IOException {
        Path file = changed("append: text", "append: tool");
        assertEquals(1, run("parity", "--right", "quickjs:" + file, "--plans", "0", CODEX), err.toString());
        assertTrue(out.toString().matches("(?s).*frame \\d+, /events/0/append: left \".*\", right nothing\\R.*"),
                out.toString());
        assertTrue(out.toString().strip().endsWith("compared: 1 differ"), out.toString());
    }

    @Test
    void a_mapper_that_hangs_differs_and_never_hangs_the_command() throws IOException {
        Path file = Files.writeString(folder.resolve("hang.js"), "function mapFrames() { for (;;); }");
        assertEquals(1, run("parity", "--right", "quickjs:" + file, "--mapper-time", "1s", "--plans", "0", "--json",
                CODEX), err.toString());
        assertEquals("/call", json().at("/differences/0/path").asText());
        assertEquals("failed: no answer in time: expected within 1 s", json().at("/differences/0/right").asText());
        assertTrue(json().at("/differences/0/left").isMissingNode());
    }

    @Test
    void a_failing_mapper_fails_batches_and_not_the_replay() throws IOException {
        Path file = Files.writeString(folder.resolve("no.js"), "function mapFrames() { throw new Error('no') }");
        assertEquals(0, run("replay", "--mapper", "quickjs:" + file, "--json", CODEX), err.toString());
        assertTrue(json().path("undelivered").asInt() > 10, out.toString());
    }

    @Test
    void a_replay_through_javascript_gives_the_runtime_events_of_the_native_mapper() {
        assertEquals(0, run("replay", "--events", "runtime", CODEX));
        String expected = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--events", "runtime", "--mapper", "quickjs:bundled", CODEX), err.toString());
        assertEquals(expected, out.toString());
    }

    @Test
    void what_is_asked_wrongly_is_refused_with_what_was_expected() {
        assertEquals(2, run("parity", "--right", "python", CODEX));
        assertTrue(err.toString().contains("--right: expected native, quickjs:FILE, quickjs:bundled or exec:COMMAND, "
                + "found python"), err.toString());
        assertEquals(2, run("replay", "--mapper", "quickjs:bundled", "--events", "canonical", CODEX));
        assertTrue(err.toString().contains("--events: runtime expected beside --mapper"), err.toString());
        assertEquals(3, run("parity", "--right", "quickjs:bundled", "--plans", "0", CLAUDE));
        assertTrue(err.toString().contains("a bundled mapper for the wire claude.stream-json expected, found no "
                + "claude-stream-json.js"), err.toString());
        assertEquals(3, run("parity", "--right", "exec:no-such-mapper", "--plans", "0", CODEX));
        assertTrue(err.toString().contains("no-such-mapper"), err.toString());
    }
}
