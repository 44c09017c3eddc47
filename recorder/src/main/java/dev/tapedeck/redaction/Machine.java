package dev.tapedeck.redaction;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is private about the machine that records.
 *
 * <p>Where the environment names another home, user or host ({@code HOME}, {@code USER}, {@code HOSTNAME} …), both
 * are private.
 *
 * @param home the user's home folder, absolute
 * @param cwd the folder the provider works in, absolute
 * @param user the user's login name
 * @param host the machine's name, with or without its domain
 * @param environment variables by name; of the others only those whose name looks secret are looked at
 */
public record Machine(
        @Nullable String home,
        @Nullable String cwd,
        @Nullable String user,
        @Nullable String host,
        Map<String, String> environment) {

    public Machine {
        environment = Map.copyOf(environment);
    }

    /** The machine this program runs on, working in the given folder. */
    public static Machine current(String cwd) {
        return new Machine(
                System.getProperty("user.home"), cwd, System.getProperty("user.name"), hostName(), System.getenv());
    }

    /** The name this machine gives itself; no resolver is asked, because that could reach for the network. */
    private static @Nullable String hostName() {
        Path kernel = Path.of("/proc/sys/kernel/hostname");
        try {
            return Files.exists(kernel) ? Files.readString(kernel).strip() : ask();
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable String ask() throws IOException {
        Process asked = new ProcessBuilder("hostname").redirectErrorStream(true).start();
        try (BufferedReader answer = asked.inputReader()) {
            return answer.readLine();
        }
    }
}
