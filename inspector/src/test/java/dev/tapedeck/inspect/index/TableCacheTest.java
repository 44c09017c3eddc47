package dev.tapedeck.inspect.index;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.Tapes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableCacheTest {
    @TempDir
    Path folder;

    private Path file;
    private Path cache;
    private FrameTable table;

    @BeforeEach
    void fillATable() throws IOException {
        file = Tapes.turn(folder, "tapes/codex/a/recording.ndjson", "words of 漢字 and \u0000").write();
        cache = folder.resolve("cache");
        StringBuilder more = new StringBuilder();
        for (int seq = 13; seq < 13 + TableCache.WORTH_IT; seq++) {
            more.append("{\"seq\":").append(seq).append(",\"t\":").append(seq * 1000L)
                    .append(",\"dir\":\"out\",\"frame\":{\"method\":\"m/").append(seq % 50).append("\"}}\n");
        }
        Files.writeString(file, more, StandardOpenOption.APPEND);
        TableFiller filler = new TableFiller(Plan.CLEAN);
        Replayer.run(file, recording(), Plan.CLEAN, Long.MAX_VALUE, false, filler);
        table = filler.done();
    }

    @Test
    void a_table_comes_back_as_it_was() {
        new TableCache(cache).keep(recording(), table);
        FrameTable found = new TableCache(cache).find(recording()).orElseThrow();
        assertEquals(table.size(), found.size());
        for (int row = 0; row < table.size(); row++) {
            assertEquals(table.row(row), found.row(row));
        }
        assertEquals(table.asides(), found.asides());
        assertFalse(table.asides().isEmpty());
        assertEquals(table.turns(), found.turns());
        assertFalse(table.turns().isEmpty());
        for (Disposition disposition : Disposition.values()) {
            assertEquals(table.count(disposition), found.count(disposition));
        }
        for (EventType type : EventType.values()) {
            assertEquals(table.count(type), found.count(type));
        }
        assertEquals(new Tape(recording(), table, null).facts(), new Tape(recording(), found, null).facts());
        assertEquals(table.requests(), found.requests());
    }

    @Test
    void it_belongs_to_its_owner_and_takes_few_bytes_a_frame() throws IOException {
        new TableCache(cache).keep(recording(), table);
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(cache)));
        assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(kept().getFirst())));
        long bytes = Files.size(kept().getFirst());
        assertTrue(bytes < 16L * table.size(), bytes + " bytes");
    }

    @Test
    void a_damaged_one_is_thrown_away_wherever_the_damage_is() throws IOException {
        long seed = System.nanoTime();
        System.out.println("damage: seed " + seed);
        Random random = new Random(seed);
        for (int round = 0; round < 60; round++) {
            new TableCache(cache).keep(recording(), table);
            Path kept = kept().getFirst();
            byte[] bytes = Files.readAllBytes(kept);
            if (round % 3 == 0) {
                bytes = java.util.Arrays.copyOf(bytes, random.nextInt(bytes.length));
            } else {
                bytes[round < 30 ? round : random.nextInt(bytes.length)] ^= (byte) (1 + random.nextInt(255));
            }
            Files.write(kept, bytes);
            assertTrue(new TableCache(cache).find(recording()).isEmpty(), "seed " + seed + ", round " + round);
            assertEquals(List.of(), kept());
        }
    }

    @Test
    void one_of_an_older_file_is_not_found() throws IOException {
        new TableCache(cache).keep(recording(), table);
        Files.writeString(file, "\n", StandardOpenOption.APPEND);
        assertTrue(new TableCache(cache).find(recording()).isEmpty());
    }

    @Test
    void short_recordings_and_no_folder_keep_nothing() throws IOException {
        new TableCache(null).keep(recording(), table);
        assertTrue(new TableCache(null).find(recording()).isEmpty());
        TableFiller filler = new TableFiller(Plan.CLEAN);
        Replayer.run(file, recording(), Plan.CLEAN, 12, false, filler);
        new TableCache(cache).keep(recording(), filler.done());
        assertFalse(Files.exists(cache));
    }

    @Test
    void bytes_that_tell_of_more_than_there_can_be_end_before_they_take_memory() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new DataOutputStream(out).writeInt(Integer.MAX_VALUE);
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(out.toByteArray()));
        org.junit.jupiter.api.Assertions.assertThrows(IOException.class, () -> TableFile.read(in));
    }

    @Test
    void a_kept_table_is_there_at_once_and_its_frames_still_open() throws IOException {
        new TableCache(cache).keep(recording(), table);
        Library library = new Library(folder.resolve("tapes"), InstantSource.system());
        try (Survey survey = new Survey(library, InstantSource.system(), cache)) {
            Recording recording = library.scan().recordings().getFirst();
            assertTrue(survey.tape(recording) instanceof Shelf.Lookup.Ready);
            assertEquals(table.size(), survey.frames(recording));
            org.awaitility.Awaitility.await().until(() -> survey.probe(recording, table.size()).isPresent());
        }
    }

    private Recording recording() {
        try {
            return new Library(folder.resolve("tapes"), InstantSource.system()).scan().recordings().getFirst();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private List<Path> kept() throws IOException {
        try (Stream<Path> files = Files.list(cache)) {
            return files.toList();
        }
    }
}
