package dev.tapedeck.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Recordings that a command line names: files as they stand, folders with everything in them. */
final class Recordings {
    private Recordings() {}

    /**
     * Files in the order of the command line, those of a folder by name. In a folder {@code *.ndjson} and
     * {@code *.jsonl} are recordings; a folder is never left through a link.
     *
     * @throws IOException if something does not exist, or a folder holds none
     */
    static List<Path> of(List<Path> named) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                List<Path> inside = inside(path);
                if (inside.isEmpty()) {
                    throw new IOException(path + ": recordings (*.ndjson) expected, found none");
                }
                files.addAll(inside);
            } else if (Files.exists(path)) {
                files.add(path);
            } else {
                throw new NoSuchFileException(
                        path.toString(), null, "an existing file or folder expected, found none");
            }
        }
        return files;
    }

    private static final List<String> NAMES = List.of(".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz");

    private static List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> NAMES.stream().anyMatch(file.toString()::endsWith))
                    .sorted()
                    .toList();
        }
    }
}
