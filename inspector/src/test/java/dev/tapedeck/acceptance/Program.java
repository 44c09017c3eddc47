package dev.tapedeck.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs the packaged program as a user does, in a folder of the test's own. */
final class Program {
    /** The checkout; tests run in the inspector's folder. */
    static final Path PROJECT = Path.of("").toAbsolutePath().getParent();

    private static final long LIMIT_SECONDS = 120;

    private final Path folder;
    private final Path launcher;
    private final Map<String, String> environment = new HashMap<>();

    private Program(Path folder, Path launcher) {
        this.folder = folder;
        this.launcher = launcher;
        environment.put("TAPEDECK_JAVA_HOME", System.getProperty("java.home"));
        environment.put("TAPEDECK_BUILD", "never");
        environment.put("TAPEDECK_JAVA_OPTS", "-XX:TieredStopAtLevel=1"); // short runs start faster
    }

    /** The program of this checkout, run in that folder. */
    static Program in(Path folder) {
        return new Program(folder, PROJECT.resolve("tapedeck"));
    }

    /** The same, started by another name of the launcher. */
    Program startedAs(Path otherLauncher) {
        return new Program(folder, otherLauncher);
    }

    Program with(String variable, String value) {
        environment.put(variable, value);
        return this;
    }

    /**
     * What came of it.
     *
     * @param out stdout, then stderr
     */
    record Outcome(int exit, String out) {
        Outcome exits(int expected) {
            assertEquals(expected, exit, out);
            return this;
        }

        Outcome says(String text) {
            assertTrue(out.contains(text), () -> "expected to say " + text + ", said " + out);
            return this;
        }
    }

    /** The program, to be started by the test. */
    ProcessBuilder builder(String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", launcher.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()));
        builder.environment().remove("CI");
        builder.environment().remove("JAVA_HOME");
        builder.environment().putAll(environment);
        return builder;
    }

    Outcome run(String... arguments) throws IOException, InterruptedException {
        Path out = Files.createTempFile("tapedeck-out", ".txt");
        Path err = Files.createTempFile("tapedeck-err", ".txt");
        ProcessBuilder builder =
                builder(arguments).redirectOutput(out.toFile()).redirectError(err.toFile());
        Process process = builder.start();
        try {
            assertTrue(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "still running: " + builder.command());
            return new Outcome(process.exitValue(), Files.readString(out, UTF_8) + Files.readString(err, UTF_8));
        } finally {
            process.destroyForcibly();
            Files.delete(out);
            Files.delete(err);
        }
    }

    /** Copies a bundled recording to {@code fixtures/NAME/recording.ndjson} of that folder. */
    static void fixture(Path folder, String bundled, String name) throws IOException {
        Path to = folder.resolve("fixtures").resolve(name);
        Files.createDirectories(to);
        Path from = PROJECT.resolve("fixtures").resolve(bundled);
        Files.copy(from.resolve("recording.ndjson"), to.resolve("recording.ndjson"));
    }
}
