package dev.tapedeck.recorder;

import dev.tapedeck.frame.HostAct;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * One provider process whose stdio passes through, byte for byte and as it comes, and is recorded beside that.
 *
 * <p>The recording never harms the session: a log that cannot be written costs one warning. stdout keeps its order, and
 * a host that does not read holds the child up as a pipe would. No process but the child is ever signalled.
 */
public final class SessionRecorder {
    /** How long the end of a session waits for its recording to reach the disk, in ms. */
    static final long FINISH_MILLIS = TimeUnit.SECONDS.toMillis(10);

    private final Process process;
    private final SessionLog log;
    private final OutputStream stdin;
    private final Pump output;
    private final Pump errors;

    private SessionRecorder(Process process, SessionLog log, OutputStream out, OutputStream err) {
        this.process = process;
        this.log = log;
        this.stdin = new LoggedStdin(process.getOutputStream(), log);
        this.output = new Pump(process.getInputStream(), out, new Tap(Channel.STDOUT, log));
        this.errors = new Pump(process.getErrorStream(), err, new Tap(Channel.STDERR, log));
    }

    /**
     * Starts the process and its recording.
     *
     * @param out takes what the child writes to stdout, in whole pieces as they come, and is closed after the last; if
     *     it throws, the child's stdout is closed
     * @param err takes what the child writes to stderr, in the same way
     * @param warnings takes one text, from another thread, if the recording stops
     * @throws StartException if the command cannot be started; the recording says so
     */
    public static SessionRecorder start(
            Launch launch, RecordingPlan plan, OutputStream out, OutputStream err, Consumer<String> warnings)
            throws StartException {
        Instant started = Instant.now();
        SessionLog log = new SessionLog(() -> RecordingSink.create(launch, plan, started), warnings);
        try {
            Process process = launch.builder().start();
            log.act(HostAct.SPAWN, Map.of("pid", 1));
            SessionRecorder recorder = new SessionRecorder(process, log, out, err);
            recorder.output.start("tapedeck-stdout");
            recorder.errors.start("tapedeck-stderr");
            log.start();
            return recorder;
        } catch (IOException e) {
            StartException failure = StartException.of(launch, e);
            log.start().act(HostAct.MARK, Map.of("text", String.valueOf(failure.getMessage())));
            log.finishUninterruptibly(null, null, "start-failed", FINISH_MILLIS);
            throw failure;
        }
    }

    /**
     * The child's stdin: every write is logged and reaches the child at once; closing it is the end of input.
     *
     * <p>A write throws when the child no longer reads.
     */
    public OutputStream stdin() {
        return stdin;
    }

    /** The child. */
    public ProcessHandle process() {
        return process.toHandle();
    }

    /** Sends the child a signal, for instance {@code SIGTERM}, and logs that. */
    public void signal(String signal) {
        send(signal, false);
    }

    /**
     * Passes on a signal that this program got.
     *
     * <p>An interrupt typed at a terminal goes to every process in front of it, the child included, so that one is
     * logged and not sent again.
     */
    public void forward(String signal) {
        send(signal, signal.equals("SIGINT"));
    }

    private void send(String signal, boolean unlessTerminal) {
        if (process.isAlive()) {
            log.act(HostAct.SIGNAL, Map.of("signal", signal));
            ProcessSignals.send(process.toHandle(), signal, unlessTerminal);
        }
    }

    /**
     * Waits for the child's exit, for the delivery of what it wrote, and for the recording's end.
     *
     * <p>A grandchild that keeps a stream open is waited for no longer than {@link Pump#QUIET_NANOS} of silence or
     * {@link Pump#LINGER_NANOS} in all.
     */
    public SessionEnd await() throws InterruptedException {
        int exitCode = process.waitFor();
        long exitedAt = System.nanoTime();
        output.drain(exitedAt);
        errors.drain(exitedAt);
        String signal = ProcessSignals.of(exitCode).orElse(null);
        boolean complete = signal == null
                ? log.finish(exitCode, null, "exited", FINISH_MILLIS)
                : log.finish(null, signal, "signalled", FINISH_MILLIS);
        return new SessionEnd(exitCode, signal, log.file(), complete);
    }

    /** Shows a pump's bytes to the log. */
    private record Tap(Channel channel, SessionLog log) implements Pump.Tap {
        @Override
        public void bytes(byte[] buffer, int length) {
            log.bytes(channel, buffer, 0, length);
        }

        @Override
        public void ended() {
            log.ended(channel);
        }

        @Override
        public void refused() {
            log.ended(channel);
            log.act(HostAct.MARK, Map.of("text", "the host closed " + channel.word()));
        }
    }

    /** Logs, then writes: the child's answer must not reach the log before what it answers. */
    private static final class LoggedStdin extends OutputStream {
        private final OutputStream to;
        private final SessionLog log;

        LoggedStdin(OutputStream to, SessionLog log) {
            this.to = to;
            this.log = log;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            log.bytes(Channel.STDIN, bytes, from, length);
            to.write(bytes, from, length);
            to.flush();
        }

        @Override
        public void close() throws IOException {
            log.ended(Channel.STDIN);
            to.close();
        }
    }
}
