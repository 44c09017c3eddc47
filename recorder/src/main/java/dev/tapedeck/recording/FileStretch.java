package dev.tapedeck.recording;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** A stretch of an open file; closing it leaves the file open unless it owns it. */
final class FileStretch extends InputStream {
    private final FileChannel file;
    private final boolean owns;
    private final long end;
    private long position;

    /**
     * @param end offset behind the last byte, in bytes
     * @param owns whether closing it closes the file
     */
    FileStretch(FileChannel file, long from, long end, boolean owns) {
        this.file = file;
        this.position = from;
        this.end = end;
        this.owns = owns;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int count) throws IOException {
        if (position >= end) {
            return -1;
        }
        int wanted = (int) Math.min(count, end - position);
        int read = file.read(ByteBuffer.wrap(into, from, wanted), position);
        position += Math.max(0, read);
        return read;
    }

    @Override
    public void close() throws IOException {
        if (owns) {
            file.close();
        }
    }
}
