package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.json.Json;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.Strictness;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code tapedeck play}, as a provider behind {@code tapedeck record} and before a client of somebody else's. */
@Timeout(value = 180, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class PlayIT {
    private static final String LAUNCHER = Program.PROJECT.resolve("tapedeck").toString();
    private static final Path ACP_CLIENT = Path.of("target", "acp-client").toAbsolutePath();

    @TempDir
    Path folder;

    private static Path fixture(String name) {
        return Program.PROJECT.resolve("fixtures").resolve(name).resolve("recording.ndjson");
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "codex/approve-command", "codex/bad-client", "codex/two-threads", "codex/killed",
        "claude/hooks-callback", "claude/interrupt", "claude/fail-500",
        "cursor/approve-command", "cursor/cancel", "cursor/load",
        "pi/dialogs", "pi/bad-client", "pi/steer",
        "codex-exec/command", "codex-exec/interrupted", "codex-exec/prompt-from-stdin"
    })
    void what_is_recorded_of_a_play_is_the_recording(String name) throws IOException, InterruptedException {
        LoadedRecording recorded = LoadedRecording.read(fixture(name), Strictness.STRICT);
        Path tape = folder.resolve("tape.ndjson");
        Process record = Program.in(folder)
                .builder("record", "-o", tape.toString(), "--", "sh", LAUNCHER, "play", fixture(name).toString())
                .redirectInput(ProcessBuilder.Redirect.PIPE)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            new RecordedClient(record).play(recorded.entries());
        } finally {
            record.descendants().forEach(ProcessHandle::destroyForcibly);
            record.destroyForcibly();
        }
        LoadedRecording again = LoadedRecording.read(tape, Strictness.STRICT);
        assertEquals(wire(recorded), wire(again));
        assertEquals(beside(recorded), beside(again));
        assertEquals(recorded.ending().exit(), again.ending().exit());
        assertEquals(recorded.ending().signal(), again.ending().signal());
        assertEquals(recorded.ending().reason(), again.ending().reason());
    }

    /** Everything but times, numbers and cuts, which say when bytes came, and a signal that no recorder can pass on. */
    private static List<String> wire(LoadedRecording recording) {
        List<String> wire = new ArrayList<>();
        for (Entry entry : recording.entries()) {
            if (entry instanceof Frame frame) {
                wire.add(frame.direction() + " " + carrier(frame.carrier()) + " " + frame.lineEnd() + " "
                        + frame.payload().display());
            } else if (entry instanceof HostAct act
                    && !act.act().equals(HostAct.MARK)
                    && !"SIGKILL".equals(act.facts().get("signal"))) {
                wire.add(act.act() + " " + act.facts().get("signal"));
            }
        }
        return wire;
    }

    /** A recorder counts exchanges from its own first one, a subscription among them. */
    private static String carrier(Carrier carrier) {
        return switch (carrier) {
            case Carrier.HttpRequest request -> request.method() + " " + request.path();
            case Carrier.HttpResponse response -> Integer.toString(response.status());
            case Carrier.SseEvent event -> event.toString();
            case Carrier.Line line -> "line";
        };
    }

    /** stderr has no order beside stdout, only its own. */
    private static List<String> beside(LoadedRecording recording) {
        return recording.entries().stream()
                .filter(LogLine.class::isInstance)
                .map(LogLine.class::cast)
                .filter(line -> line.stream().equals("stderr"))
                .map(line -> line.payload().display())
                .toList();
    }

    @Test
    void what_is_recorded_of_a_server_that_is_played_is_the_recording() throws IOException, InterruptedException {
        Path fixture = fixture("opencode/release-2-text");
        Path server = folder.resolve("opencode");
        Files.writeString(server, "#!/bin/sh\nwhile [ \"$1\" != --port ]; do shift; done\n"
                + "exec sh \"%s\" play \"%s\" --port \"$2\"\n".formatted(LAUNCHER, fixture));
        Files.setPosixFilePermissions(server, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tape = folder.resolve("tape.ndjson");
        Process record = Program.in(folder)
                .builder("record", "-o", tape.toString(), "--", server.toString(), "serve")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out = record.inputReader(UTF_8)) {
            String line = out.readLine();
            assertTrue(line != null && line.contains("opencode server listening on http://127.0.0.1:"), line);
            converse(line.substring(line.indexOf("http")));
        } finally {
            record.destroy();
            record.waitFor(20, TimeUnit.SECONDS);
            record.descendants().forEach(ProcessHandle::destroyForcibly);
            record.destroyForcibly();
        }
        LoadedRecording again = LoadedRecording.read(tape, Strictness.STRICT);
        List<String> recorded = frames(LoadedRecording.read(fixture, Strictness.STRICT));
        List<String> played = frames(again);
        assertEquals(recorded, played.subList(0, recorded.size()));
        assertEquals("IN GET /nowhere LF ", played.get(recorded.size()));
        assertTrue(played.getLast().startsWith("OUT 404 LF {\"error\":\"not in the recording:"), played.getLast());
    }

    private static List<String> frames(LoadedRecording recording) {
        return wire(recording).stream()
                .filter(line -> line.startsWith(Direction.IN.toString()) || line.startsWith(Direction.OUT.toString()))
                .toList();
    }

    private static void converse(String url) throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()) {
            HttpResponse<InputStream> stream = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/event")).build(), BodyHandlers.ofInputStream());
            BufferedReader events = new BufferedReader(new InputStreamReader(stream.body(), UTF_8));
            read(events, 2);
            HttpResponse<String> prompted = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/api/session/ses_2x/prompt"))
                            .POST(BodyPublishers.ofString("{\"prompt\":{\"text\":\"say hello\"}}"))
                            .build(),
                    BodyHandlers.ofString());
            assertEquals(200, prompted.statusCode());
            read(events, 11);
            HttpResponse<String> other = http.send(
                    HttpRequest.newBuilder(URI.create(url + "/nowhere")).build(), BodyHandlers.ofString());
            assertEquals(404, other.statusCode());
            events.close();
        }
    }

    private static void read(BufferedReader events, int count) throws IOException {
        for (int i = 0; i < count; ) {
            String line = events.readLine();
            i += line.startsWith("data:") ? 1 : 0;
        }
    }

    @Test
    void an_editor_that_speaks_acp_by_the_protocols_own_library_works_with_a_play()
            throws IOException, InterruptedException {
        assumeTrue(
                Files.isDirectory(ACP_CLIENT.resolve("node_modules")),
                "no ACP client: .ci/run installs it into inspector/target/acp-client");
        Process client = new ProcessBuilder(
                        "node", ACP_CLIENT.resolve("client.mjs").toString(),
                        "sh", LAUNCHER, "play", fixture("cursor/approve-command").toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            JsonNode seen = Json.read(client.getInputStream().readAllBytes());
            assertEquals(
                    "{\"text\":\"I will run it.It printed ok.\",\"tools\":[\"in_progress\",\"completed\"],"
                            + "\"asked\":[\"`printf ok`\"],\"stopReason\":\"end_turn\",\"exit\":0}",
                    seen.toString());
        } finally {
            client.destroyForcibly();
        }
    }

    @Test
    void a_client_that_differs_is_told_where_and_the_exit_code_says_so() throws IOException, InterruptedException {
        String fixture = fixture("cursor/text").toString();
        Program.in(folder)
                .run("play", fixture)
                .exits(1)
                .says("tapedeck: line 2: expected initialize, found nothing");
        Program.in(folder).run("play", fixture, "--speed", "0").exits(2).says("--speed: max, or a number over 0");
        Program.in(folder).run("play", fixture, "--match", "x").exits(2).says("--match: expected /POINTER");
        Program.in(folder).run("play", fixture, "--process", "2").exits(2).says("a process from 1 to 1 expected");
        Program.in(folder).run("play", "nowhere.ndjson").exits(3);
        Program.in(folder)
                .run("play", fixture("codex-exec/text").toString(), "--fault", "lag(after=1,drop=1)")
                .exits(0)
                .says("lag(after=1,drop=1): befalls a host; it does not apply to a provider that is played");
        Program.in(folder)
                .run("play", fixture("codex-exec/text").toString(), "--fault", "exit(frame=2,code=7)")
                .exits(7);
    }
}
