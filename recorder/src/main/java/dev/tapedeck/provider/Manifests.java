package dev.tapedeck.provider;

import dev.tapedeck.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** The manifests that come with Tapedeck; a provider is added by a file and its name in {@code index.json}. */
public final class Manifests {
    private Manifests() {}

    /** Every manifest, in the order of the index. */
    public static List<Manifest> all() {
        return Loaded.ALL;
    }

    /**
     * Whether the command may be a server's, by the names of programs in {@code servers.txt}: reading all manifests
     * costs a fifth of a second, which a session on stdio must not wait for.
     */
    public static boolean mayServe(List<String> command) {
        try {
            List<String> servers =
                    new String(resource("servers.txt"), StandardCharsets.UTF_8).lines().toList();
            return command.stream().anyMatch(word -> servers.contains(CommandShape.baseName(word)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * What a file or folder is in which a provider keeps its sessions so that they cannot be read here, and what to do;
     * empty for anything else.
     *
     * @throws IOException if the file cannot be read
     */
    public static Optional<String> store(Path path) throws IOException {
        for (Manifest manifest : all()) {
            for (Store store : manifest.stores()) {
                if (store.isAt(path)) {
                    return Optional.of(store.says());
                }
            }
        }
        return Optional.empty();
    }

    /** How providers keep sessions in several files that are read together. */
    public static List<SessionFolders> folders() {
        return all().stream()
                .flatMap(manifest -> manifest.wires().stream())
                .map(Manifest.WireSpec::folders)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Read on first use, because most commands need no manifest. */
    private static final class Loaded {
        private static final List<Manifest> ALL = load();

        private static List<Manifest> load() {
            try {
                List<Manifest> manifests = new ArrayList<>();
                for (var file : Json.read(resource("index.json"))) {
                    String name = file.asText();
                    manifests.add(ManifestReader.read(name, resource(name)));
                }
                return List.copyOf(manifests);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = Manifests.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IOException("manifest " + name + " is missing from the program");
            }
            return in.readAllBytes();
        }
    }
}
