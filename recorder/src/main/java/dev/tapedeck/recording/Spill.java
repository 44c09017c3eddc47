package dev.tapedeck.recording;

import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A line too long for memory, in a temporary file without a name, so that nothing is left behind however the program
 * ends. The file is gone when nobody refers to the payload any more.
 */
final class Spill {
    private final FileChannel file;
    private byte[] head = new byte[0];
    private long length;
    private byte last;

    private Spill(FileChannel file) {
        this.file = file;
    }

    static Spill create(@Nullable Path folder) throws IOException {
        Path path = folder == null
                ? Files.createTempFile("tapedeck-line-", ".part")
                : Files.createTempFile(folder, ".line-", ".part");
        FileChannel file = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            Files.delete(path);
        } catch (IOException e) {
            // Where open files keep their name, DELETE_ON_CLOSE does it.
            return new Spill(file);
        }
        return new Spill(file);
    }

    void append(byte[] bytes, int from, int to) throws IOException {
        if (from == to) {
            return;
        }
        if (head.length < RecordingLimits.OVERSIZE_HEAD) {
            int more = Math.min(RecordingLimits.OVERSIZE_HEAD - head.length, to - from);
            int had = head.length;
            head = Arrays.copyOf(head, had + more);
            System.arraycopy(bytes, from, head, had, more);
        }
        ByteBuffer left = ByteBuffer.wrap(bytes, from, to - from);
        while (left.hasRemaining()) {
            length += file.write(left, length);
        }
        last = bytes[to - 1];
    }

    LineEnd lineEnd(boolean terminated) {
        return !terminated ? LineEnd.NONE : last == '\r' ? LineEnd.CRLF : LineEnd.LF;
    }

    Payload payload(boolean terminated) {
        long size = lineEnd(terminated) == LineEnd.CRLF ? length - 1 : length;
        return new Payload.Oversize(size, head, out -> copy(size, out));
    }

    private void copy(long size, OutputStream out) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(64 * 1024);
        for (long at = 0; at < size; ) {
            buffer.clear().limit((int) Math.min(buffer.capacity(), size - at));
            int read = file.read(buffer, at);
            if (read < 0) {
                throw new IOException("a line of %d bytes expected, found %d".formatted(size, at));
            }
            out.write(buffer.array(), 0, read);
            at += read;
        }
    }
}
