package dev.tapedeck.recorder;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.hash.Sha256;
import dev.tapedeck.recording.KeptSession;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.RecordingWriter;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.redaction.Scrubber;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A file that another program wrote, about to become a recording. Its id is made of its content, so that the same file
 * has the same id; nobody vouches for it, so it proves nothing (origin {@code synthetic}).
 */
public final class FileImport {
    /** How the recording of an imported file ends. */
    public static final String REASON = "imported";

    private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
    private static final int ID_LENGTH = 16;

    private final Path file;
    private final @Nullable Wire forced;
    private final Header header;

    private FileImport(Path file, @Nullable Wire forced, Header header) {
        this.file = file;
        this.forced = forced;
        this.header = header;
    }

    /**
     * Looks at a file.
     *
     * @param forced its wire, whatever it looks like; absent: told from content
     * @throws IOException if it cannot be read, or is a recording already
     */
    public static FileImport of(Path file, @Nullable Wire forced) throws IOException {
        try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT, forced)) {
            if (!reader.headerless()) {
                throw new IOException(file + ": a file of another program expected, found a recording");
            }
            return new FileImport(file, forced, reader.header());
        }
    }

    /** What the file was recognised as. */
    public Header header() {
        return header;
    }

    /**
     * Writes the recording.
     *
     * @return where it lies
     * @throws IOException if the file cannot be read or the recording not be written
     */
    public Path write(RecordingPlace place, Scrubber scrubber) throws IOException {
        Header named = header(id(), Map.of());
        Path recording = place.choose(named.provider(), Files.getLastModifiedTime(file).toInstant(), named.id());
        try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT, forced);
                RecordingWriter writer = RecordingWriter.create(recording, named)) {
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                write(scrubber.scrub(entry), writer);
            }
            write(scrubber.flush(), writer);
            writer.header(header(named.id(), scrubber.counts()));
            writer.end(null, null, REASON);
        }
        return recording;
    }

    private static void write(List<Entry> entries, RecordingWriter writer) throws IOException {
        for (Entry entry : entries) {
            writer.write(entry);
        }
    }

    private Header header(String id, Map<String, Long> redaction) {
        return new Header(
                id, header.provider(), header.wire(), header.transport(), header.version(), null, List.of(), null,
                header.started(), Origin.SYNTHETIC, null, null, List.of(), redaction, Map.of(), null);
    }

    private String id() throws IOException {
        MessageDigest digest = Sha256.digest();
        Optional<KeptSession> kept = KeptSession.of(file);
        try (InputStream content = kept.isPresent() ? kept.get().lines() : Files.newInputStream(file);
                InputStream in = new DigestInputStream(content, digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        byte[] hash = digest.digest();
        StringBuilder id = new StringBuilder(ID_LENGTH);
        for (int i = 0; i < ID_LENGTH; i++) {
            id.append(ALPHABET.charAt(hash[i] & 31));
        }
        return id.toString();
    }
}
