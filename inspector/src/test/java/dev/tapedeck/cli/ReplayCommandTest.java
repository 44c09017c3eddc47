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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ReplayCommandTest {
    private static final String HEADER = """
            {"tape":1,"id":"abcdefghijklm234","provider":"codex","wire":"codex.app-server","origin":"recorded"}
            """;
    private static final String BEGIN = frame(1, "turn/started", "\"turn\":{\"id\":\"u\",\"items\":[]}");
    private static final String SESSION = HEADER
            + BEGIN
            + frame(2, "item/started", "\"turnId\":\"u\",\"item\":"
                    + "{\"type\":\"agentMessage\",\"id\":\"m\",\"text\":\"\"}")
            + frame(3, "item/agentMessage/delta", "\"turnId\":\"u\",\"itemId\":\"m\",\"delta\":\"h\\u00e9llo\"")
            + frame(4, "made/up\\u202e", "\"x\":1")
            + frame(5, "item/agentMessage/delta", "\"turnId\":\"u\",\"itemId\":\"m\",\"delta\":7")
            + frame(6, "turn/completed", "\"turn\":{\"id\":\"u\",\"items\":[],\"status\":\"completed\"}");

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private static String frame(int seq, String method, String params) {
        String frame = "{\"method\":\"%s\",\"params\":{\"threadId\":\"t\",%s}}".formatted(method, params);
        return "{\"seq\":%d,\"t\":%d,\"dir\":\"out\",\"frame\":%s}\n".formatted(seq, seq, frame);
    }

    private int run(String... arguments) {
        CommandLine commandLine = Tapedeck.commandLine();
        commandLine.setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        return commandLine.execute(arguments);
    }

    private String file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content).toString();
    }

    private JsonNode json() throws IOException {
        return Json.read(out.toString().getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void a_session_is_told_by_disposition_and_kind_with_samples_of_what_is_unmapped() throws IOException {
        assertEquals(0, run("replay", file("a.ndjson", SESSION)));
        String text = out.toString();
        assertTrue(text.contains("6 frames, 4 mapped, 0 duplicate, 0 dropped, 1 unmapped, 1 faulted"), text);
        assertTrue(text.contains("unmapped out made/up\\u202e, 1 frames"), text);
        assertFalse(text.contains("\u202e"), "a hidden character is shown as an escape");
        assertTrue(text.contains("warning: frame fault: frame 5"), text);
        assertTrue(text.contains("resync:"), text);
        assertTrue(text.contains("1 turns (1 idle), 1 items (1 failed)"), text);
        assertTrue(text.contains("missing end"), text);
        assertTrue(text.contains("1 session, 6 frames"), text);
    }

    @Test
    void where_prints_the_frames_that_a_filter_takes_and_restates_it() throws IOException {
        assertEquals(0, run("replay", "--where", "is:problem OR type:turn.completed", file("a.ndjson", SESSION)));
        List<String> lines = out.toString().lines().toList();
        assertEquals(List.of("4", "5", "6"), lines.stream().limit(3).map(line -> line.strip().split(" ")[0]).toList());
        assertTrue(lines.get(0).contains("made/up\\u202e"), lines.get(0));
        assertTrue(lines.get(2).contains("turn.completed"), lines.get(2));
        assertEquals("Problem or event turn.completed: 3 of 6 frames", lines.get(3));
    }

    @Test
    void where_with_events_prints_their_events_and_with_json_counts_them() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", "--events", "canonical", "--where", "evt.state:completed", file));
        assertEquals(2, out.toString().lines().count(), "an item and the turn end with it: " + out);
        assertTrue(out.toString().lines().allMatch(line -> line.contains("\"providerTurnId\":\"u\"")));
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--json", "--where", "turn:1", file, file("b.ndjson", SESSION)));
        assertEquals("Turn 1", json().path("where").path("words").asText());
        assertEquals(2 * 4, json().path("where").path("hits").asInt(), out.toString());
    }

    @Test
    void where_without_hits_names_the_term_that_removes_most_and_the_filter_without_it() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", "--where", "zebra is:problem", file, file("b.ndjson", SESSION)));
        List<String> lines = out.toString().lines().toList();
        assertEquals("With “zebra”, problem: 0 of 12 frames", lines.get(2), out.toString());
        assertEquals("“zebra” removes most: without it 4 frames pass. Try --where 'is:problem'", lines.get(3));
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--json", "--where", "zebra is:problem", file));
        assertEquals("zebra", json().path("where").path("removesMost").path("term").asText(), out.toString());
        assertEquals(2, json().path("where").path("removesMost").path("hitsWithout").asInt());
    }

    @Test
    void a_wrong_filter_is_underlined() throws IOException {
        assertEquals(2, run("replay", "--where", "dir:in type:item.x", file("a.ndjson", SESSION)));
        assertTrue(err.toString().contains("--where: column 13: expected a canonical event"), err.toString());
        assertTrue(err.toString().contains("  dir:in type:item.x\n              ^^^^^^"), err.toString());
        assertEquals(2, run("replay", "--maps", "--where", "dir:in", file("a.ndjson", SESSION)));
    }

    @Test
    void json_is_one_object_whose_dispositions_sum_up() throws IOException {
        assertEquals(0, run("replay", "--json", file("a.ndjson", SESSION), file("b.ndjson", SESSION)));
        JsonNode told = json();
        assertEquals(2, told.path("sessions").asInt());
        assertEquals(12, told.path("frames").asInt());
        int sum = 0;
        for (String word : List.of("mapped", "duplicate", "dropped", "unmapped", "faulted", "undelivered")) {
            assertTrue(told.path(word).isIntegralNumber(), word);
            sum += told.path(word).asInt();
        }
        assertEquals(12, sum);
        assertEquals("made/up\u202e", told.at("/unmappedKinds/0/kind").asText());
        assertEquals(1, told.path("unmappedKinds").size(), "both files are of one version");
        assertEquals(2, told.path("warnings").size());
    }

    @Test
    void what_has_no_rule_is_counted_by_wire_version_and_kind_with_its_first_and_last_frame() throws IOException {
        assertEquals(0, run("replay", "--json", file("a.ndjson", SESSION), file("b.ndjson", SESSION)));
        JsonNode kind = json().at("/unmappedKinds/0");
        assertEquals("codex.app-server", kind.path("wire").asText());
        assertEquals(2, kind.path("sessions").asInt());
        assertEquals(kind.path("frames").asInt(), kind.at("/shapes/0/frames").asInt());
        assertTrue(kind.at("/first/file").asText().endsWith("a.ndjson"), kind.toString());
        assertTrue(kind.at("/last/at").asText().compareTo(kind.at("/first/at").asText()) >= 0, kind.toString());
        assertTrue(kind.at("/shapes/0/samples").size() <= 3, kind.toString());
        assertFalse(kind.at("/shapes/0/samples/0/text").asText().isEmpty());
    }

    @Test
    void unmapped_kinds_fail_a_replay_that_must_not_have_any() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", file));
        assertTrue(out.toString().contains("made/up"), out.toString());
        assertFalse(out.toString().contains("\u202e"), "what steers a terminal is escaped");
        assertEquals(1, run("replay", "--fail-on-unmapped", file));
        assertEquals(0, run("replay", "--fail-on-unmapped", "../fixtures/codex/text"));
    }

    @Test
    void S15_nothing_recorded_steers_a_terminal() throws IOException {
        String tricky = "\\u202e\\u001b[2J\\u200b\\u2066\\ud800";
        String file = file("a.ndjson", SESSION.replace("made/up", "made/" + tricky + "up"));
        for (List<String> command : List.of(
                List.of("replay"), List.of("replay", "--json"), List.of("replay", "--events"),
                List.of("replay", "--maps"), List.of("verify"), List.of("verify", "--json"))) {
            List<String> arguments = new ArrayList<>(command);
            arguments.add(file);
            run(arguments.toArray(String[]::new));
            String printed = out.toString();
            assertFalse(printed.isBlank(), command.toString());
            printed.codePoints().filter(c -> c != '\n' && c != '\t').forEach(c -> {
                int type = Character.getType(c);
                assertFalse(
                        type == Character.CONTROL || type == Character.FORMAT || type == Character.SURROGATE,
                        command + " prints U+" + Integer.toHexString(c));
            });
        }
    }

    @Test
    void events_are_printed_alone_one_a_line() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", "--events", "runtime", file));
        List<String> lines = out.toString().lines().toList();
        assertEquals("TurnUpdated", Json.read(lines.getFirst().getBytes(StandardCharsets.UTF_8)).path("type").asText());
        assertTrue(lines.stream().anyMatch(line -> line.contains("\"append\":\"héllo\"")), out.toString());
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--events", "canonical", file));
        for (String line : out.toString().lines().toList()) {
            assertTrue(Json.read(line.getBytes(StandardCharsets.UTF_8)).has("type"), line);
        }
        assertTrue(out.toString().contains("\"type\":\"runtime.warning\""), out.toString());
    }

    @Test
    void maps_show_the_state_at_any_line_and_the_batch_size_changes_nothing() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", "--maps", "--until", "3", file));
        assertEquals("working", json().at("/turns/0/phase").asText());
        assertEquals("héllo", json().at("/items/0/text").asText());
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--maps", file));
        String whole = out.toString();
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--maps", "--batch", "1", file));
        assertEquals(whole, out.toString());
        assertEquals("idle", json().at("/turns/0/phase").asText());
    }

    @Test
    void maps_have_the_ids_of_the_events_also_in_a_later_epoch() throws IOException {
        String request = "{\"id\":0,\"method\":\"item/commandExecution/requestApproval\","
                + "\"params\":{\"threadId\":\"t\",\"turnId\":\"u\",\"itemId\":\"m\"}}";
        String file = file("a.ndjson", SESSION
                + "{\"seq\":7,\"t\":7,\"dir\":\"host\",\"act\":\"spawn\",\"pid\":2}\n"
                + BEGIN.replace("\"seq\":1,\"t\":1", "\"seq\":8,\"t\":8")
                + "{\"seq\":9,\"t\":9,\"dir\":\"out\",\"frame\":" + request + "}\n");
        assertEquals(0, run("replay", "--events", "runtime", file), err.toString());
        String last = out.toString().lines()
                .filter(line -> line.contains("\"type\":\"RequestUpdated\""))
                .reduce((one, other) -> other)
                .orElseThrow();
        JsonNode event = Json.read(last.getBytes(StandardCharsets.UTF_8));
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--maps", file));
        JsonNode held = json().at("/requests/0");
        for (String id : List.of("request", "thread", "turn", "item")) {
            assertEquals(event.path(id + "Id"), held.path(id), last);
        }
    }

    @Test
    void a_folder_is_every_recording_in_it_and_one_that_cannot_be_read_does_not_hide_the_others() throws IOException {
        file("a.ndjson", SESSION);
        file("b.ndjson", HEADER.replace("codex.app-server", "unheard-of") + BEGIN);
        file("notes.txt", "no recording");
        assertEquals(3, run("replay", folder.toString()));
        assertTrue(out.toString().contains("1 session, 6 frames"), out.toString());
        assertTrue(err.toString().contains("expected a wire with a rule book, found unheard-of"), err.toString());
    }

    @Test
    void raw_output_of_a_provider_is_replayed_and_its_wire_can_be_forced() throws IOException {
        String raw = SESSION.lines().skip(1)
                .map(line -> line.substring(line.indexOf("\"frame\":") + 8, line.length() - 1))
                .reduce("", (all, line) -> all + line + "\n");
        assertEquals(0, run("replay", "--json", file("raw.ndjson", raw)));
        assertEquals(6, json().path("frames").asInt());
        out.getBuffer().setLength(0);
        String unknown = file("unknown.ndjson", "{\"hello\":1}\n");
        assertEquals(3, run("replay", unknown));
        assertTrue(err.toString().contains("--wire"), err.toString());
        assertEquals(0, run("replay", "--wire", "codex.app-server", unknown));
    }

    @Test
    void where_a_provider_keeps_its_sessions_in_its_own_way_the_way_to_a_readable_file_is_told() throws IOException {
        Path home = Files.createDirectories(folder.resolve("opencode"));
        Path database = Files.writeString(home.resolve("opencode.db"), "SQLite format 3\0\u0010");
        for (Path place : List.of(database, home)) {
            for (String command : List.of("import", "replay", "inspect")) {
                err.getBuffer().setLength(0);
                assertEquals(3, run(command, place.toString()), command + " " + place);
                assertTrue(err.toString().contains("opencode export SESSION"), err.toString());
            }
        }
        err.getBuffer().setLength(0);
        assertEquals(3, run("import", file("notes.db", "no database, and nobody's")));
        assertFalse(err.toString().contains("opencode export"), err.toString());
    }

    @Test
    void a_session_that_a_provider_keeps_in_several_files_is_replayed_and_imported_by_its_own() throws IOException {
        Path storage = folder.resolve("storage");
        Path session = kept(storage);
        assertEquals(0, run("replay", "--json", session.toString()), err::toString);
        assertEquals("opencode.export", json().at("/files/0/wire").asText(), out::toString);
        assertEquals("0.15.8", json().at("/files/0/version").asText());
        assertEquals(3, json().path("frames").asInt());
        assertEquals(3, json().path("mapped").asInt());

        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--maps", session.toString()), err::toString);
        assertTrue(out.toString().contains("List the files.") && out.toString().contains("notes.txt"), out::toString);
        assertEquals("idle", json().at("/turns/0/phase").asText(), out::toString);

        String recording = folder.resolve("kept.ndjson").toString();
        assertEquals(0, run("import", "-o", recording, session.toString()), err::toString);
        out.getBuffer().setLength(0);
        assertEquals(0, run("replay", "--json", recording));
        assertEquals(3, json().path("mapped").asInt());
    }

    @Test
    void a_folder_of_such_sessions_is_all_of_them_and_a_piece_of_one_is_told_from_it() throws IOException {
        Path storage = folder.resolve("storage");
        Path session = kept(storage);
        Files.writeString(session.resolveSibling("ses_2.json"), session(2));
        assertEquals(0, run("replay", "--json", storage.toString()), err::toString);
        assertEquals(2, json().path("sessions").asInt());
        Path part = storage.resolve("part/msg_1/prt_1.json");
        assertEquals(3, run("import", part.toString()));
        assertTrue(err.toString().contains("storage/session/PROJECT/SESSION.json"), err::toString);

        err.getBuffer().setLength(0);
        Files.writeString(part, "{\"type\":");
        assertEquals(3, run("replay", storage.toString()));
        assertTrue(err.toString().contains(part + ", line 1") || err.toString().contains(part + ": "), err::toString);
        assertTrue(out.toString().contains("1 session"), "the other session is read: " + out);
    }

    private static Path kept(Path storage) throws IOException {
        write(storage.resolve("message/ses_1/msg_1.json"),
                """
                {"id":"msg_1","sessionID":"ses_1","role":"user","time":{"created":1}}""");
        write(storage.resolve("part/msg_1/prt_1.json"),
                """
                {"id":"prt_1","messageID":"msg_1","sessionID":"ses_1","type":"text","text":"List the files."}""");
        write(storage.resolve("message/ses_1/msg_2.json"),
                """
                {"id":"msg_2","sessionID":"ses_1","role":"assistant","time":{"created":2,"completed":9},"cost":0}""");
        write(storage.resolve("part/msg_2/prt_2.json"),
                """
                {"id":"prt_2","type":"tool","callID":"call_1","tool":"bash",
                "state":{"status":"completed","input":{"command":"ls"},"output":"notes.txt","title":"ls"}}""");
        write(storage.resolve("part/msg_2/prt_3.json"),
                """
                {"id":"prt_3","type":"step-finish","reason":"stop"}""");
        return write(storage.resolve("session/global/ses_1.json"), session(1));
    }

    private static String session(int number) {
        return """
                {"id":"ses_%d","version":"0.15.8","projectID":"global","directory":"/w","title":"T",
                "time":{"created":1,"updated":2}}""".formatted(number);
    }

    private static Path write(Path file, String content) throws IOException {
        Files.createDirectories(file.getParent());
        return Files.writeString(file, content);
    }

    @Test
    void damage_is_skipped_and_told_unless_it_should_stop() throws IOException {
        String damaged = file("d.ndjson", SESSION.replace("{\"seq\":3", "{seq:3"));
        assertEquals(0, run("replay", damaged));
        assertTrue(out.toString().contains("damaged line at line 4"), out.toString());
        assertEquals(3, run("replay", "--strict", damaged));
        assertTrue(err.toString().contains("line 4 (byte "), err.toString());
    }

    @Test
    void a_wrong_command_line_says_what_was_expected() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(2, run("replay"));
        assertEquals(2, run("replay", "--batch", "0", file));
        assertEquals(2, run("replay", "--batch", "1025", file));
        assertEquals(2, run("replay", "--until", "0", file));
        assertEquals(2, run("replay", "--maps", "--json", file));
        assertEquals(2, run("replay", "--wire", "NO WIRE", file));
        assertEquals(3, run("replay", folder.resolve("none.ndjson").toString()));
        assertTrue(err.toString().contains("none.ndjson: an existing file or folder expected"), err.toString());
    }

    @Test
    void C43_an_empty_file_is_a_recording_of_no_frames() throws IOException {
        assertEquals(0, run("replay", "--json", file("empty.ndjson", "")));
        assertEquals(0, json().path("frames").asInt());
        assertEquals(1, json().path("sessions").asInt());
    }

    @Test
    void a_fault_strikes_and_the_report_says_what_may_differ_from_the_clean_run() throws IOException {
        assertEquals(0, run("replay", "--fault", "lag(after=3,drop=2)", file("a.ndjson", SESSION)));
        String text = out.toString();
        assertTrue(text.contains("host at 6: lag: 2 frames lost before the subscriber took them"), text);
        assertTrue(text.contains("differs from the clean run in text that no later snapshot closes"), text);
    }

    @Test
    void frames_of_a_run_with_copies_are_called_by_their_numbers_in_the_recording() throws IOException {
        String file = file("a.ndjson", SESSION);
        assertEquals(0, run("replay", "--fault", "repeated(frame=2,later=1)", file));
        assertTrue(out.toString().contains("host at 6: warning: frame fault: frame 5 (item/agentMessage/delta)"),
                out.toString());
        assertFalse(out.toString().matches("(?s).*\\b[1-6]000\\b.*"), out.toString());
        out.getBuffer().setLength(0);
        run("replay", "--json", "--fault", "repeated(frame=2,later=1)", file);
        assertEquals(6, json().at("/warnings/0/seq").asInt(), out.toString());
    }

    @Test
    void a_stored_plan_does_what_its_faults_do_on_the_command_line() throws IOException {
        String plan = file("plan.json", """
                {"plan":1,"schedule":{"every":1024},"faults":[{"fault":"killed","frame":2,"signal":"SIGKILL"}]}""");
        assertEquals(0, run("replay", "--plan", plan, file("a.ndjson", SESSION)));
        assertTrue(out.toString().contains("closed (process exit): signal SIGKILL; retry offered"), out.toString());
    }

    @Test
    void a_fault_that_is_none_is_refused_with_those_that_there_are() throws IOException {
        assertEquals(2, run("replay", "--fault", "lag(after=3)", file("a.ndjson", SESSION)));
        assertTrue(err.toString().contains("--fault: expected lag(after,drop), found lag(after=3)"), err.toString());
        assertEquals(0, run("replay", "--fault", "help", "any"));
        assertTrue(out.toString().contains("killed(frame,signal)"), out.toString());
    }
}
