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
        "codex-wrapper app-server, none",
        "opencode acp --cwd /w, acp",
        "npx @google/gemini-cli/gemini --acp, acp",
        "cursor-agent acp, acp",
        "codex-acp -c model=x, acp"
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
        assertEquals(Optional.of("acp"), wire());
        Detection other = new Detection(Manifests.all());
        other.frame(Direction.IN, Json.read("""
            {"id":0,"method":"initialize","params":{"clientInfo":{"name":"x","version":"1"}}}"""
                .getBytes(StandardCharsets.UTF_8)));
        assertEquals(APP_SERVER, other.wire().map(spec -> spec.wire().name()));
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
                ("{\"type\":\"control_request\",\"request_id\":\"r\","
                        + "\"request\":{\"subtype\":\"initialize\"}}").getBytes()));
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
        assertEquals(Optional.of("claude.transcript"), wire());
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

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "opencode | 1.18.33 | 1 | {'protocolVersion':1,'agentInfo':{'name':'OpenCode','version':'1.18.33'}}",
        "gemini | 0.61.0 | 1 | {'protocolVersion':1,'agentInfo':{'name':'gemini-cli','version':'0.61.0'}}",
        "claude | 0.101.0 | 2 | {'protocolVersion':2,'info':{'name':'@agentclientprotocol/claude-agent-acp',"
                + "'version':'0.101.0'}}",
        "codex | 0.16.0 | 1 | {'protocolVersion':1,'agentInfo':{'name':'codex-acp','version':'0.16.0'}}",
        "cursor | none | 1 | {'protocolVersion':1,'authMethods':[{'id':'cursor_login'}]}",
        "acp | 3.0.0 | 1 | {'protocolVersion':1,'agentInfo':{'name':'somebody','version':'3.0.0'}}"
    }, quoteCharacter = '^')
    void an_agents_first_answer_tells_who_speaks_and_which_version_was_agreed(
            String provider, String version, String protocol, String result) throws IOException {
        detection.frame(Direction.IN, Json.read(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":2}}"
                        .getBytes(StandardCharsets.UTF_8)));
        out("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result.replace('\'', '"') + "}");
        assertEquals(Optional.of("acp"), wire());
        assertEquals(provider, detection.manifest().orElseThrow().provider());
        assertEquals(version, detection.version().orElse("none"));
        assertEquals(Optional.of(protocol), detection.protocol());
    }

    @Test
    void a_command_knows_better_who_speaks_than_a_frame_that_any_agent_could_have_sent() throws IOException {
        detection.command(List.of("gemini", "--acp"));
        out("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":1}}");
        assertEquals("gemini", detection.manifest().orElseThrow().provider());
    }

    @Test
    void an_mcp_server_is_no_agent() throws IOException {
        out("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{}}}");
        assertEquals(Optional.empty(), wire());
    }
}
