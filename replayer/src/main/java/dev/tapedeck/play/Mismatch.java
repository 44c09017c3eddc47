package dev.tapedeck.play;

import dev.tapedeck.invariant.Difference;

/** In what a client differs from the recorded one. */
public sealed interface Mismatch {
    /** The mismatch for people, in one line. */
    String sentence();

    /** The client said something that the recording has not, or not once more. */
    record Unexpected(String kind, String waitedFor) implements Mismatch {
        @Override
        public String sentence() {
            return "expected " + waitedFor + ", found " + kind;
        }
    }

    /** The client never said something that the recording has. */
    record Missing(long seq, String kind) implements Mismatch {
        @Override
        public String sentence() {
            return "line " + seq + ": expected " + kind + ", found nothing";
        }
    }

    /** The client said it otherwise. */
    record Different(long seq, String kind, Difference difference) implements Mismatch {
        @Override
        public String sentence() {
            return "line " + seq + ": " + kind + ": " + difference.path() + ": expected "
                    + Difference.shown(difference.left()) + ", found " + Difference.shown(difference.right());
        }
    }
}
