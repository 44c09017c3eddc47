package dev.tapedeck.lab.client;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;

/** Takes the provider's stdout as it comes and hands whole lines to an inbox. */
public final class LineFeed extends OutputStream {
    private final Inbox inbox;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private volatile boolean detached;

    public LineFeed(Inbox inbox) {
        this.inbox = inbox;
    }

    /** Its process is over: what still comes, from a child that it left behind, belongs to nobody. */
    public void detach() {
        detached = true;
    }

    @Override
    public void write(int b) {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
        if (detached) {
            return;
        }
        int start = from;
        for (int i = from; i < from + length; i++) {
            if (bytes[i] == '\n') {
                line.write(bytes, start, i - start);
                inbox.add(Inbox.STDOUT, line.toByteArray());
                line.reset();
                start = i + 1;
            }
        }
        line.write(bytes, start, from + length - start);
    }

    @Override
    public void close() {
        if (!detached) {
            inbox.end();
        }
    }
}
