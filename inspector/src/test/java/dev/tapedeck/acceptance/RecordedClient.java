package dev.tapedeck.acceptance;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** The client of a recording, come back: says what it said on stdio, whenever it has read as many lines as then. */
final class RecordedClient {
    private static final long LIMIT_SECONDS = 60;

    private final Process provider;
    private final Semaphore lines = new Semaphore(0);

    RecordedClient(Process provider) {
        this.provider = provider;
        Thread.ofVirtual().start(this::read);
    }

    private void read() {
        try (InputStream out = provider.getInputStream()) {
            for (int b = out.read(); b >= 0; b = out.read()) {
                if (b == '\n') {
                    lines.release();
                }
            }
        } catch (IOException e) {
            // The provider is gone.
        }
    }

    /** Says all of it, and then nothing more. */
    void play(List<Entry> entries) throws IOException, InterruptedException {
        ByteArrayOutputStream breath = new ByteArrayOutputStream();
        try (OutputStream in = provider.getOutputStream()) {
            for (Entry entry : entries) {
                switch (entry) {
                    case Frame frame when frame.direction() == Direction.IN -> {
                        breath.writeBytes(frame.payload().bytes());
                        breath.writeBytes(frame.lineEnd() == LineEnd.LF ? new byte[] {'\n'} : new byte[0]);
                    }
                    case Frame frame -> {
                        say(breath, in);
                        assertTrue(lines.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS), "no line " + frame.seq());
                    }
                    case HostAct act when act.act().equals(HostAct.SIGNAL) -> {
                        say(breath, in);
                        signal(String.valueOf(act.facts().get("signal")));
                    }
                    case HostAct act -> {} // the start
                    case LogLine line -> {} // not for the client
                }
            }
            say(breath, in);
        }
        assertTrue(provider.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS), "still running");
    }

    private static void say(ByteArrayOutputStream breath, OutputStream in) throws IOException {
        in.write(breath.toByteArray());
        in.flush();
        breath.reset();
    }

    /** To the recorder, which passes it on; a signal that it cannot get goes to the provider itself. */
    private void signal(String signal) throws IOException, InterruptedException {
        long pid = signal.equals("SIGKILL")
                ? provider.children().findFirst().orElseThrow().pid()
                : provider.pid();
        new ProcessBuilder("kill", "-s", signal.substring("SIG".length()), Long.toString(pid)).start().waitFor();
        if (signal.equals("SIGKILL")) {
            provider.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }
}
