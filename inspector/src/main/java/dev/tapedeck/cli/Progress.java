package dev.tapedeck.cli;

import java.io.PrintWriter;

/** A line on stderr about work that takes longer than two seconds; silent where nobody reads along. */
final class Progress implements AutoCloseable {
    private static final long FIRST_AFTER_NANOS = 2_000_000_000L;
    private static final long AGAIN_AFTER_NANOS = 200_000_000L;
    /** Steps between two looks at the clock. */
    private static final int LOOK_EVERY = 4096;

    private final PrintWriter err;
    private final String doing;
    private final long started = System.nanoTime();
    private long next = FIRST_AFTER_NANOS;
    private long steps;
    private boolean shown;
    private boolean silent;

    private Progress(PrintWriter err, String doing) {
        this.err = err;
        this.doing = doing;
    }

    /** Progress that shows itself only if stderr turns out to be a terminal. */
    static Progress onTerminal(PrintWriter err, String doing) {
        return new Progress(err, doing);
    }

    /** One frame is done. */
    void step() {
        if (++steps % LOOK_EVERY == 0 && !silent) {
            look();
        }
    }

    private void look() {
        long passed = System.nanoTime() - started;
        if (passed < next) {
            return;
        }
        if (!shown && !isTerminal()) {
            silent = true;
            return;
        }
        shown = true;
        next = passed + AGAIN_AFTER_NANOS;
        err.printf("\r%s: %,d frames, %,d a second ", doing, steps, steps * 1_000_000_000L / passed);
        err.flush();
    }

    private static boolean isTerminal() {
        try {
            return Terminal.isErrorStream();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public void close() {
        if (shown) {
            err.print("\r\033[K");
            err.flush();
        }
    }
}
