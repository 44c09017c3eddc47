package dev.tapedeck.golden;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Replaces a file so that a reader, or a crash at any moment, sees the old bytes or the new ones. */
final class AtomicFile {
    private AtomicFile() {}

    static void write(Path target, byte[] bytes) throws IOException {
        long process = ProcessHandle.current().pid();
        Path temporary = target.resolveSibling("." + target.getFileName() + "." + process + ".tmp");
        Files.deleteIfExists(temporary); // left by a crash of a process with the same number
        try {
            try (FileChannel channel =
                    FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
                ByteBuffer buffer = ByteBuffer.wrap(bytes);
                while (buffer.hasRemaining()) {
                    channel.write(buffer);
                }
                channel.force(true);
            }
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(temporary);
        }
    }
}
