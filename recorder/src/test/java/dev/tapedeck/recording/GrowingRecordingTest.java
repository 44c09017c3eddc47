package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.recording.RecordingReader.Place;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GrowingRecordingTest {
    private static final String HEADER = "{\"tape\":1,\"id\":\"abcdefghijklm234\",\"provider\":\"codex\","
            + "\"wire\":\"codex.app-server\",\"transport\":\"stdio-jsonrpc\",\"command\":[],"
            + "\"started\":\"2026-11-30T12:00:00Z\",\"origin\":\"recorded\"}\n";
    private static final String END = "{\"end\":{\"exit\":0,\"signal\":null,\"reason\":\"exited\",\"frames\":3,"
            + "\"sha256\":\"00\"}}\n";

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void writeTheHeader() throws IOException {
        file = folder.resolve("tape.ndjson");
        Files.writeString(file, HEADER);
    }

    @Test
    void what_is_written_later_is_read_in_order_until_the_end_line() throws Exception {
        append(frame(1));
        try (GrowingRecording growing = GrowingRecording.open(file, () -> true)) {
            assertEquals(1, next(growing));
            assertTrue(growing.waits());
            CompletableFuture<Long> second = CompletableFuture.supplyAsync(() -> next(growing));
            append(frame(2));
            assertEquals(2, second.get(10, TimeUnit.SECONDS));
            append(frame(3) + END);
            assertFalse(growing.waits());
            assertEquals(3, next(growing));
            assertNull(growing.next());
            assertNotNull(growing.ending());
        }
    }

    @Test
    void a_half_written_line_waits_until_it_is_whole() throws Exception {
        String line = frame(1);
        append(line.substring(0, 20));
        try (GrowingRecording growing = GrowingRecording.open(file, () -> true)) {
            assertTrue(growing.waits());
            append(line.substring(20, 30));
            assertTrue(growing.waits());
            append(line.substring(30));
            assertFalse(growing.waits());
            assertEquals(1, next(growing));
        }
    }

    @Test
    void a_recording_that_is_renamed_meanwhile_is_read_to_its_end() throws Exception {
        append(frame(1));
        try (GrowingRecording growing = GrowingRecording.open(file, () -> true)) {
            assertEquals(1, next(growing));
            Path rotated = Files.move(file, folder.resolve("tape.1.ndjson"));
            Files.writeString(file, HEADER + frame(1));
            Files.writeString(rotated, frame(2) + END, StandardOpenOption.APPEND);
            assertEquals(2, next(growing));
            assertNull(growing.next());
        }
    }

    @Test
    void one_that_shrinks_is_over() throws Exception {
        append(frame(1) + frame(2));
        try (GrowingRecording growing = GrowingRecording.open(file, () -> true)) {
            assertEquals(1, next(growing));
            assertEquals(2, next(growing));
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                channel.truncate(HEADER.length());
            }
            assertNull(growing.next());
            assertNull(growing.ending());
        }
    }

    @Test
    void whoever_waits_for_it_can_stop() throws Exception {
        AtomicBoolean goesOn = new AtomicBoolean(true);
        try (GrowingRecording growing = GrowingRecording.open(file, goesOn::get)) {
            CompletableFuture<Boolean> over = CompletableFuture.supplyAsync(() -> next(growing) < 0);
            goesOn.set(false);
            assertTrue(over.get(10, TimeUnit.SECONDS));
        }
    }

    @Test
    void a_file_without_a_header_is_not_followed() throws IOException {
        Path raw = Files.writeString(folder.resolve("raw.ndjson"), "{\"method\":\"turn/started\",\"params\":{}}\n");
        assertThrows(IOException.class, () -> GrowingRecording.open(raw, () -> true));
    }

    @Test
    void a_reader_that_begins_at_any_place_reads_what_stands_behind_it() throws IOException {
        append(frame(1) + "\n" + frame(2) + frame(3) + END);
        List<Place> places = new ArrayList<>();
        List<Entry> all = new ArrayList<>();
        try (RecordingReader reader = RecordingReader.open(file, Strictness.STRICT)) {
            places.add(reader.place());
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                all.add(entry);
                places.add(reader.place());
            }
        } catch (RecordingException wrongHash) {
            // The end line's hash is made up; the places before it count.
        }
        assertEquals(3, all.size());
        for (int i = 0; i < places.size(); i++) {
            List<Entry> rest = new ArrayList<>();
            try (RecordingReader reader =
                    RecordingReader.open(file, places.get(i), Files.size(file), Strictness.STRICT)) {
                for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                    rest.add(entry);
                }
                assertNotNull(reader.ending());
                assertEquals(List.of(), reader.damages());
            }
            assertEquals(
                    all.subList(i, all.size()).stream().map(Entry::seq).toList(),
                    rest.stream().map(Entry::seq).toList());
        }
    }

    private static long next(GrowingRecording growing) {
        try {
            Entry entry = growing.next();
            return entry == null ? -1 : entry.seq();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private void append(String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.APPEND);
    }

    private static String frame(int seq) {
        return "{\"seq\":" + seq + ",\"t\":" + seq * 1000 + ",\"dir\":\"out\",\"frame\":{\"method\":\"m\"}}\n";
    }
}
