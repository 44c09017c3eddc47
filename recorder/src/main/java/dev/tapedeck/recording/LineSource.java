package dev.tapedeck.recording;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads a file line by line, cut at byte 0x0A only, in memory bounded by the longest line that is parsed.
 *
 * <p>The current line lies in {@link #buffer} from 0 to {@link #length}, without its line feed. A line over the limit
 * is there with its beginning only and is read on through {@link #rest}.
 */
final class LineSource {
    private final InputStream in;
    private final int limit;
    private final byte[] chunk = new byte[64 * 1024];
    private int chunkAt;
    private int chunkEnd;
    private boolean ended;

    private byte[] line = new byte[8192];
    private int length;
    private boolean terminated;
    private boolean oversize;
    private boolean lineDone = true;
    private long number;
    private long offset;
    private long position;

    LineSource(InputStream in, int limit) {
        this.in = in;
        this.limit = limit;
    }

    /** Goes to the next line; false at the end of the file. */
    boolean advance() throws IOException {
        if (!lineDone) {
            rest().skip(Long.MAX_VALUE);
        }
        length = 0;
        oversize = false;
        terminated = false;
        offset = position;
        if (chunkAt == chunkEnd && !fill()) {
            return false;
        }
        number++;
        lineDone = false;
        while (!lineDone && !oversize) {
            take();
        }
        return true;
    }

    private void take() throws IOException {
        if (chunkAt == chunkEnd && !fill()) {
            lineDone = true;
            return;
        }
        int end = endInChunk();
        int room = Math.min(end - chunkAt, limit + 1 - length);
        hold(room);
        if (length > limit) {
            oversize = true;
        } else if (end < chunkEnd) {
            passLineFeed();
        }
    }

    private int endInChunk() {
        int i = chunkAt;
        while (i < chunkEnd && chunk[i] != '\n') {
            i++;
        }
        return i;
    }

    private void hold(int count) {
        if (count > line.length - length) {
            long grown = Math.max((long) length + count, 2L * line.length);
            line = Arrays.copyOf(line, (int) Math.min(grown, limit + 1L));
        }
        System.arraycopy(chunk, chunkAt, line, length, count);
        length += count;
        chunkAt += count;
        position += count;
    }

    private void passLineFeed() {
        chunkAt++;
        position++;
        terminated = true;
        lineDone = true;
    }

    private boolean fill() throws IOException {
        if (ended) {
            return false;
        }
        chunkAt = 0;
        chunkEnd = Math.max(0, in.read(chunk));
        ended = chunkEnd == 0;
        return !ended;
    }

    /** What follows the beginning of a line over the limit, up to its line feed. */
    InputStream rest() {
        return new InputStream() {
            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] into, int from, int count) throws IOException {
                if (lineDone || count == 0) {
                    return lineDone ? -1 : 0;
                }
                if (chunkAt == chunkEnd && !fill()) {
                    lineDone = true;
                    return -1;
                }
                int end = endInChunk();
                int taken = Math.min(count, end - chunkAt);
                System.arraycopy(chunk, chunkAt, into, from, taken);
                chunkAt += taken;
                position += taken;
                if (chunkAt == end && end < chunkEnd) {
                    passLineFeed();
                }
                return taken == 0 ? read(into, from, count) : taken;
            }
        };
    }

    byte[] buffer() {
        return line;
    }

    int length() {
        return length;
    }

    boolean oversize() {
        return oversize;
    }

    /** Whether the line ended in a line feed; known of a line over the limit only once its rest is read. */
    boolean terminated() {
        return terminated;
    }

    /** Line number, from 1. */
    long number() {
        return number;
    }

    /** Offset of the line's first byte in the file, from 0. */
    long offset() {
        return offset;
    }

    /** Offset of the next byte to be read, from 0. */
    long position() {
        return position;
    }
}
