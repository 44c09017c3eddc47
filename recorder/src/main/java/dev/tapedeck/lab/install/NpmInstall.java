package dev.tapedeck.lab.install;

import dev.tapedeck.hash.Sha256;
import dev.tapedeck.lab.scenario.ProviderLab;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Installs a provider with npm, exactly as its lock file says and without running its scripts, once. */
public final class NpmInstall {
    private static final String COMPLETE = ".complete";
    private static final long LONGEST_MINUTES = 15;
    private static final int TAIL_LINES = 15;

    private final Path cache;
    private final Optional<Path> npm;
    private final PrintWriter progress;

    /**
     * @param cache folder below which providers are kept
     * @param npm the npm program, empty when there is none
     * @param progress where progress is told
     */
    public NpmInstall(Path cache, Optional<Path> npm, PrintWriter progress) {
        this.cache = cache;
        this.npm = npm;
        this.progress = progress;
    }

    /**
     * The folder with the installed provider; installs it when it is not there yet. Two processes never install the
     * same thing at once, and a broken install is never taken for a whole one.
     *
     * @throws IOException if npm is missing or fails, with its last lines
     */
    public Path install(ProviderLab lab, ProviderLab.Npm what) throws IOException, InterruptedException {
        String name = lab.provider() + "-" + lab.version() + "-" + hash(what).substring(0, 8);
        Path folder = cache.resolve(name);
        if (Files.exists(folder.resolve(COMPLETE))) {
            return folder;
        }
        Files.createDirectories(cache);
        Path lockFile = cache.resolve(name + ".lock");
        try (FileChannel channel =
                        FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && !Files.exists(folder.resolve(COMPLETE))) {
                installInto(folder, lab, what);
            }
        }
        return folder;
    }

    private void installInto(Path folder, ProviderLab lab, ProviderLab.Npm what)
            throws IOException, InterruptedException {
        Path program = npm.orElseThrow(
                () -> new IOException("npm was not found on the PATH; the lab needs it to install " + lab.provider()
                        + " " + lab.version() + ". Install Node.js 20 or newer, which brings npm"));
        progress.println("installing " + lab.provider() + " " + lab.version() + " with npm into " + folder + " (about "
                + what.megabytes() + " MB, once)");
        progress.flush();
        long started = System.nanoTime();
        Path fresh = cache.resolve(folder.getFileName() + ".part");
        delete(fresh);
        Files.createDirectories(fresh);
        Files.writeString(fresh.resolve("package.json"), what.packageJson());
        Files.writeString(fresh.resolve("package-lock.json"), what.lockFile());
        run(program, fresh);
        Files.writeString(fresh.resolve(COMPLETE), hash(what) + "\n");
        delete(folder);
        Files.move(fresh, folder, StandardCopyOption.ATOMIC_MOVE);
        progress.printf(
                "installed %s %s in %d s%n",
                lab.provider(), lab.version(), TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - started));
        progress.flush();
    }

    private static void run(Path program, Path folder) throws IOException, InterruptedException {
        List<String> command =
                List.of(program.toString(), "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        List<String> tail = new ArrayList<>();
        Thread reader = Thread.ofVirtual().start(() -> {
            try (var lines = process.inputReader(StandardCharsets.UTF_8).lines()) {
                lines.forEach(line -> {
                    tail.add(line);
                    if (tail.size() > TAIL_LINES) {
                        tail.removeFirst();
                    }
                });
            }
        });
        if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new IOException("npm ci did not end within " + LONGEST_MINUTES + " minutes in " + folder);
        }
        reader.join();
        if (process.exitValue() != 0) {
            throw new IOException("npm ci in " + folder + " failed with exit code " + process.exitValue() + ":\n  "
                    + String.join("\n  ", tail));
        }
    }

    private static String hash(ProviderLab.Npm what) {
        MessageDigest digest = Sha256.digest();
        digest.update(what.packageJson().getBytes(StandardCharsets.UTF_8));
        digest.update(what.lockFile().getBytes(StandardCharsets.UTF_8));
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> inside = Files.walk(folder)) {
            for (Path path : inside.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
