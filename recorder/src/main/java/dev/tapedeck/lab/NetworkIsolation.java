package dev.tapedeck.lab;

import java.io.IOException;
import java.net.NetworkInterface;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Runs a command in a network namespace in which nothing but loopback exists, where the machine allows.
 *
 * <p>The whole lab runs inside, model and provider together, since each namespace has a loopback of its own.
 */
public sealed interface NetworkIsolation {
    /** A way to isolate was found. */
    record Possible(List<String> prefix) implements NetworkIsolation {
        public Possible {
            prefix = List.copyOf(prefix);
        }

        /** The command, put into a new namespace. */
        public List<String> around(List<String> command) {
            return Stream.concat(prefix.stream(), command.stream()).toList();
        }
    }

    /** There is no way; the reason in words. */
    record Impossible(String reason) implements NetworkIsolation {}

    /** Looks for a way: as root, else through a user namespace. */
    static NetworkIsolation find() throws InterruptedException {
        Optional<Path> unshare = Programs.onPath("unshare");
        if (unshare.isEmpty()) {
            return new Impossible("the program unshare (util-linux) was not found");
        }
        List<String> reasons = new ArrayList<>();
        for (String flags : List.of("-n", "-rn")) {
            List<String> prefix = List.of(unshare.get().toString(), flags);
            Optional<String> failure = failure(prefix);
            if (failure.isEmpty()) {
                return new Possible(prefix);
            }
            reasons.add("unshare " + flags + ": " + failure.get());
        }
        return new Impossible(String.join("; ", reasons));
    }

    private static Optional<String> failure(List<String> prefix) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(Stream.concat(prefix.stream(), Stream.of("true")).toList())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return Optional.of("does not end");
            }
            return process.exitValue() == 0
                    ? Optional.empty()
                    : Optional.of(said.isEmpty() ? "exit code " + process.exitValue() : said);
        } catch (IOException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    /** Whether this process sees no network interface but loopback. */
    static boolean onlyLoopback() throws IOException {
        try (Stream<NetworkInterface> interfaces = NetworkInterface.networkInterfaces()) {
            for (NetworkInterface each : interfaces.toList()) {
                if (!each.isLoopback()) {
                    return false;
                }
            }
        }
        return true;
    }
}
