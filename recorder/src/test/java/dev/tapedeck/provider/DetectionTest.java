package dev.tapedeck.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.api.Test;

class DetectionTest {
    private static final Optional<String> APP_SERVER = Optional.of("codex.app-server");

    private final Detection detection = new Detection(Manifests.all());

    @ParameterizedTest
    @CsvSource({
        "codex app-server, codex.app-server",
        "/opt/bin/codex -c model=x app-server --listen stdio, codex.app-server",
        "env A=1 codex.exe app-server, codex.app-server",
        "npx @openai/codex app-server, codex.app-server",
        "node /x/bin/codex.js app-server, codex.app-server",
        "codex exec --skip-git-repo-check --json hello, codex.exec",
        "codex exec hello, none",
        "claude -p --output-format stream-json --verbose, claude.stream-json",
        "npx @anthropic-ai/claude-code -p, none",
        "node /x/cli/claude.js --verbose --output-format=stream-json, claude.stream-json",
        "claude -p hello, none",
        "app-server codex, none",
        "codex-wrapper app-server, none"
    })
    void a_command_tells_the_wire(String command, String wire) {
        detection.command(List.of(command.split(" ")));
        assertEquals(wire, wire().orElse("none"));
    }

    @Test
    void the_initialize_answer_tells_wire_and_version() throws IOException {
        out("""
            {"id":1,"result":{"userAgent":"my_editor/0.171.0 (Debian 12.0.0; x86_64) dumb (my_editor; 0.1.0)",\
            "codexHome":"/home/user/.codex","platformFamily":"unix","platformOs":"linux"}}""");
        assertEquals(APP_SERVER, wire());
        assertEquals(Optional.of("0.171.0"), detection.version());
        assertEquals("codex", detection.manifest().orElseThrow().provider());
    }

    @Test
    void the_clients_initialize_tells_the_wire_and_acp_is_not_taken_for_it() throws IOException {
        detection.frame(Direction.IN, Json.read("""
            {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":1,"clientInfo":{"name":"x"}}}"""
                .getBytes(StandardCharsets.UTF_8)));
        assertEquals(Optional.empty(), wire());
        detection.frame(Direction.IN, Json.read("""
            {"id":0,"method":"initialize","params":{"clientInfo":{"name":"x","version":"1"}}}"""
                .getBytes(StandardCharsets.UTF_8)));
        assertEquals(APP_SERVER, wire());
    }

    @Test
    void a_stream_that_starts_in_the_middle_is_recognised_by_a_notification() throws IOException {
        out("{\"method\":\"turn/started\",\"params\":{\"threadId\":\"t\",\"turn\":{\"id\":\"u\"}}}");
        assertEquals(APP_SERVER, wire());
        assertEquals(Optional.empty(), detection.version());
    }

    @Test
    void the_start_of_a_session_tells_the_stream_json_wire_and_its_version() throws IOException {
        out("""
            {"type":"system","subtype":"init","cwd":"/w","session_id":"s","tools":[],"model":"m",\
            "claude_code_version":"2.1.332","uuid":"u"}""");
        assertEquals(Optional.of("claude.stream-json"), wire());
        assertEquals(Optional.of("2.1.332"), detection.version());
        assertEquals("claude", detection.manifest().orElseThrow().provider());
    }

    @Test
    void the_answer_to_initialize_tells_the_version_before_any_session_begins() throws IOException {
        detection.frame(Direction.IN, Json.read(
                "{\"type\":\"control_request\",\"request_id\":\"r\",\"request\":{\"subtype\":\"initialize\"}}".getBytes()));
        assertEquals(Optional.of("claude.stream-json"), wire());
        assertEquals(Optional.empty(), detection.version());
        out("""
            {"type":"control_response","response":{"subtype":"success","request_id":"r",\
            "response":{"claude_code_version":"2.1.332"}}}""");
        assertEquals(Optional.of("2.1.332"), detection.version());
    }

    @Test
    void a_line_of_a_transcript_is_not_taken_for_a_stream() throws IOException {
        out("{\"type\":\"assistant\",\"sessionId\":\"s\",\"uuid\":\"u\",\"message\":{\"role\":\"assistant\"}}");
        assertEquals(Optional.empty(), wire());
    }

    @Test
    void a_frame_outranks_the_command_and_a_named_wire_outranks_both() throws IOException {
        detection.command(List.of("codex", "app-server"));
        out("{\"type\":\"thread.started\",\"thread_id\":\"t\"}");
        assertEquals(Optional.of("codex.exec"), wire());

        Detection named = new Detection(Manifests.all()).named(new Wire("codex.app-server"));
        named.frame(Direction.OUT, Json.read("{\"type\":\"thread.started\",\"thread_id\":\"t\"}".getBytes()));
        assertEquals(new Wire("codex.app-server"), named.wire().orElseThrow().wire());
    }

    private void out(String frame) throws IOException {
        detection.frame(Direction.OUT, Json.read(frame.getBytes(StandardCharsets.UTF_8)));
    }

    private Optional<String> wire() {
        return detection.wire().map(spec -> spec.wire().name());
    }
}
