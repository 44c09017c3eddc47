package dev.tapedeck.recorder;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.text.Reason;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The log beside a session: takes bytes without waiting, and cuts and writes them on a thread of its own.
 *
 * <p>Whatever goes wrong here costs one warning and the rest of the recording, never the session: taking bytes neither
 * throws nor blocks.
 */
final class SessionLog {
    /** Bytes that may wait for a slow disk; beyond, logging stops. */
    static final long PENDING_LIMIT = 64L * 1024 * 1024;
    /** What one waiting piece costs beside its bytes, so that a flood of tiny ones is bounded too. */
    static final int PIECE_COST = 64;

    /** How long a late log has for its mark and its end, in ms. */
    private static final long GRACE_MILLIS = 3000;
    private static final String LATE = "the session was over and its log not yet written";

    private final BlockingQueue<Event> queue = new LinkedBlockingQueue<>();
    private final AtomicLong pending = new AtomicLong();
    private final CountDownLatch done = new CountDownLatch(1);
    private final long origin = System.nanoTime();
    private final SinkSource source;
    private final Consumer<String> warnings;
    private final long pendingLimit;
    private volatile @Nullable Sink sink;
    private final AtomicBoolean warned = new AtomicBoolean();
    private volatile boolean stopped;
    private volatile boolean late;

    SessionLog(SinkSource source, Consumer<String> warnings) {
        this(source, warnings, PENDING_LIMIT);
    }

    SessionLog(SinkSource source, Consumer<String> warnings, long pendingLimit) {
        this.source = source;
        this.warnings = warnings;
        this.pendingLimit = pendingLimit;
    }

    /** Opens the place where a log is written, on the log's own thread. */
    @FunctionalInterface
    interface SinkSource {
        Sink open() throws IOException;
    }

    /** Writes what the log hands on; called by the log's thread alone, but for {@link #file}. */
    interface Sink {
        void bytes(Channel channel, byte[] bytes, long micros) throws IOException;

        void ended(Channel channel, long micros) throws IOException;

        void act(String act, Map<String, Object> facts, long micros) throws IOException;

        void end(@Nullable Integer exit, @Nullable String signal, String reason) throws IOException;

        /** Nothing is waiting: what was written should become visible. */
        void pause() throws IOException;

        /** After how long a pause it is to be told of it again, in ms. */
        long patienceMillis();

        Path file();

        /** Gives up after a failure, and keeps what is there. */
        void abandon();
    }

    private sealed interface Event {
        record Bytes(Channel channel, byte[] bytes, long micros) implements Event {}

        record Ended(Channel channel, long micros) implements Event {}

        record Act(String act, Map<String, Object> facts, long micros) implements Event {}

        record Stop(String why, long micros) implements Event {}

        record End(@Nullable Integer exit, @Nullable String signal, String reason) implements Event {}
    }

    SessionLog start() {
        Thread.ofPlatform().daemon().name("tapedeck-log").start(this::run);
        return this;
    }

    /** Logs bytes that arrived just now. */
    void bytes(Channel channel, byte[] buffer, int from, int length) {
        if (stopped) {
            return;
        }
        long micros = micros();
        if (pending.addAndGet(length + PIECE_COST) > pendingLimit) {
            stop("more than " + pendingLimit + " bytes were waiting to be written");
            return;
        }
        try {
            queue.add(new Event.Bytes(channel, Arrays.copyOfRange(buffer, from, from + length), micros));
        } catch (OutOfMemoryError e) {
            stop("no memory was left");
        }
    }

    /** Logs the end of a stream. */
    void ended(Channel channel) {
        queue.add(new Event.Ended(channel, micros()));
    }

    /** Logs an act of the recorder. */
    void act(String act, Map<String, Object> facts) {
        queue.add(new Event.Act(act, facts, micros()));
    }

    /**
     * Writes the end and waits until everything is on disk, but no longer than the given time; what still waits then is
     * given up, with a mark before the end.
     *
     * @return whether everything was written
     */
    boolean finish(@Nullable Integer exit, @Nullable String signal, String reason, long limitMillis)
            throws InterruptedException {
        queue.add(new Event.End(exit, signal, reason));
        if (!done.await(limitMillis, TimeUnit.MILLISECONDS)) {
            late = true;
            if (!done.await(GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                stopped = true;
                warn(LATE);
            }
        }
        return !stopped;
    }

    /** As {@link #finish}, for an end that an interrupt must not hide. */
    void finishUninterruptibly(@Nullable Integer exit, @Nullable String signal, String reason, long limitMillis) {
        try {
            finish(exit, signal, reason, limitMillis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The recording, as soon as it exists. */
    @Nullable Path file() {
        Sink open = sink;
        return open == null ? null : open.file();
    }

    private long micros() {
        return (System.nanoTime() - origin) / 1000;
    }

    private synchronized void stop(String why) {
        if (!stopped) {
            stopped = true;
            queue.add(new Event.Stop(why, micros()));
        }
    }

    private void run() {
        try {
            Sink open = source.open();
            sink = open;
            consume(open);
        } catch (IOException | RuntimeException | OutOfMemoryError | StackOverflowError e) {
            stopped = true;
            queue.clear();
            warn(reason(e));
            Sink open = sink;
            if (open != null) {
                open.abandon();
            }
        } catch (InterruptedException e) {
            stopped = true;
        } finally {
            done.countDown();
        }
    }

    private void consume(Sink open) throws IOException, InterruptedException {
        boolean cut = false;
        while (true) {
            Event event = queue.poll();
            if (event == null) {
                open.pause();
                event = queue.poll(open.patienceMillis(), TimeUnit.MILLISECONDS);
            }
            switch (event) {
                case null -> {}
                case Event.Bytes piece -> {
                    if (late && !cut) {
                        cut = true;
                        cut(open, LATE, piece.micros());
                    }
                    if (!cut) {
                        open.bytes(piece.channel(), piece.bytes(), piece.micros());
                    }
                    pending.addAndGet(-piece.bytes().length - PIECE_COST);
                }
                case Event.Ended ended -> open.ended(ended.channel(), ended.micros());
                case Event.Act act -> open.act(act.act(), act.facts(), act.micros());
                case Event.Stop stop -> {
                    if (!cut) {
                        cut = true;
                        cut(open, stop.why(), stop.micros());
                    }
                }
                case Event.End end -> {
                    open.end(end.exit(), end.signal(), cut ? "log-stopped" : end.reason());
                    return;
                }
            }
        }
    }

    private void cut(Sink open, String why, long micros) throws IOException {
        stopped = true;
        open.act(HostAct.MARK, Map.of("text", "logging stopped: " + why), micros);
        warn(why);
    }

    private void warn(String why) {
        if (warned.compareAndSet(false, true)) {
            warnings.accept("recording stopped, the session goes on: " + why);
        }
    }

    private String reason(Throwable e) {
        String what = e instanceof IOException io ? Reason.of(io) : e.toString();
        Path file = file();
        return file == null || what.contains(file.toString()) ? what : what + " (" + file + ")";
    }
}
