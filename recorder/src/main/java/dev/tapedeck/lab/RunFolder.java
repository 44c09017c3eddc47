package dev.tapedeck.lab;

import dev.tapedeck.lab.scenario.WorkFile;
import dev.tapedeck.lab.script.UnknownVariableException;
import dev.tapedeck.lab.script.Variables;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/** The throw-away folders of one run: home, workspace and temporary files. Closing deletes them. */
final class RunFolder implements AutoCloseable {
    private static final String HOME_MARK = "~/";

    private final Path root;

    private RunFolder(Path root) {
        this.root = root;
    }

    static RunFolder create() throws IOException {
        // Names of one length: providers put paths into prompts and count what those cost.
        String name = "tapedeck-lab-" + UUID.randomUUID().toString().substring(0, 8);
        Path temporary = Path.of(System.getProperty("java.io.tmpdir")).toRealPath();
        Path root = Files.createDirectory(
                temporary.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        for (String part : List.of("home", "workspace", "tmp", "recordings")) {
            Files.createDirectory(root.resolve(part));
        }
        return new RunFolder(root);
    }

    Path home() {
        return root.resolve("home");
    }

    Path workspace() {
        return root.resolve("workspace");
    }

    Path tmp() {
        return root.resolve("tmp");
    }

    /** Where the recordings of the run lie until they are whole. */
    Path recordings() {
        return root.resolve("recordings");
    }

    void lay(List<WorkFile> files, Variables variables) throws IOException, UnknownVariableException {
        for (WorkFile file : files) {
            byte[] content = file.content();
            if (file.template()) {
                content = variables.fill(new String(content, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
            }
            write(file.path(), content);
        }
    }

    void write(String path, byte[] content) throws IOException {
        Path file = resolve(path);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
    }

    void delete(String path) throws IOException {
        Files.delete(resolve(path));
    }

    private Path resolve(String path) {
        return path.startsWith(HOME_MARK)
                ? home().resolve(path.substring(HOME_MARK.length()))
                : workspace().resolve(path);
    }

    /** Makes the workspace a git repository; name and time of the commit are always the same, and so is its hash. */
    void commit() throws IOException, InterruptedException {
        git("init", "-q", "-b", "main");
        git("add", "-A");
        git("commit", "-q", "--allow-empty", "-m", "start");
    }

    private void git(String... arguments) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(Stream.concat(Stream.of("git"), Stream.of(arguments)).toList())
                .directory(workspace().toFile())
                .redirectErrorStream(true);
        builder.environment().putAll(Map.of(
                "HOME", home().toString(),
                "GIT_CONFIG_NOSYSTEM", "1",
                "GIT_AUTHOR_NAME", "lab",
                "GIT_AUTHOR_EMAIL", "lab@localhost",
                "GIT_AUTHOR_DATE", "2026-01-01T00:00:00Z",
                "GIT_COMMITTER_NAME", "lab",
                "GIT_COMMITTER_EMAIL", "lab@localhost",
                "GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("git " + String.join(" ", arguments) + " failed: " + said.strip());
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> inside = Files.walk(root)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
