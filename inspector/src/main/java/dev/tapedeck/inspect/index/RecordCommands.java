package dev.tapedeck.inspect.index;

import dev.tapedeck.provider.CommandShape;
import dev.tapedeck.provider.Manifests;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How the providers that this machine has can be recorded. Nothing is started to find out. */
public final class RecordCommands {
    private RecordCommands() {}

    /**
     * One command line for each way to start a provider whose program lies on the path.
     *
     * @param path folders with the system's separator between them
     */
    public static List<String> on(@Nullable String path) {
        List<String> folders = Arrays.asList((path == null ? "" : path).split(File.pathSeparator));
        List<String> commands = new ArrayList<>();
        Manifests.all().stream()
                .flatMap(manifest -> manifest.wires().stream())
                .flatMap(wire -> wire.commands().stream())
                .filter(command -> folders.stream().anyMatch(folder -> holds(folder, command.program())))
                .map(RecordCommands::line)
                .distinct()
                .forEach(commands::add);
        return commands;
    }

    private static boolean holds(String folder, String program) {
        try {
            Path file = Path.of(folder, program);
            return !folder.isEmpty() && Files.isRegularFile(file) && Files.isExecutable(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static String line(CommandShape command) {
        String arguments = String.join(" ", command.arguments());
        return ("tapedeck record -- " + command.program() + " " + arguments).strip();
    }
}
