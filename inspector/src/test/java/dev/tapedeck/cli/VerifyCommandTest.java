package dev.tapedeck.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
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

class VerifyCommandTest {
    private static final String TORN = """
            {"tape":1,"id":"abcdefghijklm234","provider":"codex","wire":"codex.app-server","origin":"recorded"}
            {"seq":1,"t":1500000,"dir":"out","frame":{"method":"turn/started"}}
            {"seq":2,"t":1600000,"dir":"out","fra""";
    private static final String WHOLE = """
            {"tape":1,"id":"abcdefghijklm234","provider":"co\\u202edex","wire":"codex.app-server","origin":"recorded"}
            {"end":{"exit":0,"signal":null,"reason":"exited","frames":0,"sha256":"\
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        CommandLine commandLine = Tapedeck.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    @Test
    void a_whole_recording_is_fine_and_hidden_characters_are_shown() throws IOException {
        assertEquals(0, run("verify", file("a.ndjson", WHOLE)));
        assertTrue(out.toString().contains("a.ndjson: whole"), out.toString());
        assertTrue(out.toString().contains("co\\u202edex"), out.toString());
        assertFalse(out.toString().contains("\u202e"));
    }

    @Test
    void a_torn_recording_says_where_and_repair_cuts_only_the_tail() throws IOException {
        String path = file("torn.ndjson", TORN);
        assertEquals(1, run("verify", path));
        assertTrue(out.toString().contains("torn.ndjson: truncated"), out.toString());
        assertTrue(out.toString().contains("1 frames, 1 lines, 1.500 s"), out.toString());
        assertTrue(out.toString().contains("torn last line at line 3 (byte 168)"), out.toString());
        assertEquals(1, run("verify", "--repair", path));
        assertTrue(out.toString().contains("repaired: 37 bytes of a torn tail cut off at byte 168"), out.toString());
        assertEquals(TORN.substring(0, TORN.lastIndexOf('\n') + 1), Files.readString(Path.of(path)));
    }

    @Test
    void a_file_that_cannot_be_read_does_not_hide_the_others() throws IOException {
        String utf16 = folder.resolve("utf16.ndjson").toString();
        Files.write(Path.of(utf16), WHOLE.getBytes(StandardCharsets.UTF_16));
        assertEquals(3, run("verify", folder.resolve("none.ndjson").toString(), utf16, file("a.ndjson", WHOLE)));
        assertTrue(err.toString().contains("none.ndjson"), err.toString());
        assertTrue(err.toString().contains("UTF-8 expected, found UTF-16BE"), err.toString());
        assertTrue(out.toString().contains("a.ndjson: whole"), out.toString());
    }

    @Test
    void what_is_no_file_is_named() throws IOException {
        assertEquals(3, run("verify", folder.toString()));
        assertEquals("tapedeck: " + folder + ": a file expected, found a folder\n", err.toString());
    }

    @Test
    void json_is_one_object_with_every_file() throws IOException {
        String damaged = file("d.ndjson", TORN.replace("{\"seq\":1", "{seq:1") + "\n");
        assertEquals(1, run("verify", "--json", file("a.ndjson", WHOLE), damaged));
        JsonNode told = Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
        assertEquals("whole", told.at("/files/0/state").asText());
        assertEquals(0, told.at("/files/0/end/exit").asInt());
        assertEquals("damaged", told.at("/files/1/state").asText());
        assertEquals("line", told.at("/files/1/damages/0/kind").asText());
        assertEquals(2, told.at("/files/1/damages/0/line").asInt());
        assertEquals(100, told.at("/files/1/damages/0/offset").asInt());
    }

    @Test
    void a_wire_name_that_is_none_is_a_usage_error() throws IOException {
        assertEquals(2, run("verify", "--wire", "No Wire", file("a.ndjson", WHOLE)));
        assertEquals(2, run("verify"));
    }
}
