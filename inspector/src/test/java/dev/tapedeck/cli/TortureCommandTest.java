package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class TortureCommandTest {
    private static final String RECORDING =
            Path.of("..", "fixtures", "codex", "approve-command-silent", "recording.ndjson").toString();

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Tapedeck.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    @Test
    void the_figures_say_how_many_plans_ran_and_what_they_reached() throws IOException {
        assertEquals(0, run("torture", "--json", "--seeds", "40", "--programme", "lag", "--out", folder.toString(),
                "--jobs", "2", RECORDING));
        JsonNode json = Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
        assertEquals(40, json.path("plans").asInt());
        assertEquals(0, json.path("violations").asInt());
        assertTrue(json.path("plansPerSecond").asDouble() > 0);
        assertTrue(json.at("/coverage/lag/1 resync").asInt() > 0, out.toString());
    }

    @Test
    void shards_together_run_every_seed_once() throws IOException {
        int plans = 0;
        for (String shard : new String[] {"1/3", "2/3", "3/3"}) {
            out.getBuffer().setLength(0);
            run("torture", "--json", "--seeds", "20", "--shard", shard, "--programme", "hook", "--out",
                    folder.toString(), RECORDING);
            plans += Json.read(out.toString().getBytes(StandardCharsets.UTF_8)).path("plans").asInt();
        }
        assertEquals(20, plans);
    }

    @Test
    void what_is_asked_wrongly_is_refused_with_what_was_expected() {
        assertEquals(2, run("torture", "--programme", "mayhem", RECORDING));
        assertTrue(err.toString().contains("--programme: expected one of lag, stall,"), err.toString());
        assertEquals(2, run("torture", "--shard", "4/3", RECORDING));
        assertTrue(err.toString().contains("--shard: expected I/N with I from 1 to N, found 4/3"), err.toString());
        assertEquals(2, run("torture", "--time", "soon", RECORDING));
        assertTrue(err.toString().contains("--time: expected seconds or minutes such as 90s or 2m"), err.toString());
    }
}
