package dev.tapedeck.cli;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** Whether somebody reads along. */
final class Terminal {
    private static final long LIMIT_SECONDS = 2;

    private Terminal() {}

    /** Whether stderr is a terminal; the JDK only tells of stdin and stdout together, so the shell is asked. */
    static boolean isErrorStream() throws InterruptedException {
        try {
            Process test = new ProcessBuilder("/bin/sh", "-c", "test -t 2")
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            return test.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && test.exitValue() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
