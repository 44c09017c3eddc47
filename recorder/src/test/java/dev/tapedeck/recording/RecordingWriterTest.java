package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingWriterTest {
    @TempDir
    Path folder;

    private Path file = Path.of("");
    private long nanos;

    @BeforeEach
    void name_a_file() {
        file = folder.resolve("a.ndjson");
    }

    private static Header withVersion(String version) {
        Header h = Recordings.HEADER;
        return new Header(
                h.id(), h.provider(), h.wire(), h.transport(), version, h.protocol(), h.command(), h.cwd(), h.started(),
                h.origin(), h.scenario(), h.platform(), h.environment(), Map.of("home", 12345L, "key", 3L),
                        h.streams(), h.primary());
    }

    @Test
    void what_was_flushed_is_readable_though_the_program_stops_there() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{}"));
            writer.flush();
            Recordings.Read read = Recordings.read(file, Strictness.STRICT);
            assertEquals(Recordings.HEADER, read.header());
            assertEquals(1, read.frames().size());
        }
    }

    @Test
    void what_is_known_late_is_written_over_the_header_every_second_and_at_the_end() throws IOException {
        Header late = withVersion("9.9.9");
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER, () -> nanos)) {
            writer.header(late);
            nanos = 999_999_999L;
            writer.flush();
            assertEquals(Recordings.HEADER, Recordings.read(file, Strictness.STRICT).header());
            nanos = 1_000_000_000L;
            writer.flush();
            assertEquals(late, Recordings.read(file, Strictness.STRICT).header());
            writer.header(withVersion("10"));
            writer.end(0, null, "exited");
        }
        Recordings.Read read = Recordings.read(file, Strictness.STRICT);
        assertEquals(withVersion("10"), read.header());
        assertEquals(List.of(), read.damages());
    }

    @Test
    void a_header_that_outgrows_its_room_is_still_written_at_the_end() throws IOException {
        Header large = withVersion("9".repeat(3 * RecordingWriter.HEADER_ROOM));
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{}"));
            writer.header(large);
            writer.end(0, null, "exited");
        }
        Recordings.Read read = Recordings.read(file, Strictness.STRICT);
        assertEquals(large, read.header());
        assertEquals(List.of(), read.damages());
        try (var names = Files.list(folder)) {
            assertEquals(List.of(file), names.toList());
        }
    }

    @Test
    void an_existing_file_is_never_written_over() throws IOException {
        Files.writeString(file, "precious");
        assertThrows(FileAlreadyExistsException.class, () -> RecordingWriter.create(file, Recordings.HEADER));
        assertEquals("precious", Files.readString(file));
    }

    @Test
    void entries_out_of_order_are_refused() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{}"));
            assertThrows(IllegalArgumentException.class, () -> writer.write(Recordings.out(3, "{}")));
        }
    }

    @Test
    void appending_goes_on_with_sequence_hash_and_count() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{\"a\":1}"));
            writer.end(0, null, "exited");
        }
        append();
        Recordings.Read read = Recordings.read(file, Strictness.STRICT);
        assertEquals(List.of("{\"a\":1}", "{\"b\":2}"), read.payloads());
        assertEquals(2, read.ending().frames());
        assertEquals(List.of(), read.damages());
    }

    @Test
    void appending_to_a_torn_file_repairs_it_first_and_says_so() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{\"a\":1}"));
            writer.write(Recordings.out(2, "{\"torn\":true}"));
        }
        byte[] whole = Files.readAllBytes(file);
        for (String padding : List.of("", "\0\0\0")) {
            Files.write(file, Arrays.copyOf(whole, whole.length - 5));
            Files.writeString(file, padding, java.nio.file.StandardOpenOption.APPEND);
            assertTrue(append().sentence().contains("cut off at byte"));
            Recordings.Read read = Recordings.read(file, Strictness.STRICT);
            assertEquals(List.of("{\"a\":1}", "{\"b\":2}"), read.payloads());
            assertEquals(List.of(), read.damages());
        }
    }

    @Test
    void a_last_line_without_its_line_feed_is_kept() throws IOException {
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            writer.write(Recordings.out(1, "{\"a\":1}"));
        }
        byte[] whole = Files.readAllBytes(file);
        Files.write(file, Arrays.copyOf(whole, whole.length - 1));
        assertTrue(append().needsLineFeed());
        assertEquals(List.of("{\"a\":1}", "{\"b\":2}"), Recordings.read(file, Strictness.STRICT).payloads());
    }

    @Test
    void a_file_that_is_no_recording_is_not_appended_to() throws IOException {
        Files.writeString(file, "{\"method\":\"turn/started\"}\n");
        assertThrows(RecordingException.class, () -> RecordingWriter.append(file, () -> nanos));
        assertEquals("{\"method\":\"turn/started\"}\n", Files.readString(file));
    }

    private TailRepair append() throws IOException {
        RecordingWriter.Appending appending = RecordingWriter.append(file, () -> nanos);
        try (RecordingWriter writer = appending.writer()) {
            writer.write(Recordings.out(appending.nextSeq(), "{\"b\":2}"));
            writer.end(0, null, "exited");
        }
        return appending.repair();
    }

    @Test
    void a_line_over_64_mib_is_kept_in_full_and_shows_as_oversize() throws Exception {
        int length = 66 * 1024 * 1024;
        List<Payload> cut = new ArrayList<>();
        LineCutter cutter = new LineCutter((payload, end, cuts, micros) -> cut.add(payload));
        byte[] chunk = new byte[1024 * 1024];
        Arrays.fill(chunk, (byte) 'x');
        for (int i = 0; i < length / chunk.length; i++) {
            cutter.accept(chunk, 0, chunk.length, 0);
        }
        byte[] tail = "yz\n{}\n".getBytes(StandardCharsets.US_ASCII);
        cutter.accept(tail, 0, tail.length, 0);
        assertInstanceOf(Payload.Oversize.class, cut.getFirst());
        String hash = hash((Payload.Oversize) cut.getFirst());
        try (RecordingWriter writer = RecordingWriter.create(file, Recordings.HEADER)) {
            for (int i = 0; i < cut.size(); i++) {
                writer.write(Frame.line(i + 1, 0, Direction.OUT, cut.get(i)));
            }
            writer.end(0, null, "exited");
        }
        cut.clear();
        List<Frame> frames = Recordings.read(file, Strictness.STRICT).frames();
        Payload.Oversize read = assertInstanceOf(Payload.Oversize.class, frames.getFirst().payload());
        assertEquals(length + 2, read.length());
        assertTrue(read.display().startsWith("xxxx"));
        assertEquals(hash, hash(read));
        assertEquals("{}", frames.get(1).payload().display());
    }

    private static String hash(Payload.Oversize payload) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        payload.content().writeTo(new OutputStream() {
            @Override
            public void write(int b) {
                digest.update((byte) b);
            }

            @Override
            public void write(byte[] bytes, int from, int count) {
                digest.update(bytes, from, count);
            }
        });
        return HexFormat.of().formatHex(digest.digest());
    }

    @Test
    void a_json_line_over_64_mib_in_the_file_shows_as_oversize_too() throws Exception {
        int length = 90 * 1024 * 1024;
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("{\"tape\":1,\"origin\":\"recorded\"}\n{\"frame\":[\"".getBytes(StandardCharsets.US_ASCII));
            byte[] chunk = new byte[1024 * 1024];
            Arrays.fill(chunk, (byte) 'x');
            for (int i = 0; i < length / chunk.length; i++) {
                out.write(chunk);
            }
            out.write("\"],\"dir\":\"out\",\"t\":5,\"seq\":1}\n".getBytes(StandardCharsets.US_ASCII));
        }
        Frame frame = Recordings.read(file, Strictness.STRICT).frames().getFirst();
        Payload.Oversize payload = assertInstanceOf(Payload.Oversize.class, frame.payload());
        assertEquals(length + 4, payload.length());
        assertEquals(Carrier.LINE, frame.carrier());
        assertEquals(64, hash(payload).length());
    }
}
