package dev.tapedeck.recorder;

import dev.tapedeck.frame.HostAct;
import dev.tapedeck.provider.ServerSpec;
import dev.tapedeck.provider.ServerSpec.Address;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One provider process whose stdio passes through, byte for byte and as it comes, and is recorded beside that.
 *
 * <p>The recording never harms the session: a log that cannot be written costs one warning. stdout keeps its order, and
 * a host that does not read holds the child up as a pipe would. No process but the child is ever signalled.
 */
public final class SessionRecorder {
    /** How long the end of a session waits for its recording to reach the disk, in ms. */
    static final long FINISH_MILLIS = TimeUnit.SECONDS.toMillis(10);

    /** How long after the end of an event stream a process that is ending may take, in ms. */
    private static final long ENDING_MILLIS = 300;

    private final Process process;
    private final SessionLog log;
    private final OutputStream stdin;
    private final Pump output;
    private final Pump errors;
    private final @Nullable Served served;

    private SessionRecorder(
            Process process, SessionLog log, OutputStream out, OutputStream err, @Nullable Served served) {
        this.process = process;
        this.log = log;
        this.served = served;
        this.stdin = new LoggedStdin(process.getOutputStream(), log);
        this.output = pump(process.getInputStream(), out, Channel.Stdio.STDOUT);
        this.errors = pump(process.getErrorStream(), err, Channel.Stdio.STDERR);
    }

    private Pump pump(InputStream from, OutputStream to, Channel.Stdio stream) {
        Tap tap = new Tap(stream, log);
        return served == null
                ? new Pump(from, to, tap)
                : new Pump(from, served.shown(to), served.watching(tap));
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
        Served served = Served.of(launch).orElse(null);
        CompletableFuture<Process> running = new CompletableFuture<>();
        SessionLog log = new SessionLog(
                () -> RecordingSink.create(
                        launch, plan, served == null ? null : served.server(), started, () -> lives(running)),
                warnings);
        try {
            Process process = (served == null ? launch : served.behind(launch)).builder().start();
            running.complete(process);
            log.act(HostAct.SPAWN, Map.of("pid", 1));
            SessionRecorder recorder = new SessionRecorder(process, log, out, err, served);
            if (served != null) {
                served.start(log, process.onExit());
            }
            recorder.output.start("tapedeck-stdout");
            recorder.errors.start("tapedeck-stderr");
            log.start();
            return recorder;
        } catch (IOException e) {
            if (served != null) {
                served.close();
            }
            StartException failure = StartException.of(launch, e);
            log.start().act(HostAct.MARK, Map.of("text", String.valueOf(failure.getMessage())));
            log.finishUninterruptibly(null, null, "start-failed", FINISH_MILLIS);
            throw failure;
        }
    }

    /** The streams of a process end just before it does, so a moment is waited. */
    private static boolean lives(CompletableFuture<Process> running) {
        try {
            return !running.get().waitFor(ENDING_MILLIS, TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IllegalStateException("a process is never completed with a failure", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Where the host reaches the provider, if it serves HTTP. */
    public Optional<Address> address() {
        return Optional.ofNullable(served).map(Served::address);
    }

    /** How the provider serves HTTP, if it does. */
    public Optional<ServerSpec> server() {
        return Optional.ofNullable(served).map(Served::server);
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
        if (served != null) {
            served.drain();
        }
        String signal = ProcessSignals.of(exitCode).orElse(null);
        boolean complete = signal == null
                ? log.finish(exitCode, null, "exited", FINISH_MILLIS)
                : log.finish(null, signal, "signalled", FINISH_MILLIS);
        return new SessionEnd(exitCode, signal, log.file(), complete);
    }

    /** Shows a pump's bytes to the log. */
    private record Tap(Channel.Stdio channel, SessionLog log) implements Pump.Tap {
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
            log.bytes(Channel.Stdio.STDIN, bytes, from, length);
            to.write(bytes, from, length);
            to.flush();
        }

        @Override
        public void close() throws IOException {
            log.ended(Channel.Stdio.STDIN);
            to.close();
        }
    }
}
