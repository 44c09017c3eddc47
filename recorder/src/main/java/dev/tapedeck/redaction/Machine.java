package dev.tapedeck.redaction;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is private about the machine that records.
 *
 * @param home the user's home folder, absolute
 * @param cwd the folder the provider works in, absolute
 * @param user the user's login name
 * @param host the machine's name, with or without its domain
 * @param environment variables by name; only those whose name looks secret are looked at
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

    private static @Nullable String hostName() {
        String named = System.getenv("HOSTNAME");
        if (named != null && !named.isBlank()) {
            return named;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return null;
        }
    }
}
