package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.provider.SessionFolders;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A session that its provider keeps in several files: one for it, one for each message, one for each part of a message
 * ({@link SessionFolders}). It is read as lines: the session, then each message with its parts, made as they are read.
 */
public final class KeptSession {
    private final Path file;
    private final Path root;
    private final SessionFolders folders;

    private KeptSession(Path file, Path root, SessionFolders folders) {
        this.file = file;
        this.root = root;
        this.folders = folders;
    }

    /** The session whose own file this is, told from where it lies; empty for any other file. */
    public static Optional<KeptSession> of(Path file) {
        // No manifest is read for what cannot be one: that costs a fifth of a second.
        if (!file.toString().endsWith(".json")) {
            return Optional.empty();
        }
        for (SessionFolders folders : Manifests.folders()) {
            Optional<Path> root = folders.rootOf(file);
            if (root.isPresent()) {
                return Optional.of(new KeptSession(file, root.get(), folders));
            }
        }
        return Optional.empty();
    }

    /**
     * Its lines.
     *
     * @throws IOException if its messages cannot be listed; the stream throws {@link RecordingException} where a file
     *     is no JSON object, or larger than a document may be
     */
    public InputStream lines() throws IOException {
        return new Lines(files(folders.messagesOf(root, file)).iterator());
    }

    /** The files of a folder by name, links left out; none where there is no folder. */
    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (Stream<Path> all = Files.list(folder)) {
            return all.filter(file -> file.toString().endsWith(".json"))
                    .filter(file -> Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS))
                    .sorted()
                    .toList();
        }
    }

    private byte[] session() throws IOException {
        ObjectNode line = Json.mapper().createObjectNode();
        line.set(folders.about(), read(file));
        return bytes(line);
    }

    private byte[] message(Path message) throws IOException {
        ObjectNode line = Json.mapper().createObjectNode();
        line.set(folders.about(), read(message));
        ArrayNode parts = line.putArray(folders.list());
        for (Path part : files(folders.partsOf(root, message))) {
            parts.add(read(part));
        }
        return bytes(line);
    }

    private static byte[] bytes(ObjectNode line) {
        return (Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode read(Path file) throws IOException {
        if (Files.size(file) > Document.LARGEST) {
            throw wrong(file, 1, "a file of up to " + Document.LARGEST + " bytes", "a larger one");
        }
        try {
            JsonNode node = Json.read(Files.readAllBytes(file));
            if (!node.isObject()) {
                throw wrong(file, 1, "a JSON object", "another JSON value");
            }
            return node;
        } catch (JacksonException e) {
            int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
            throw wrong(file, line, "a JSON object", Json.complaint(e));
        }
    }

    private static RecordingException wrong(Path file, int line, String expected, String found) {
        return new RecordingException("not readable", file.toString(), line, 0, expected, found);
    }

    /** Holds one line at a time. */
    private final class Lines extends InputStream {
        private final Iterator<Path> messages;
        private @Nullable ByteArrayInputStream line;

        private Lines(Iterator<Path> messages) {
            this.messages = messages;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            if (count == 0) {
                return 0;
            }
            if (line == null) {
                line = new ByteArrayInputStream(session());
            }
            while (line.available() == 0) {
                if (!messages.hasNext()) {
                    return -1;
                }
                line = new ByteArrayInputStream(message(messages.next()));
            }
            return line.read(into, from, count);
        }
    }
}
