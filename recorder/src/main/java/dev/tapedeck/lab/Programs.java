package dev.tapedeck.lab;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** Where programs of this machine are, and what this machine is called. */
public final class Programs {
    private Programs() {}

    /** The program of that name on the PATH. */
    public static Optional<Path> onPath(String name) {
        String path = System.getenv().getOrDefault("PATH", "/usr/local/bin:/usr/bin:/bin");
        for (String folder : path.split(File.pathSeparator)) {
            Path program = Path.of(folder.isEmpty() ? "." : folder).resolve(name);
            if (Files.isRegularFile(program) && Files.isExecutable(program)) {
                return Optional.of(program.toAbsolutePath());
            }
        }
        return Optional.empty();
    }

    /** System and processor as the manifests call them, for instance {@code linux-x64}. */
    static String platform() {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
        String name = system.startsWith("mac") ? "darwin" : system.startsWith("windows") ? "win32" : "linux";
        boolean arm = processor.equals("aarch64") || processor.equals("arm64");
        return name + "-" + (arm ? "arm64" : "x64");
    }
}
