package dev.tapedeck.provider;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.frame.Transport;
import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class ManifestsTest {
    @Test
    void every_bundled_manifest_is_valid_and_names_a_wire_once() {
        assertTrue(Manifests.all().size() > 0);
        for (Manifest manifest : Manifests.all()) {
            var wires = manifest.wires().stream().map(Manifest.WireSpec::wire).toList();
            assertEquals(wires.stream().distinct().toList(), wires, manifest.provider());
        }
    }

    @Test
    void the_programs_that_may_serve_are_those_of_the_manifests() {
        for (Manifest manifest : Manifests.all()) {
            for (Manifest.WireSpec wire : manifest.wires()) {
                for (CommandShape command : wire.commands()) {
                    assertTrue(wire.transport() != Transport.HTTP_SSE
                            || Manifests.mayServe(List.of("npx", "/usr/bin/" + command.program(), "serve")));
                }
            }
        }
        assertFalse(Manifests.mayServe(List.of("codex", "app-server")));
    }

    @Test
    void a_wire_over_http_needs_a_server_and_a_server_such_a_wire() throws IOException {
        ObjectNode without = manifest("opencode.json");
        without.remove("server");
        assertTrue(refusal(without).contains("/server: expected an object, since a wire travels by http-sse"));
        ObjectNode codex = codex();
        codex.putObject("server");
        assertTrue(refusal(codex).contains("/server: expected none"), refusal(codex));
    }

    @Test
    void a_server_names_its_port_and_streams_of_its_own_wires() throws IOException {
        ObjectNode manifest = manifest("opencode.json");
        ((ObjectNode) manifest.at("/server/streams/1")).put("wire", "acp9");
        assertTrue(refusal(manifest).contains("/server/streams/1/wire: expected one of ["), refusal(manifest));
        manifest = manifest("opencode.json");
        ((ObjectNode) manifest.at("/server")).putArray("arguments").add("--port");
        assertTrue(refusal(manifest).contains("/server/arguments: expected options"), refusal(manifest));
        manifest = manifest("opencode.json");
        ((ObjectNode) manifest.at("/server")).put("port", 70_000);
        assertTrue(refusal(manifest).contains("/server/port: expected a port"), refusal(manifest));
    }

    @Test
    void a_store_is_a_file_or_a_folder() throws IOException {
        ObjectNode manifest = manifest("opencode.json");
        ((ObjectNode) manifest.at("/stores/0")).putArray("holds").add("a");
        assertTrue(refusal(manifest).contains("/stores/0: expected either path or holds"), refusal(manifest));
    }

    @Test
    void an_unknown_transport_is_refused_with_the_known_ones() throws IOException {
        ObjectNode manifest = codex();
        ((ObjectNode) manifest.at("/wires/0")).put("transport", "carrier-pigeon");
        assertEquals(
                "manifest test.json at /wires/0/transport: expected one of stdio-jsonrpc, http-sse, found"
                        + " carrier-pigeon",
                refusal(manifest));
    }

    @Test
    void a_misspelt_member_is_refused_with_its_place() throws IOException {
        ObjectNode manifest = codex();
        ((ObjectNode) manifest.at("/wires/0/frames/0")).put("matches", "x");
        assertEquals(
                "manifest test.json at /wires/0/frames/0/matches: expected one of [absent, dir, match, present], found"
                        + " this name",
                refusal(manifest));
    }

    @Test
    void a_shape_that_fits_every_frame_is_refused() throws IOException {
        ObjectNode manifest = codex();
        ((ObjectNode) manifest.at("/wires/0/frames/0")).remove(List.of("match", "present"));
        assertTrue(refusal(manifest).contains("/wires/0/frames/0: expected a condition"), refusal(manifest));
    }

    @Test
    void a_version_pattern_needs_a_group() throws IOException {
        ObjectNode manifest = codex();
        ((ObjectNode) manifest.at(JsonPointer.compile("/versionCommand"))).put("pattern", "codex");
        assertTrue(refusal(manifest).contains("whose group 1 is the version"), refusal(manifest));
    }

    @Test
    void a_broken_expression_is_refused() throws IOException {
        ObjectNode manifest = codex();
        ((ObjectNode) manifest.at(JsonPointer.compile("/versionCommand"))).put("pattern", "(");
        assertTrue(refusal(manifest).contains("at /versionCommand/pattern: expected a regular expression"));
    }

    private static ObjectNode codex() throws IOException {
        return manifest("codex.json");
    }

    private static ObjectNode manifest(String name) throws IOException {
        try (InputStream in = Manifests.class.getResourceAsStream(name)) {
            return (ObjectNode) Json.read(in.readAllBytes());
        }
    }

    private static String refusal(ObjectNode manifest) {
        return assertThrows(
                        ManifestException.class, () -> ManifestReader.read("test.json", Json.writeBytes(manifest)))
                .getMessage();
    }
}
