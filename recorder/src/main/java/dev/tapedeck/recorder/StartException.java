package dev.tapedeck.recorder;

import dev.tapedeck.provider.ServerSpec.Address;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A command that could not be started: which one, and why. */
public final class StartException extends IOException {
    /** Exit code for a program that does not exist, as shells have it. */
    public static final int NOT_FOUND = 127;
    /** Exit code for a program that exists and could not be run, as shells have it. */
    public static final int NOT_RUNNABLE = 126;

    /** Both spellings of the JDK: {@code error=13, Permission denied} and {@code error: 13 (Permission denied)}. */
    private static final Pattern SYSTEM_ERROR = Pattern.compile("error[=:] ?\\d+,? ?\\(?([^()]+)");

    private final int exitCode;

    private StartException(String message, int exitCode, IOException cause) {
        super(message, cause);
        this.exitCode = exitCode;
    }

    static StartException of(Launch launch, IOException cause) {
        String program = launch.command().getFirst();
        Path directory = launch.directory() == null ? Path.of("") : launch.directory();
        if (launch.directory() != null && !Files.isDirectory(launch.directory())) {
            return new StartException(
                    "cannot start " + program + ": no such folder to work in: " + directory, NOT_RUNNABLE, cause);
        }
        if (!exists(program, directory)) {
            String where = program.contains("/") ? "no such file" : "not found on PATH";
            return new StartException("cannot start " + program + ": " + where, NOT_FOUND, cause);
        }
        return new StartException("cannot start " + program + ": " + reason(cause), NOT_RUNNABLE, cause);
    }

    /** The host's address could not be taken, on which its server would have listened. */
    static StartException noAddress(Launch launch, Address asked, IOException cause) {
        String why = cause instanceof BindException && String.valueOf(cause.getMessage()).contains("in use")
                ? "another program listens there"
                : String.valueOf(cause.getMessage());
        return new StartException(
                "cannot start " + launch.command().getFirst() + ": the address " + asked
                        + " that it is to serve cannot be taken: " + why,
                NOT_RUNNABLE,
                cause);
    }

    /** The exit code that a shell gives for this failure. */
    public int exitCode() {
        return exitCode;
    }

    private static boolean exists(String program, Path directory) {
        if (program.contains("/")) {
            return Files.exists(directory.resolve(program));
        }
        String path = System.getenv().getOrDefault("PATH", "");
        return Arrays.stream(path.split(File.pathSeparator))
                .anyMatch(folder -> Files.exists(directory.resolve(folder).resolve(program)));
    }

    /** The JDK's message without the command, which ours names already. */
    private static String reason(IOException cause) {
        String message = String.valueOf(cause.getMessage());
        Matcher system = SYSTEM_ERROR.matcher(message);
        return system.find() ? system.group(1) : message;
    }
}
