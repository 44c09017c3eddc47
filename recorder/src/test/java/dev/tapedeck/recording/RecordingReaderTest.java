package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingReaderTest {
    @TempDir
    Path folder;

    private String file = "";
    private List<String> lines = List.of();

    @BeforeEach
    void write_a_good_recording() throws IOException {
        Path path = folder.resolve("good.ndjson");
        try (RecordingWriter writer = RecordingWriter.create(path, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{\"method\":\"one\"}"));
            writer.write(Recordings.out(2, "two"));
            writer.write(Recordings.out(3, "{\"method\":\"thr\u00e9e\"}"));
            writer.end(0, null, "exited");
        }
        file = Files.readString(path);
        lines = file.lines().toList();
    }

    private static List<Damage.Kind> kinds(Recordings.Read read) {
        return read.damages().stream().map(Damage::kind).toList();
    }

    @Test
    void a_damaged_line_stops_a_strict_reader_with_file_line_and_byte() {
        String damaged = file.replace("\"text\":\"two\"", "\"text\":two");
        RecordingException e =
                assertThrows(RecordingException.class, () -> Recordings.read(damaged, Strictness.STRICT));
        assertEquals(3, e.line());
        assertEquals(lines.get(0).length() + lines.get(1).length() + 2, e.offset());
        assertTrue(e.getMessage().startsWith("test.ndjson: damaged line at line 3 (byte " + e.offset() + ")"),
                e.getMessage());
    }

    @Test
    void a_damaged_line_costs_a_tolerant_reader_exactly_that_line() throws IOException {
        Recordings.Read read = Recordings.read(file.replace("\"text\":\"two\"", "\"text\":two"), Strictness.TOLERANT);
        assertEquals(List.of("{\"method\":\"one\"}", "{\"method\":\"thr\u00e9e\"}"), read.payloads());
        assertEquals(List.of(Damage.Kind.LINE), kinds(read));
        assertNotNull(read.ending());
    }

    @Test
    void a_torn_last_line_costs_only_itself() throws IOException {
        byte[] bytes = file.getBytes(StandardCharsets.UTF_8);
        int end = file.indexOf("{\"end\"");
        int third = file.indexOf("{\"seq\":3");
        // Every place of the third line, in the middle of its two-byte character too.
        for (int length = third + 1; length <= end - 1; length++) {
            Recordings.Read read = Recordings.read(java.util.Arrays.copyOf(bytes, length), Strictness.STRICT);
            boolean complete = length >= end;
            assertEquals(complete ? 3 : 2, read.frames().size(), "cut at " + length);
            assertEquals(List.of(Damage.Kind.TORN, Damage.Kind.NO_END), kinds(read), "cut at " + length);
            assertEquals(4, read.damages().getFirst().line());
            assertEquals(third, read.damages().getFirst().offset());
        }
    }

    @Test
    void a_missing_end_means_truncated_but_readable() throws IOException {
        Recordings.Read read = Recordings.read(file.substring(0, file.indexOf("{\"end\"")), Strictness.STRICT);
        assertEquals(3, read.frames().size());
        assertNull(read.ending());
        assertEquals(List.of(Damage.Kind.NO_END), kinds(read));
    }

    @Test
    void a_changed_byte_shows_in_the_hash() throws IOException {
        String changed = file.replace("\"two\"", "\"tow\"");
        assertThrows(RecordingException.class, () -> Recordings.read(changed, Strictness.STRICT));
        Recordings.Read read = Recordings.read(changed, Strictness.TOLERANT);
        assertEquals(List.of(Damage.Kind.CHECKSUM), kinds(read));
        assertEquals(3, read.frames().size());
    }

    @Test
    void a_lost_line_shows_in_the_sequence() throws IOException {
        String without = lines.get(0) + "\n" + lines.get(1) + "\n" + lines.get(3) + "\n" + lines.get(4) + "\n";
        Recordings.Read read = Recordings.read(without, Strictness.TOLERANT);
        assertEquals(List.of(Damage.Kind.SEQUENCE), kinds(read));
        assertEquals("seq 2", read.damages().getFirst().expected());
        assertEquals("seq 3", read.damages().getFirst().found());
    }

    @Test
    void a_wrong_frame_count_shows() throws IOException {
        Recordings.Read read = Recordings.read(file.replace("\"frames\":3", "\"frames\":7"), Strictness.TOLERANT);
        assertEquals(List.of(Damage.Kind.COUNT), kinds(read));
    }

    @Test
    void lines_behind_the_end_show_and_are_read() throws IOException {
        String more = file + lines.get(1).replace("\"seq\":1", "\"seq\":4") + "\n";
        Recordings.Read read = Recordings.read(more, Strictness.TOLERANT);
        assertEquals(List.of(Damage.Kind.AFTER_END), kinds(read));
        assertEquals(4, read.frames().size());
    }

    @Test
    void C09_zero_bytes_after_a_complete_record_do_not_cost_it() throws IOException {
        String padded = file.replace("\"text\":\"two\"}\n", "\"text\":\"two\"}" + "\0".repeat(5000) + "\n")
                + "\0".repeat(4096);
        Recordings.Read read = Recordings.read(padded, Strictness.STRICT);
        assertEquals(3, read.frames().size());
        assertEquals(List.of(Damage.Kind.PADDING, Damage.Kind.PADDING), kinds(read));
        assertEquals(3, read.damages().getFirst().line());
    }

    @Test
    void C09_a_run_of_zero_bytes_costs_the_line_it_covers() throws IOException {
        String covered = file.replace(lines.get(2), "\0".repeat(lines.get(2).length()));
        assertThrows(RecordingException.class, () -> Recordings.read(covered, Strictness.STRICT));
        Recordings.Read read = Recordings.read(covered, Strictness.TOLERANT);
        assertEquals(2, read.frames().size());
        assertEquals(List.of(Damage.Kind.LINE), kinds(read));
        assertEquals(3, read.damages().getFirst().line());
    }

    @Test
    void C09_a_raw_file_with_zero_bytes_loses_one_line_and_says_which() throws IOException {
        Path input = Shared.path("cases/inputs/C09-recording-nul-block.ndjson");
        RecordingException e =
                assertThrows(RecordingException.class, () -> Recordings.read(input, Strictness.STRICT));
        assertEquals(3, e.line());
        Recordings.Read read = Recordings.read(input, Strictness.TOLERANT);
        assertEquals(5, read.frames().size());
        assertTrue(read.frames().stream().allMatch(frame -> frame.payload() instanceof Payload.Json));
        assertEquals(List.of(Damage.Kind.LINE, Damage.Kind.PADDING), kinds(read));
        assertEquals("codex.app-server", read.header().wire().name());
    }

    @Test
    void C11_a_byte_order_mark_and_carriage_returns_change_nothing() throws IOException {
        Recordings.Read clean = Recordings.read(file, Strictness.STRICT);
        Recordings.Read shell = Recordings.read("\ufeff" + file.replace("\n", "\r\n"), Strictness.STRICT);
        assertEquals(clean, shell);
        Recordings.Read raw =
                Recordings.read(Shared.path("cases/inputs/C11-recording-bom-crlf.ndjson"), Strictness.STRICT);
        assertEquals(3, raw.frames().size());
        assertTrue(raw.frames().stream()
                .allMatch(frame -> frame.payload() instanceof Payload.Json && frame.lineEnd() == LineEnd.CRLF));
    }

    @Test
    void C11_utf16_is_refused_by_name() {
        for (var encoding : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            for (String mark : List.of("", "\ufeff")) {
                RecordingException e = assertThrows(
                        RecordingException.class,
                        () -> Recordings.read((mark + file).getBytes(encoding), Strictness.TOLERANT));
                assertTrue(e.getMessage().contains(encoding.name()), e.getMessage());
            }
        }
        Path input = Shared.path("cases/inputs/C11-recording-utf16le.ndjson");
        RecordingException e =
                assertThrows(RecordingException.class, () -> Recordings.read(input, Strictness.TOLERANT));
        assertTrue(e.getMessage().contains("UTF-16LE"), e.getMessage());
    }

    @Test
    void C12_an_unterminated_fragment_is_kept_raw_and_flagged() throws IOException {
        Path input = Shared.path("cases/inputs/C12-codex-exit-midline.ndjson");
        List<Frame> frames = Recordings.read(input, Strictness.STRICT).frames();
        assertEquals(4, frames.size());
        Frame fragment = frames.getLast();
        assertEquals(LineEnd.NONE, fragment.lineEnd());
        assertInstanceOf(Payload.Binary.class, fragment.payload());
        Path copy = folder.resolve("c12.ndjson");
        try (RecordingWriter writer = RecordingWriter.create(copy, Recordings.HEADER)) {
            for (Frame frame : frames) {
                writer.write(frame);
            }
            writer.end(null, "SIGKILL", "signalled");
        }
        Recordings.Read again = Recordings.read(copy, Strictness.STRICT);
        assertEquals(frames, again.frames());
        assertEquals("SIGKILL", again.ending().signal());
    }

    @Test
    void C43_an_empty_file_is_a_recording_of_0_frames() throws IOException {
        Recordings.Read read = Recordings.read("", Strictness.STRICT);
        assertEquals(List.of(), read.entries());
        assertEquals(List.of(), read.damages());
        Path path = folder.resolve("empty.ndjson");
        try (RecordingWriter writer = RecordingWriter.create(path, Recordings.HEADER)) {
            writer.end(2, null, "exited");
        }
        Recordings.Read closed = Recordings.read(path, Strictness.STRICT);
        assertEquals(0, closed.ending().frames());
        assertEquals(List.of(), closed.damages());
    }

    @Test
    void a_raw_file_keeps_banners_and_foreign_bytes_and_its_wire_is_recognised() throws IOException {
        Recordings.Read banner =
                Recordings.read(Shared.path("cases/inputs/C04-codex-preamble.ndjson"), Strictness.STRICT);
        assertTrue(banner.headerless());
        assertEquals("codex.app-server", banner.header().wire().name());
        assertEquals("codex", banner.header().provider());
        assertInstanceOf(Payload.Text.class, banner.frames().getFirst().payload());
        Recordings.Read foreign =
                Recordings.read(Shared.path("cases/inputs/C05-codex-foreign-bytes.ndjson"), Strictness.STRICT);
        Path input = Shared.path("cases/inputs/C05-codex-foreign-bytes.ndjson");
        byte[] third = new String(Files.readAllBytes(input), StandardCharsets.ISO_8859_1)
                .split("\n")[2]
                .getBytes(StandardCharsets.ISO_8859_1);
        assertEquals(new Payload.Binary(java.util.Arrays.copyOf(third, foreign.frames().get(2).payload().size())),
                foreign.frames().get(2).payload());
    }

    @Test
    void in_a_raw_file_what_only_a_client_sends_went_in() throws IOException {
        Recordings.Read read = Recordings.read(
                """
                {"id":1,"method":"initialize","params":{"clientInfo":{"name":"x"}}}
                {"id":1,"result":{"userAgent":"a/1.2.3","codexHome":"/h"}}
                {"id":2,"method":"thread/start","params":{}}
                {"method":"thread/started","params":{}}
                """, Strictness.STRICT);
        assertEquals(
                List.of(Direction.IN, Direction.OUT, Direction.IN, Direction.OUT),
                read.frames().stream().map(Frame::direction).toList());
        assertEquals(List.of(1L, 2L, 3L, 4L), read.frames().stream().map(Frame::seq).toList());
    }

    @Test
    void a_wire_can_be_forced() throws IOException {
        for (String content : List.of("{\"method\":\"turn/started\",\"params\":{}}\n", file)) {
            try (RecordingReader reader = RecordingReader.over(
                    new ByteArrayInputStream(content.getBytes(StandardCharsets.UTF_8)), "x", Strictness.STRICT,
                            new Wire("acp"))) {
                assertEquals(new Wire("acp"), reader.header().wire());
            }
        }
    }

    @Test
    void a_lost_header_is_damage_and_the_entries_are_still_read() throws IOException {
        for (String first : List.of("", "\0\0\0\0\n", "{\"tape\":1,\"id\n", "garbage\n")) {
            String headless = first + file.substring(file.indexOf('\n') + 1);
            assertThrows(RecordingException.class, () -> Recordings.read(headless, Strictness.STRICT), first);
            Recordings.Read read = Recordings.read(headless, Strictness.TOLERANT);
            assertEquals(3, read.frames().size(), first);
            assertEquals(List.of(Damage.Kind.LINE), kinds(read), first);
        }
        Recordings.Read torn = Recordings.read(lines.getFirst().substring(0, 40), Strictness.TOLERANT);
        assertEquals(List.of(Damage.Kind.LINE, Damage.Kind.NO_END), kinds(torn));
    }

    @Test
    void another_format_version_is_refused_by_number() {
        RecordingException e = assertThrows(
                RecordingException.class,
                () -> Recordings.read(file.replace("\"tape\":1", "\"tape\":2"), Strictness.TOLERANT));
        assertTrue(e.getMessage().contains("version 1 expected, found version 2"), e.getMessage());
    }

    @Test
    void every_capture_comes_back_byte_for_byte() throws IOException {
        Path captures = Shared.path("captures/codex");
        int files = 0;
        try (var list = Files.list(captures)) {
            for (Path capture : list.filter(path -> path.toString().endsWith(".ndjson")).sorted().toList()) {
                Captures.assertComesBack(capture, folder.resolve("capture-" + files++ + ".ndjson"));
            }
        }
        assertTrue(files > 50, "captures found: " + files);
    }

    @Test
    void C51_ids_from_a_stream_name_no_file() throws IOException {
        Path input = Shared.path("cases/inputs/C51-traversal-ids.ndjson");
        Recordings.Read raw = Recordings.read(input, Strictness.STRICT);
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Path copy = inner.resolve("c51.ndjson");
        try (RecordingWriter writer = RecordingWriter.create(copy, Recordings.HEADER)) {
            for (Frame frame : raw.frames()) {
                writer.write(frame);
            }
            writer.end(0, null, "exited");
        }
        assertEquals(raw.frames(), Recordings.read(copy, Strictness.STRICT).frames());
        try (var names = Files.walk(folder)) {
            assertEquals(
                    List.of("c51.ndjson", "good.ndjson"),
                    names.filter(Files::isRegularFile).map(path -> path.getFileName().toString()).sorted().toList());
        }
    }

    @Test
    void a_torn_line_too_long_for_memory_costs_only_itself() throws IOException {
        Path path = folder.resolve("huge.ndjson");
        try (var out = Files.newOutputStream(path)) {
            out.write((lines.get(0) + "\n" + lines.get(1) + "\n{\"seq\":2,\"t\":1,\"dir\":\"out\",\"bytes\":\"")
                    .getBytes(StandardCharsets.UTF_8));
            byte[] chunk = "eHh4".repeat(256 * 1024).getBytes(StandardCharsets.US_ASCII);
            for (int i = 0; i < 90; i++) {
                out.write(chunk);
            }
        }
        Recordings.Read read = Recordings.read(path, Strictness.STRICT);
        assertEquals(1, read.frames().size());
        assertEquals(List.of(Damage.Kind.TORN, Damage.Kind.NO_END), kinds(read));
    }
}
