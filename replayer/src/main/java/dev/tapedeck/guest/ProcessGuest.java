package dev.tapedeck.guest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A mapper of any language: a process that reads one line for each call and writes one line for each answer. One that
 * died, or was stopped, is started anew for the next call.
 */
public final class ProcessGuest implements Guest {
    /** Characters of its last words that a message can bear. */
    private static final int LAST_WORDS = 400;

    private final List<String> command;
    private @Nullable Running running;

    /**
     * Starts the process.
     *
     * @throws IOException if there is no such program
     */
    public ProcessGuest(List<String> command) throws IOException {
        this.command = List.copyOf(command);
        this.running = new Running(this.command);
    }

    @Override
    public boolean reduces() {
        return false;
    }

    @Override
    public String answer(String call) throws IOException {
        Running process = alive();
        try {
            return process.answer(call);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private synchronized Running alive() throws IOException {
        if (running == null) {
            running = new Running(command);
        }
        return running;
    }

    @Override
    public void stop() {
        close();
    }

    @Override
    public synchronized void close() {
        if (running != null) {
            running.kill();
            running = null;
        }
    }

    private static final class Running {
        private final Process process;
        private final InputStream out;
        private final StringBuilder lastWords = new StringBuilder();
        private final Thread listening;

        Running(List<String> command) throws IOException {
            process = new ProcessBuilder(command).start();
            out = new BufferedInputStream(process.getInputStream(), 1 << 16);
            listening = Thread.ofVirtual().start(this::listen);
        }

        String answer(String call) throws IOException {
            if (out.available() > 0) {
                throw new IOException("expected one line for each call, found more behind the last answer");
            }
            try {
                process.getOutputStream().write((call + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            } catch (IOException e) {
                throw died(e);
            }
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = out.read(); next != '\n'; next = out.read()) {
                if (next < 0) {
                    throw died(null);
                }
                if (line.size() == GuestMapper.MAX_ANSWER) {
                    throw new IOException("answer: expected " + GuestMapper.MAX_ANSWER + " bytes at most, found more");
                }
                line.write(next);
            }
            return line.toString(StandardCharsets.UTF_8);
        }

        /** The end of its output is told with how it ended, which the deadline waits for too. */
        private IOException died(@Nullable IOException cause) {
            try {
                int exit = process.waitFor();
                listening.join();
                return new IOException("the mapper ended with exit code " + exit + said(), cause);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return new IOException("interrupted while the mapper ended", e);
            }
        }

        private String said() {
            synchronized (lastWords) {
                return lastWords.isEmpty() ? "" : ": " + lastWords.toString().strip();
            }
        }

        private void listen() {
            try (InputStream err = process.getErrorStream()) {
                byte[] some = new byte[4096];
                for (int read = err.read(some); read >= 0; read = err.read(some)) {
                    synchronized (lastWords) {
                        lastWords.append(new String(some, 0, read, StandardCharsets.UTF_8));
                        lastWords.delete(0, Math.max(0, lastWords.length() - LAST_WORDS));
                    }
                }
            } catch (IOException e) {
                // A killed process closes its stream under the reader; what it said until then is kept.
                return;
            }
        }

        void kill() {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
