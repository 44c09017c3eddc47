package dev.tapedeck.lab;

import dev.tapedeck.lab.install.NpmInstall;
import dev.tapedeck.lab.scenario.ProviderLab;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
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
     * The provider's program, installed first when it is not.
     *
     * @throws IOException if it cannot be installed, or does not exist for this machine
     */
    public Path program(ProviderLab provider) throws IOException, InterruptedException {
        String platform = Programs.platform();
        String path = provider.programs().get(platform);
        if (path == null) {
            throw new IOException(provider.provider() + " " + provider.version() + " exists for "
                    + provider.programs().keySet().stream().sorted().toList() + ", this machine is " + platform);
        }
        Optional<ProviderLab.Npm> install = Optional.ofNullable(provider.install());
        Path folder = install.isPresent()
                ? new NpmInstall(cache, Programs.onPath("npm"), progress).install(provider, install.get())
                : Path.of("/");
        Path program = folder.resolve(path);
        if (!Files.isExecutable(program)) {
            throw new IOException(program + ": an executable program expected, found "
                    + (Files.exists(program) ? "a file that cannot be run" : "nothing"));
        }
        return program;
    }
}
