package dev.tapedeck.golden;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.hash.Sha256;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whenever an approval is cut off, the approved file is the old one or the new one, whole. */
class InterruptedApprovalTest {
    private static final GoldenName NAME = new GoldenName("codex/one", View.CANONICAL);
    private static final byte[] OLD = "{\"old\":1}\n".repeat(300_000).getBytes(StandardCharsets.UTF_8);
    private static final byte[] NEW = "{\"new\":2}\n".repeat(400_000).getBytes(StandardCharsets.UTF_8);
    private static final int KILLS = 8;

    @TempDir
    Path folder;

    private GoldenStore store;
    private Path approved;
    private Path received;

    @BeforeEach
    void write() throws IOException {
        store = new GoldenStore(folder, false);
        Path place = Files.createDirectories(folder.resolve("codex/one"));
        approved = Files.write(place.resolve(View.CANONICAL.approvedFile()), OLD);
        received = Files.write(place.resolve(View.CANONICAL.receivedFile()), NEW);
    }

    @Test
    void S21_an_interrupted_thread_leaves_the_old_file_and_the_received_one() throws IOException {
        Thread.currentThread().interrupt();
        try {
            assertThrows(
                    ClosedByInterruptException.class, () -> store.approve(NAME, Sha256.hex(NEW), Sha256.hex(OLD)));
        } finally {
            Thread.interrupted();
        }
        assertArrayEquals(OLD, Files.readAllBytes(approved));
        assertArrayEquals(NEW, Files.readAllBytes(received));
        assertEquals(2, files(), "no temporary file is left");
        store.approve(NAME, Sha256.hex(NEW), Sha256.hex(OLD));
        assertArrayEquals(NEW, Files.readAllBytes(approved));
    }

    @Test
    void S21_a_killed_process_leaves_the_old_file_or_the_new_one_whole() throws IOException, InterruptedException {
        long seed = System.nanoTime();
        System.out.println("seed " + seed);
        Random random = new Random(seed);
        int changed = 0;
        for (int i = 0; i < KILLS; i++) {
            Process process = approving();
            for (int acts = random.nextInt(6); acts >= 0; acts--) {
                assertTrue(process.getInputStream().read() > 0, "the other process approves and takes back");
            }
            Thread.sleep(random.nextInt(40));
            assertTrue(process.isAlive());
            process.destroyForcibly().waitFor();
            byte[] now = Files.readAllBytes(approved);
            assertTrue(java.util.Arrays.equals(now, OLD) || java.util.Arrays.equals(now, NEW),
                    "seed " + seed + ", kill " + i + ": " + now.length + " bytes are neither the old nor the new file");
            changed += now.length == OLD.length ? 0 : 1;
            if (Files.exists(received)) {
                assertArrayEquals(NEW, Files.readAllBytes(received));
            }
            Files.write(approved, OLD);
            Files.write(received, NEW);
            store.approve(NAME, Sha256.hex(NEW), Sha256.hex(OLD));
            assertArrayEquals(NEW, Files.readAllBytes(approved), "what a crash left is in nobody's way");
            assertEquals(1, store.list(null).size());
            write();
        }
        System.out.println(changed + " of " + KILLS + " kills came after the file was replaced");
    }

    private long files() throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).count();
        }
    }

    private Process approving() throws IOException {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        String classes = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        return new ProcessBuilder(
                        java.toString(), "-XX:+UseSerialGC", "-cp", classes, Approving.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    /** Approves and takes back without end. */
    static final class Approving {
        private Approving() {}

        public static void main(String[] arguments) throws IOException {
            GoldenStore store = new GoldenStore(Path.of(arguments[0]), false);
            while (true) {
                tell();
                Undo undo = store.approve(NAME, Sha256.hex(NEW), Sha256.hex(OLD));
                tell();
                store.undo(undo);
            }
        }

        private static void tell() {
            System.out.write('.');
            System.out.flush();
        }
    }
}
