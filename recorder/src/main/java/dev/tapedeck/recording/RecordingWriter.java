package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.hash.Sha256;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes a recording: header, entries in order, end.
 *
 * <p>Entries are only ever appended. The header's line is padded with spaces, so that what is known late (version,
 * replacements counted) can be written over it in place, at every force and at the end: a reader sees a whole header
 * whenever the program stops. Call {@link #flush} after each batch of frames. Not safe for use by several threads.
 */
public final class RecordingWriter implements AutoCloseable {
    /** Spare room in the header's line, in bytes. */
    static final int HEADER_ROOM = 256;
    private static final long FORCE_EVERY_NANOS = 1_000_000_000L;
    private static final int BUFFER = 64 * 1024;
    private static final Set<StandardOpenOption> CREATE =
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

    private final Path path;
    private final FileChannel file;
    private final LongSupplier nanoClock;
    private final MessageDigest digest;
    private final OutputStream out;
    private final EntryWriter entries;
    private final int headerSize;
    private @Nullable Header changed;
    private long lastForce;
    private long nextSeq;
    private long frames;
    private boolean ended;

    private RecordingWriter(
            Path path, FileChannel file, LongSupplier nanoClock, int headerSize, RecordingReader.Tail tail) {
        this.path = path;
        this.file = file;
        this.nanoClock = nanoClock;
        this.digest = tail.digest();
        this.headerSize = headerSize;
        this.nextSeq = tail.nextSeq();
        this.frames = tail.frames();
        this.lastForce = nanoClock.getAsLong();
        this.out = new BufferedOutputStream(new DigestOutputStream(Channels.newOutputStream(file), digest), BUFFER);
        this.entries = new EntryWriter(out);
    }

    /**
     * Creates a file, readable and writable by its owner only, and writes the header.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     * @throws IOException if it cannot be created or written
     */
    public static RecordingWriter create(Path path, Header header) throws IOException {
        return create(path, header, System::nanoTime);
    }

    /**
     * As {@link #create(Path, Header)}, with a clock of the caller's.
     *
     * @param nanoClock a monotonic clock in ns
     */
    public static RecordingWriter create(Path path, Header header, LongSupplier nanoClock) throws IOException {
        FileChannel file = FileChannel.open(path, CREATE, ownerOnly());
        try {
            byte[] line = headerLine(header, HEADER_ROOM);
            writeFully(file, line, 0);
            file.position(line.length);
            RecordingReader.Tail nothing = new RecordingReader.Tail(1, 0, 0, Sha256.digest(), -1);
            return new RecordingWriter(path, file, nanoClock, line.length, nothing);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /** A recording opened to be gone on with. */
    public record Appending(RecordingWriter writer, Header header, long nextSeq, long micros, TailRepair repair) {}

    /**
     * Opens a recording to append to it. A torn tail is repaired first; the caller says so with {@link
     * TailRepair#sentence}. The end line, if there is one, gives way to the new one.
     *
     * @return the writer, with the next sequence number, the latest time in µs, and what was repaired
     * @throws RecordingException if the file is no recording or is damaged before its tail
     * @throws IOException if it cannot be read or written
     */
    public static Appending append(Path path, LongSupplier nanoClock) throws IOException {
        TailRepair repair = TailRepair.repair(path);
        Header header;
        RecordingReader.Tail tail;
        try (RecordingReader reader = RecordingReader.open(path, Strictness.STRICT)) {
            if (reader.headerless()) {
                throw new RecordingException("not a recording", path.toString(), 1, 0, "a header", "none");
            }
            while (reader.next() != null) {
                continue;
            }
            header = reader.header();
            tail = reader.tail();
        }
        FileChannel file = FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE);
        try {
            if (tail.endOffset() >= 0) {
                file.truncate(tail.endOffset());
            }
            file.position(file.size());
            RecordingWriter writer = new RecordingWriter(path, file, nanoClock, firstLine(file), tail);
            return new Appending(writer, header, tail.nextSeq(), tail.micros(), repair);
        } catch (IOException e) {
            file.close();
            throw e;
        }
    }

    /**
     * Appends an entry, which may stay in memory until the next {@link #flush}.
     *
     * @throws IllegalArgumentException if its sequence number is not the next one
     * @throws IOException if the file cannot be written
     */
    public void write(Entry entry) throws IOException {
        if (entry.seq() != nextSeq) {
            throw new IllegalArgumentException("seq=" + nextSeq + " expected, found " + entry.seq());
        }
        entries.write(entry);
        nextSeq++;
        frames += entry instanceof Frame ? 1 : 0;
    }

    /** Replaces the header; written at the next force and at the end. */
    public void header(Header header) {
        changed = header;
    }

    /**
     * Hands what was written to the operating system, and forces it to disk when the last time is a second ago.
     *
     * @throws IOException if the file cannot be written
     */
    public void flush() throws IOException {
        out.flush();
        long now = nanoClock.getAsLong();
        if (now - lastForce >= FORCE_EVERY_NANOS) {
            force();
            lastForce = now;
        }
    }

    /**
     * Writes the end and forces the file to disk.
     *
     * @param exit exit code of the provider, absent when a signal ended it or it is unknown
     * @param signal name of the signal that ended it
     * @param reason why recording ended, see {@link Ending}
     * @throws IOException if the file cannot be written
     */
    public Ending end(@Nullable Integer exit, @Nullable String signal, String reason) throws IOException {
        out.flush();
        Ending ending = new Ending(exit, signal, reason, frames, HexFormat.of().formatHex(Sha256.soFar(digest)));
        entries.end(ending);
        out.flush();
        force();
        if (changed != null) {
            moveBehindLongerHeader(changed);
        }
        ended = true;
        return ending;
    }

    /** Frames written so far. */
    public long frames() {
        return frames;
    }

    /** Closes the file; without {@link #end} before it stays truncated, but readable. */
    @Override
    public void close() throws IOException {
        try (file) {
            if (!ended) {
                out.flush();
                force();
            }
        }
    }

    private void force() throws IOException {
        if (changed != null) {
            byte[] line = headerLine(changed, 0);
            if (line.length <= headerSize) {
                writeFully(file, headerLine(changed, headerSize - line.length), 0);
                changed = null;
            }
        }
        file.force(false);
    }

    /** A header that outgrew its room cannot be written in place; a whole new file takes the old one's place. */
    private void moveBehindLongerHeader(Header header) throws IOException {
        Path moved = path.resolveSibling("." + path.getFileName() + ".moving");
        Files.deleteIfExists(moved);
        try (FileChannel copy = FileChannel.open(moved, CREATE, ownerOnly());
                FileChannel old = FileChannel.open(path, StandardOpenOption.READ)) {
            byte[] line = headerLine(header, 0);
            writeFully(copy, line, 0);
            copy.position(line.length);
            long size = old.size();
            for (long at = headerSize; at < size; ) {
                at += old.transferTo(at, size - at, copy);
            }
            copy.force(true);
        }
        Files.move(moved, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static int firstLine(FileChannel file) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(1024 * 1024);
        while (start.hasRemaining() && file.read(start, start.position()) >= 0) {
            continue;
        }
        for (int i = 0; i < start.position(); i++) {
            if (start.get(i) == '\n') {
                return i + 1;
            }
        }
        return start.position();
    }

    private static byte[] headerLine(Header header, int room) {
        String json = HeaderCodec.write(header);
        String padded = json.substring(0, json.length() - 1) + " ".repeat(room) + "}\n";
        return padded.getBytes(StandardCharsets.UTF_8);
    }

    private static void writeFully(FileChannel file, byte[] bytes, long position) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            file.write(left, position + left.position());
        }
    }

    private static FileAttribute<?>[] ownerOnly() {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(
                        PosixFilePermissions.fromString("rw-------"))}
                : new FileAttribute<?>[0];
    }
}
