package dev.tapedeck.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Bytes of one frame as they gather: in memory up to a limit, beyond it in a temporary file. */
final class HeldBytes {
    private static final int START = 8192;

    private final int limit;
    private final @Nullable Path spillFolder;
    private byte[] held = new byte[START];
    private int length;
    private @Nullable Spill spill;

    /**
     * @param limit bytes held in memory at most
     * @param spillFolder where what is longer is kept; absent: the system's folder for temporary files
     */
    HeldBytes(int limit, @Nullable Path spillFolder) {
        this.limit = limit;
        this.spillFolder = spillFolder;
    }

    /** @throws IOException if bytes beyond the limit cannot be kept */
    void append(byte[] bytes, int from, int to) throws IOException {
        int more = to - from;
        if (spill == null && more > limit + 1 - length) {
            spill = Spill.create(spillFolder);
            spill.append(held, 0, length);
            held = new byte[START];
            length = 0;
        }
        if (spill != null) {
            spill.append(bytes, from, to);
            return;
        }
        if (more > held.length - length) {
            long grown = Math.max((long) length + more, 2L * held.length);
            held = Arrays.copyOf(held, (int) Math.min(grown, limit + 1L));
        }
        System.arraycopy(bytes, from, held, length, more);
        length += more;
    }

    boolean isEmpty() {
        return length == 0 && spill == null;
    }

    boolean isSpilled() {
        return spill != null;
    }

    /** Bytes in memory. */
    int length() {
        return length;
    }

    /** The last byte in memory. */
    byte last() {
        return held[length - 1];
    }

    /** A copy of the first bytes in memory; nothing is held any more. */
    byte[] take(int size) {
        byte[] taken = Arrays.copyOf(held, size);
        length = 0;
        return taken;
    }

    /** What lies in a file; nothing is held any more. */
    Spill takeSpill() {
        Spill whole = Objects.requireNonNull(spill);
        spill = null;
        return whole;
    }
}
