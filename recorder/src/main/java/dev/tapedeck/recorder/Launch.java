package dev.tapedeck.recorder;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A process to start.
 *
 * @param command program and arguments; a program without a folder is looked up on {@code PATH}
 * @param directory folder to work in; absent: the caller's
 * @param environment the whole environment; absent: the caller's, unchanged to the byte
 */
public record Launch(List<String> command, @Nullable Path directory, @Nullable Map<String, String> environment) {
    public Launch {
        if (command.isEmpty()) {
            throw new IllegalArgumentException("a command expected, found none");
        }
        command = List.copyOf(command);
        environment = environment == null ? null : Map.copyOf(environment);
    }

    /** A command that works in the caller's folder and environment. */
    public static Launch of(List<String> command) {
        return new Launch(command, null, null);
    }

    /** Another command in the same folder and environment. */
    public Launch with(List<String> other) {
        return new Launch(other, directory, environment);
    }

    ProcessBuilder builder() {
        ProcessBuilder builder = new ProcessBuilder(ExactArguments.of(command));
        if (directory != null) {
            builder.directory(directory.toFile());
        }
        if (environment != null) {
            builder.environment().clear();
            builder.environment().putAll(environment);
        }
        return builder;
    }
}
