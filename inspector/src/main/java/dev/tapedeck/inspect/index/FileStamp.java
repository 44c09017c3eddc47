package dev.tapedeck.inspect.index;

import dev.tapedeck.hash.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.Set;

/**
 * What tells whether a file is still the one that was indexed.
 *
 * @param size in bytes
 * @param modified in ms
 * @param key the file system's own identity of the file, as text
 * @param ends hash of the first and the last 4 KiB
 * @param hasEnd whether its last line is the end of a recording
 */
public record FileStamp(long size, long modified, String key, String ends, boolean hasEnd) {
    private static final int END_BYTES = 4096;
    private static final String END_LINE = "{\"end\":";

    /**
     * The stamp of a regular file; a link is not followed.
     *
     * @throws IOException if it is no regular file or cannot be read
     */
    static FileStamp of(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException("expected a regular file, found a link, a folder or a device");
        }
        long size = attributes.size();
        MessageDigest digest = Sha256.digest();
        try (SeekableByteChannel channel =
                Files.newByteChannel(file, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS))) {
            digest.update(read(channel));
            channel.position(Math.max(0, size - END_BYTES));
            ByteBuffer tail = read(channel);
            digest.update(tail.duplicate());
            return new FileStamp(
                    size,
                    attributes.lastModifiedTime().toMillis(),
                    String.valueOf(attributes.fileKey()),
                    HexFormat.of().formatHex(digest.digest()),
                    lastLine(tail).startsWith(END_LINE));
        }
    }

    private static String lastLine(ByteBuffer tail) {
        String text = StandardCharsets.ISO_8859_1.decode(tail).toString().stripTrailing();
        return text.substring(text.lastIndexOf('\n') + 1);
    }

    private static ByteBuffer read(SeekableByteChannel channel) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(END_BYTES);
        while (buffer.hasRemaining() && channel.read(buffer) >= 0) {}
        return buffer.flip();
    }
}
