package dev.tapedeck.inspect.index;

import dev.tapedeck.golden.MapperCode;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import java.util.zip.CheckedOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Frame tables of long recordings on disk, so that they are there at once the next time.
 *
 * <p>A file's name is a hash of what it was made from: size, time and both ends of the recording, and the code of the
 * rules. So one that is old is never found, and one that is damaged is thrown away; either way the table is made anew.
 * The folder is the user's alone, since tables hold names out of recordings.
 */
final class TableCache {
    /** Frames from which on a table is kept on disk. */
    static final int WORTH_IT = 20_000;
    /** Tables that are kept; those used longest ago go. */
    static final int MOST = 64;

    private static final int FORMAT = 2;
    private static final String END = ".frames";
    private static final int BUFFER = 1 << 16;

    private final @Nullable Path folder;

    /** @param folder made when it is needed; absent to keep nothing */
    TableCache(@Nullable Path folder) {
        this.folder = folder;
    }

    /** The table of a recording, if one of just this file and these rules was kept. */
    Optional<FrameTable> find(Recording recording) {
        Path file = file(recording);
        if (file == null || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try {
            FrameTable table = read(file);
            Files.setLastModifiedTime(file, FileTime.fromMillis(System.currentTimeMillis()));
            return Optional.of(table);
        } catch (IOException | RuntimeException e) {
            // Damaged, whatever way: what it was made from is still there.
            discard(file);
            return Optional.empty();
        }
    }

    /** Keeps a table; where that is not possible it is made anew the next time. */
    void keep(Recording recording, FrameTable frames) {
        TableColumns table = frames.columns();
        Path file = file(recording);
        if (file == null || table.size() < WORTH_IT) {
            return;
        }
        try {
            Files.createDirectories(file.getParent(), ownerOnly("rwx------"));
            Path whole = Files.createTempFile(file.getParent(), ".table", null, ownerOnly("rw-------"));
            try {
                write(whole, table);
                Files.move(whole, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(whole);
            }
            clean(file.getParent());
        } catch (IOException | UnsupportedOperationException e) {
            discard(file);
        }
    }

    private static FrameTable read(Path file) throws IOException {
        CRC32C sum = new CRC32C();
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
                DataInputStream data = new DataInputStream(
                        new CheckedInputStream(new BufferedInputStream(in, BUFFER), sum))) {
            TableColumns table = TableFile.read(data);
            long found = sum.getValue();
            long told = data.readLong();
            if (told != found || data.read() >= 0) {
                throw new IOException("checksum " + told + " expected, found " + found);
            }
            return new FrameTable(table, false);
        }
    }

    private static void write(Path file, TableColumns table) throws IOException {
        CRC32C sum = new CRC32C();
        try (OutputStream out = Files.newOutputStream(file);
                CheckedOutputStream checked = new CheckedOutputStream(new BufferedOutputStream(out, BUFFER), sum);
                DataOutputStream data = new DataOutputStream(new BufferedOutputStream(checked, BUFFER))) {
            TableFile.write(table, data);
            data.flush();
            data.writeLong(sum.getValue());
        }
    }

    private @Nullable Path file(Recording recording) {
        String made = String.join(
                "\n",
                recording.id(),
                recording.stamp().toString(),
                MapperCode.mapper(),
                MapperCode.reducer(),
                Integer.toString(FORMAT));
        return folder == null ? null : folder.resolve(Ids.of(made) + END);
    }

    private static void clean(Path folder) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.list(folder)) {
            files = all.filter(file -> file.getFileName().toString().endsWith(END))
                    .sorted(Comparator.comparing(TableCache::used).reversed())
                    .toList();
        }
        files.stream().skip(MOST).forEach(TableCache::discard);
    }

    private static FileTime used(Path file) {
        try {
            return Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static void discard(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // It stays, and is never read as anything else than what its checksum says.
        }
    }

    private static FileAttribute<?>[] ownerOnly(String rights) {
        boolean posix = FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
        Set<PosixFilePermission> permissions = PosixFilePermissions.fromString(rights);
        return posix
                ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
                : new FileAttribute<?>[0];
    }
}
