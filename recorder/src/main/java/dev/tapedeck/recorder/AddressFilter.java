package dev.tapedeck.recorder;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Shows the host another address than the one that the child prints.
 *
 * <p>Bytes that may be the start of the child's address wait for those that follow; all others pass at once.
 */
final class AddressFilter extends OutputStream {
    private final OutputStream to;
    private final byte[] printed;
    private final byte[] shown;
    private int matched;

    /**
     * @param printed the child's address
     * @param shown what the host sees instead
     */
    AddressFilter(OutputStream to, String printed, String shown) {
        this.to = to;
        this.printed = printed.getBytes(StandardCharsets.US_ASCII);
        this.shown = shown.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        int plain = from;
        for (int i = from; i < from + length; i++) {
            while (matched > 0 && bytes[i] != printed[matched]) {
                giveUp(longestStart());
            }
            if (bytes[i] != printed[matched]) {
                continue;
            }
            if (matched == 0) {
                to.write(bytes, plain, i - plain);
            }
            matched++;
            plain = i + 1;
            if (matched == printed.length) {
                to.write(shown);
                matched = 0;
            }
        }
        to.write(bytes, plain, from + length - plain);
        to.flush();
    }

    /** What waited is no address, but for its last bytes, which may still start one. */
    private void giveUp(int kept) throws IOException {
        to.write(printed, 0, matched - kept);
        matched = kept;
    }

    /** Length of the longest true end of what is matched that is also a start of the address. */
    private int longestStart() {
        int length = matched - 1;
        while (length > 0 && !Arrays.equals(printed, 0, length, printed, matched - length, matched)) {
            length--;
        }
        return length;
    }

    @Override
    public void flush() throws IOException {
        to.flush();
    }

    @Override
    public void close() throws IOException {
        giveUp(0);
        to.close();
    }
}
