package dev.tapedeck.recording;

import java.io.BufferedInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** Files that were packed with gzip, recognised by their first bytes; what a small file may grow to is bounded. */
public final class Gzip {
    /** Most unpacked bytes of one file. */
    static final long MAX_BYTES = 4L << 30;
    /** Most unpacked bytes for one packed byte. */
    static final int MAX_RATIO = 100;
    /** A file may unpack to that many bytes, whatever its ratio. */
    static final long FREE_BYTES = 16L << 20;

    private static final int CHUNK = 64 * 1024;
    private static final int FIRST = 0x1f;
    private static final int SECOND = 0x8b;

    private Gzip() {}

    /** Whether the next bytes of a stream that can be reset say so; leaves it where it was. */
    static boolean begins(InputStream in) throws IOException {
        in.mark(2);
        boolean packed = in.read() == FIRST && in.read() == SECOND;
        in.reset();
        return packed;
    }

    /**
     * A stream's bytes, unpacked if they are packed.
     *
     * @param name what messages call it
     * @throws IOException from a read, where more comes out than the bounds allow
     */
    public static InputStream unpacked(InputStream in, String name) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, CHUNK);
        return begins(buffered) ? unpacking(buffered, name) : buffered;
    }

    static InputStream unpacking(InputStream packed, String name) throws IOException {
        Counted in = new Counted(packed);
        return new Bounded(new GZIPInputStream(in, CHUNK), in, name);
    }

    private static final class Counted extends FilterInputStream {
        private long bytes;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int b = super.read();
            bytes += b < 0 ? 0 : 1;
            return b;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            int read = super.read(into, from, count);
            bytes += Math.max(0, read);
            return read;
        }
    }

    private static final class Bounded extends FilterInputStream {
        private final Counted packed;
        private final String name;
        private long bytes;

        Bounded(InputStream in, Counted packed, String name) {
            super(in);
            this.packed = packed;
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int count) throws IOException {
            int read = super.read(into, from, count);
            bytes += Math.max(0, read);
            if (bytes > MAX_BYTES || bytes > FREE_BYTES && bytes / MAX_RATIO > packed.bytes) {
                throw new IOException("%s: at most %d bytes, and %d for each packed one, expected; found %d bytes of %d"
                        .formatted(name, MAX_BYTES, MAX_RATIO, bytes, packed.bytes));
            }
            return read;
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }
}
