package dev.tapedeck.cli;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/** This program's arguments as they were given. */
final class OwnArguments {
    private static final Path GIVEN = Path.of("/proc/self/cmdline");

    private OwnArguments() {}

    /**
     * The arguments read as UTF-8, where the locale has made the JDK read them as something poorer and the system can
     * still tell; else as they are.
     */
    static String[] exact(String[] arguments) {
        if (Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")).equals(StandardCharsets.UTF_8)) {
            return arguments;
        }
        try {
            String[] given = Files.readString(GIVEN, StandardCharsets.UTF_8).split("\0", -1);
            int end = given.length - 1; // every argument ends in a zero byte
            return end < arguments.length ? arguments : Arrays.copyOfRange(given, end - arguments.length, end);
        } catch (IOException e) {
            return arguments;
        }
    }
}
