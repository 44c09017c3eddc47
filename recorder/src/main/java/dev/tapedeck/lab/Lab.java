package dev.tapedeck.lab;

import dev.tapedeck.lab.install.NpmInstall;
import dev.tapedeck.lab.scenario.ProviderLab;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The providers of the lab as they are installed on this machine. */
public final class Lab {
    private final Path cache;
    private final PrintWriter progress;

    /**
     * @param cache folder in which providers are kept between runs
     * @param progress where an install tells of its progress
     */
    public Lab(Path cache, PrintWriter progress) {
        this.cache = cache;
        this.progress = progress;
    }

    /** {@code $TAPEDECK_CACHE}, else {@code ~/.cache/tapedeck}; providers are below it. */
    public static Path usualCache() {
        String named = System.getenv("TAPEDECK_CACHE");
        Path root = named == null || named.isBlank()
                ? Path.of(System.getProperty("user.home"), ".cache", "tapedeck")
                : Path.of(named);
        return root.toAbsolutePath().resolve("providers");
    }

    /**
     * The provider's program and what it runs with, installed first when it is not.
     *
     * @throws IOException if it cannot be installed, or does not exist for this machine
     */
    public Installation installation(ProviderLab provider) throws IOException, InterruptedException {
        String platform = Programs.platform();
        String path = path(provider, provider.programs(), platform);
        ProviderLab.Npm install = provider.install();
        if (install == null) {
            return Installation.of(executable(Path.of("/").resolve(path)));
        }
        String node = install.node().isEmpty() ? null : path(provider, install.node(), platform);
        Path folder = new NpmInstall(cache, Programs.onPath("npm"), progress).install(provider, install);
        return new Installation(
                Optional.of(folder),
                executable(folder.resolve(path)),
                node == null ? Programs.onPath("node") : Optional.of(executable(folder.resolve(node))));
    }

    private static String path(ProviderLab provider, Map<String, String> paths, String platform) throws IOException {
        String path = paths.get(platform);
        if (path == null) {
            throw new IOException(provider.provider() + " " + provider.version() + " exists for "
                    + paths.keySet().stream().sorted().toList() + ", this machine is " + platform);
        }
        return path;
    }

    private static Path executable(Path program) throws IOException {
        if (!Files.isExecutable(program)) {
            throw new IOException(program + ": an executable program expected, found "
                    + (Files.exists(program) ? "a file that cannot be run" : "nothing"));
        }
        return program;
    }
}
