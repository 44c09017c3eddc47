package dev.tapedeck.recording;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Entry;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GzipTest {
    @TempDir
    Path folder;

    private static byte[] packed(byte[] bytes) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(bytes);
        }
        return packed.toByteArray();
    }

    @Test
    void a_packed_recording_is_read_as_its_content() throws IOException {
        String lines = "{\"tape\":1,\"id\":\"aaaaaaaaaaaaaaaa\",\"provider\":\"p\",\"wire\":\"w\",\"transport\":"
                + "\"stdio-jsonrpc\",\"started\":\"2026-11-30T12:00:00.000Z\",\"origin\":\"synthetic\"}\n"
                + "{\"seq\":1,\"t\":1,\"dir\":\"out\",\"frame\":{\"a\":1}}\n";
        Path file = Files.write(folder.resolve("a.gz"), packed(lines.getBytes(StandardCharsets.UTF_8)));
        try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT)) {
            assertEquals("aaaaaaaaaaaaaaaa", reader.header().id());
            Entry entry = reader.next();
            assertTrue(entry != null && entry.seq() == 1);
        }
    }

    @Test
    void what_is_not_packed_passes_as_it_is() throws IOException {
        for (byte[] bytes : new byte[][] {{}, {0x1f}, {0x1f, 0x20}, "plain".getBytes(StandardCharsets.UTF_8)}) {
            assertArrayEquals(bytes, Gzip.unpacked(new ByteArrayInputStream(bytes), "x").readAllBytes());
        }
    }

    @Test
    void a_bomb_ends_at_a_bound_that_it_names() throws IOException {
        byte[] bomb = packed(new byte[64 << 20]);
        assertTrue(bomb.length < 100_000);
        try (InputStream in = Gzip.unpacked(new ByteArrayInputStream(bomb), "bomb.gz")) {
            IOException refused = assertThrows(IOException.class, () -> in.transferTo(OutputStream.nullOutputStream()));
            assertTrue(String.valueOf(refused.getMessage()).startsWith("bomb.gz: at most"), refused.toString());
        }
        Path file = Files.write(folder.resolve("bomb.ndjson.gz"), bomb);
        assertThrows(IOException.class, () -> {
            try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT)) {
                while (reader.next() != null) {}
            }
        });
    }

    @Test
    void a_torn_packed_file_is_an_error_and_not_an_end() throws IOException {
        byte[] whole = packed("some text that is long enough to be torn".getBytes(StandardCharsets.UTF_8));
        byte[] torn = Arrays.copyOf(whole, whole.length - 9);
        assertThrows(
                IOException.class, () -> Gzip.unpacked(new ByteArrayInputStream(torn), "x").readAllBytes());
    }
}
