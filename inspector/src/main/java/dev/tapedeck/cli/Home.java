package dev.tapedeck.cli;

import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Tapedeck's own folder, the same for every command: {@code $TAPEDECK_HOME}, else {@code .tapedeck} in {@code $HOME},
 * else in the home folder that the system names. A variable that is empty counts as not set.
 */
record Home(Path root) {

    /** The folder that this process's environment names. */
    static Home current() {
        return of(System.getenv(), Path.of(System.getProperty("user.home")));
    }

    /** @param home the user's home folder where the environment names none */
    static Home of(Map<String, String> environment, Path home) {
        String own = set(environment.get("TAPEDECK_HOME"));
        if (own != null) {
            return new Home(Path.of(own));
        }
        String users = set(environment.get("HOME"));
        return new Home((users == null ? home : Path.of(users)).resolve(".tapedeck"));
    }

    /** Where {@code record} and {@code import} write, and {@code inspect} looks, when no folder is named. */
    Path recordings() {
        return root.resolve("recordings");
    }

    /** Tables of long recordings, kept so that they open at once the next time. */
    Path index() {
        return root.resolve("index");
    }

    private static @Nullable String set(@Nullable String value) {
        return value == null || value.isEmpty() ? null : value;
    }
}
