package dev.tapedeck.recording;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Material that lies beside the checkout; tests that need it are skipped where it is absent. */
final class Shared {
    private Shared() {}

    static Path path(String relative) {
        String named = System.getenv("TAPEDECK_SHARED");
        Path root = named != null ? Path.of(named) : Path.of("").toAbsolutePath().resolve("../../shared").normalize();
        Path path = root.resolve(relative);
        Assumptions.assumeTrue(
                Files.exists(path), () -> "skipped: " + path + " is absent (set TAPEDECK_SHARED to where it lies)");
        return path;
    }
}
