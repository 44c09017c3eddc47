package dev.tapedeck.cli;

import java.io.PrintWriter;

/** A line on stderr about work that takes longer than two seconds; silent where nobody reads along. */
final class Progress implements AutoCloseable {
    private static final long FIRST_AFTER_NANOS = 2_000_000_000L;
    private static final long AGAIN_AFTER_NANOS = 200_000_000L;
    /** Frames between two looks at the clock. */
    private static final int FRAMES = 4096;

    private final PrintWriter err;
    private final String doing;
    private final String steppedBy;
    private final int lookEvery;
    private final long started = System.nanoTime();
    private long next = FIRST_AFTER_NANOS;
    private long steps;
    private boolean shown;
    private boolean silent;

    private Progress(PrintWriter err, String doing, String steppedBy, int lookEvery) {
        this.err = err;
        this.doing = doing;
        this.steppedBy = steppedBy;
        this.lookEvery = lookEvery;
    }

    /** Progress frame by frame that shows itself only if stderr turns out to be a terminal. */
    static Progress onTerminal(PrintWriter err, String doing) {
        return onTerminal(err, doing, "frames", FRAMES);
    }

    /**
     * The same in other steps.
     *
     * @param steps what they are called, many of them
     * @param lookEvery steps between two looks at the clock
     */
    static Progress onTerminal(PrintWriter err, String doing, String steps, int lookEvery) {
        return new Progress(err, doing, steps, lookEvery);
    }

    /** One step is done. */
    void step() {
        if (++steps % lookEvery == 0 && !silent) {
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
        err.printf("\r%s: %,d %s, %,d a second ", doing, steps, steppedBy, steps * 1_000_000_000L / passed);
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
