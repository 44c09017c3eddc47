package dev.tapedeck.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A host that is broken on purpose, in one place.
 *
 * @param name what it does wrong
 * @param file source file below {@code dev/tapedeck}
 * @param from text that stands there exactly once
 * @param to what stands there instead
 * @param by invariants that were made for it; which of them fails first depends on the plan
 */
record Mutant(String name, String file, String from, String to, List<String> by) {
    private static final Path SOURCES = Path.of("src", "main", "java", "dev", "tapedeck");

    /** The broken source; fails when the text to break is no longer there, so that no mutant fades away. */
    String source() throws IOException {
        String sound = Files.readString(SOURCES.resolve(file));
        int at = sound.indexOf(from);
        if (at < 0 || sound.indexOf(from, at + 1) >= 0) {
            throw new AssertionError(name + ": expected once in " + file + ": " + from);
        }
        return sound.substring(0, at) + to + sound.substring(at + from.length());
    }
}
