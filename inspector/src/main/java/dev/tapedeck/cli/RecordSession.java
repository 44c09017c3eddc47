package dev.tapedeck.cli;

import dev.tapedeck.recorder.Launch;
import dev.tapedeck.recorder.ProcessSignals;
import dev.tapedeck.recorder.RecordingPlan;
import dev.tapedeck.recorder.SessionEnd;
import dev.tapedeck.recorder.SessionRecorder;
import dev.tapedeck.recorder.StartException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** This program's own stdin, stdout, stderr and signals, connected to a recorded command. */
final class RecordSession {
    private static final int BUFFER = 64 * 1024;

    private final OutputStream err = new Unclosed(new FileOutputStream(FileDescriptor.err));

    /**
     * Runs the command until its end.
     *
     * @return the exit code, unless this program dies of the command's signal
     */
    int run(List<String> command, RecordingPlan plan) throws InterruptedException {
        CompletableFuture<SessionRecorder> running = new CompletableFuture<>();
        // Before the start: a host that signals at the first output would else end us instead of the command.
        takeSignals(running);
        try {
            OutputStream out = new FileOutputStream(FileDescriptor.out);
            SessionRecorder recorder = SessionRecorder.start(Launch.of(command), plan, out, err, this::say);
            running.complete(recorder);
            Thread.ofPlatform().daemon().name("tapedeck-stdin").start(() -> pass(recorder.stdin()));
            return end(recorder.await());
        } catch (StartException e) {
            say(String.valueOf(e.getMessage()));
            return e.exitCode();
        }
    }

    /** A signal that comes before the command is there waits for it. */
    private static void takeSignals(CompletableFuture<SessionRecorder> running) {
        for (String signal : ProcessSignals.FORWARDED) {
            ProcessSignals.handle(signal, () -> running.thenAccept(recorder -> recorder.forward(signal)));
        }
    }

    /** Passes the host's input on as it comes, until one of the two sides ends it. */
    private static void pass(OutputStream to) {
        byte[] buffer = new byte[BUFFER];
        try (FileInputStream in = new FileInputStream(FileDescriptor.in);
                to) {
            for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
                to.write(buffer, 0, length);
            }
        } catch (IOException e) {
            // The child no longer reads. Closing our end, which has just happened, tells the host so.
        }
    }

    private int end(SessionEnd end) throws InterruptedException {
        if (end.recording() != null && end.complete() && Terminal.isErrorStream()) {
            say("recorded " + end.recording());
        }
        if (end.signal() != null) {
            ProcessSignals.dieOf(end.signal());
        }
        return end.exitCode();
    }

    private void say(String text) {
        try {
            err.write(("tapedeck: " + text + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            // Nobody listens on stderr.
        }
    }

    /** stderr stays open for a last word after the child's has ended. */
    private static final class Unclosed extends OutputStream {
        private final OutputStream to;

        Unclosed(OutputStream to) {
            this.to = to;
        }

        @Override
        public void write(int b) throws IOException {
            to.write(b);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            to.write(bytes, from, length);
        }
    }
}
