package dev.tapedeck.cli;

import dev.tapedeck.provider.Manifests;
import dev.tapedeck.recording.KeptSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Recordings that a command line names: files as they stand, folders with everything in them. */
final class Recordings {
    private Recordings() {}

    /**
     * Files in the order of the command line, those of a folder by name. In a folder {@code *.ndjson} and
     * {@code *.jsonl} are recordings, and so is the file of a session that a provider keeps in several
     * ({@link KeptSession}); a folder is never left through a link.
     *
     * @throws IOException if something does not exist, or a folder holds none, or a provider keeps its sessions there
     *     in a form that is not read
     */
    static List<Path> of(List<Path> named) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path path : named) {
            if (Files.isDirectory(path)) {
                requireNoStore(path);
                List<Path> inside = inside(path);
                if (inside.isEmpty()) {
                    throw new IOException(path + ": recordings (*.ndjson) expected, found none");
                }
                files.addAll(inside);
            } else if (Files.exists(path)) {
                if (!isNamedOne(path)) {
                    requireNoStore(path);
                }
                files.add(path);
            } else {
                throw new NoSuchFileException(
                        path.toString(), null, "an existing file or folder expected, found none");
            }
        }
        return files;
    }

    /** @throws IOException that says what the place is, if a provider keeps its sessions there in a form of its own */
    static void requireNoStore(Path path) throws IOException {
        Optional<String> store = Manifests.store(path);
        if (store.isPresent()) {
            throw new IOException(path + ": a recording, or a file of a known wire, expected, found " + store.get());
        }
    }

    private static final List<String> NAMES = List.of(".ndjson", ".jsonl", ".ndjson.gz", ".jsonl.gz");

    private static boolean isNamedOne(Path file) {
        return KeptSession.of(file).isPresent() || NAMES.stream().anyMatch(file.toString()::endsWith);
    }

    private static List<Path> inside(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile)
                    .filter(Recordings::isNamedOne)
                    .sorted()
                    .toList();
        }
    }
}
