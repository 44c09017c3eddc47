package dev.tapedeck.recorder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Where a recording goes. A recording that exists is never written over, unless it is said so. */
public sealed interface RecordingPlace {
    /**
     * The file to write, in a folder that exists.
     *
     * @param provider the provider's id, part of the path where the place has no name of its own
     * @param id the recording's id
     * @throws IOException if the folder cannot be made or an old file not be removed
     */
    Path choose(String provider, Instant started, String id) throws IOException;

    /**
     * A file that somebody has named. If it exists, the next free name beside it is taken ({@code a-2.ndjson}), because
     * a host starts the same command again and again. A folder gets a file of the default name.
     *
     * @param overwrite whether an existing file is replaced
     */
    record Named(Path file, boolean overwrite) implements RecordingPlace {
        @Override
        public Path choose(String provider, Instant started, String id) throws IOException {
            if (Files.isDirectory(file)) {
                return file.resolve(Names.file(started, id));
            }
            Path folder = file.toAbsolutePath().getParent();
            if (folder != null) {
                Names.makeFolders(folder);
            }
            if (!Files.exists(file)) {
                return file;
            }
            if (!Files.isRegularFile(file)) {
                throw new IOException("a regular file or a folder expected, found something else: " + file);
            }
            if (overwrite) {
                Files.delete(file);
                return file;
            }
            return Names.free(file);
        }
    }

    /**
     * The default place: {@code recordings/<provider>/<date>-<time>-<id>.ndjson}, in local time.
     *
     * @param home Tapedeck's own folder
     */
    record Home(Path home) implements RecordingPlace {
        @Override
        public Path choose(String provider, Instant started, String id) throws IOException {
            Path folder = home.resolve("recordings").resolve(provider);
            Names.makeFolders(folder);
            return folder.resolve(Names.file(started, id));
        }
    }

    /** File and folder names. */
    final class Names {
        private static final DateTimeFormatter STAMP =
                DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneId.systemDefault());

        private Names() {}

        private static String file(Instant started, String id) {
            return STAMP.format(started) + "-" + id + ".ndjson";
        }

        private static Path free(Path file) {
            String name = file.getFileName().toString();
            int dot = name.lastIndexOf('.') > 0 ? name.lastIndexOf('.') : name.length();
            for (int number = 2; ; number++) {
                Path next = file.resolveSibling(name.substring(0, dot) + "-" + number + name.substring(dot));
                if (!Files.exists(next)) {
                    return next;
                }
            }
        }

        /** Makes the folders that are missing, for their owner only: recordings hold what was said. */
        private static void makeFolders(Path folder) throws IOException {
            if (Files.isDirectory(folder)) {
                return;
            }
            boolean posix = folder.getFileSystem().supportedFileAttributeViews().contains("posix");
            FileAttribute<?>[] ownerOnly = posix
                    ? new FileAttribute<?>[] {
                        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                    }
                    : new FileAttribute<?>[0];
            Files.createDirectories(folder, ownerOnly);
        }
    }
}
