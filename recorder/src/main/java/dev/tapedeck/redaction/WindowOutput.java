package dev.tapedeck.redaction;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Passes bytes on in windows that end between words, each changed as a whole. */
final class WindowOutput extends OutputStream {
    private static final int WINDOW = 256 * 1024;
    private static final int MARGIN = 16 * 1024;

    private final OutputStream out;
    private final UnaryOperator<byte[]> change;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(2 * WINDOW);

    WindowOutput(OutputStream out, UnaryOperator<byte[]> change) {
        this.out = out;
        this.change = change;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
        held.write(bytes, from, count);
        if (held.size() < WINDOW) {
            return;
        }
        byte[] all = held.toByteArray();
        int end = breakIn(all, all.length - MARGIN, all.length);
        out.write(change.apply(Arrays.copyOf(all, end)));
        held.reset();
        held.write(all, end, all.length - end);
    }

    /** Passes on what is left. */
    void finish() throws IOException {
        out.write(change.apply(held.toByteArray()));
        held.reset();
    }

    /** The last place in a range that lies behind a space, else one that cuts neither an escape nor a character. */
    static int breakIn(byte[] bytes, int from, int to) {
        for (int i = to; i > from; i--) {
            if (bytes[i - 1] == ' ') {
                return i;
            }
        }
        int end = to;
        while (end > from && !isPlain(bytes, end)) {
            end--;
        }
        return end > from ? end : to;
    }

    private static boolean isPlain(byte[] bytes, int end) {
        for (int i = Math.max(0, end - 6); i < end; i++) {
            if (bytes[i] < 0 || bytes[i] == '\\' || bytes[i] == '%') {
                return false;
            }
        }
        return end >= bytes.length || bytes[end] >= 0;
    }
}
