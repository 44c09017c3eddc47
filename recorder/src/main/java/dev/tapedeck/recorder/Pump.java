package dev.tapedeck.recorder;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Moves one output stream of the child to the host, as it comes, and shows every piece to the log first.
 *
 * <p>First, because an answer of the host to these bytes must not reach the log before them.
 */
final class Pump {
    /** After the child's exit, silence of this length on a stream that a grandchild keeps open ends the pump, in ns. */
    static final long QUIET_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    /** After the child's exit, a grandchild that goes on writing is listened to for this long, in ns. */
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(2);
    /** No pipe holds more by default, in bytes: once so much came after the exit, the child's own bytes are out. */
    static final long PIPE_CAPACITY = 1024 * 1024;

    private static final int BUFFER = 64 * 1024;
    private static final long LOOK_MILLIS = 10;

    private enum Phase {
        READING,
        WRITING,
        ENDED
    }

    private final InputStream from;
    private final OutputStream to;
    private final Tap tap;
    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.READING);
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile long readingSince;
    private volatile boolean exited;
    private volatile boolean emptied;
    private volatile long movedSinceExit;

    Pump(InputStream from, OutputStream to, Tap tap) {
        this.from = from;
        this.to = to;
        this.tap = tap;
    }

    /** What a pump shows its bytes to. */
    interface Tap {
        /** These bytes arrived just now. */
        void bytes(byte[] buffer, int length);

        /** The child has closed the stream. */
        void ended();

        /** The host takes no more bytes, so the child's stream was closed. */
        void refused();
    }

    void start(String name) {
        readingSince = System.nanoTime();
        Thread.ofPlatform().daemon().name(name).start(this::run);
    }

    private void run() {
        try {
            // The JDK drains and closes a pipe itself as soon as the child exits, and takes this monitor for it:
            // holding it lets what a grandchild still writes arrive within our limits.
            synchronized (from) {
                move();
            }
        } finally {
            done.countDown();
        }
    }

    private void move() {
        byte[] buffer = new byte[BUFFER];
        while (true) {
            int length = read(buffer);
            if (!phase.compareAndSet(Phase.READING, Phase.WRITING)) {
                return;
            }
            if (length < 0) {
                end();
                return;
            }
            tap.bytes(buffer, length);
            try {
                to.write(buffer, 0, length);
                to.flush();
            } catch (IOException e) {
                closeQuietly(from);
                tap.refused();
                return;
            }
            if (exited) {
                movedSinceExit = movedSinceExit + length;
            }
            readingSince = System.nanoTime();
            phase.set(Phase.READING);
        }
    }

    private int read(byte[] buffer) {
        try {
            if (exited && from.available() == 0) {
                emptied = true;
            }
            return from.read(buffer);
        } catch (IOException e) {
            return -1;
        }
    }

    /**
     * Waits, after the child's exit, until what it wrote is delivered.
     *
     * <p>Ends at the end of the stream; if a grandchild keeps it open, after {@link #QUIET_NANOS} without a byte or
     * {@link #LINGER_NANOS} in all. Time in which the host does not read does not count.
     */
    void drain(long exitedAt) throws InterruptedException {
        exited = true;
        while (!done.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            long now = System.nanoTime();
            boolean quiet = now - Math.max(readingSince, exitedAt) >= QUIET_NANOS;
            boolean late = now - exitedAt >= LINGER_NANOS && (emptied || movedSinceExit >= PIPE_CAPACITY);
            if ((quiet || late) && phase.compareAndSet(Phase.READING, Phase.ENDED)) {
                end();
                return;
            }
        }
    }

    private void end() {
        tap.ended();
        closeQuietly(to);
    }

    static void closeQuietly(AutoCloseable stream) {
        try {
            stream.close();
        } catch (Exception e) {
            // The other side is gone; there is nobody left to tell.
        }
    }
}
