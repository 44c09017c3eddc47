package dev.tapedeck.inspect.index;

import dev.tapedeck.host.HostNote;

/**
 * What stands between two frames.
 *
 * @param before number of the frame's row that it stands before
 */
public record Aside(int before, long seq, long micros, What what, String text) {
    /** What it is. */
    public enum What {
        /** The host did something by itself. */
        NOTE("host"),
        /** The one visible warning of an epoch. */
        WARNING("warning"),
        /** A bookkeeping failure. */
        FAILURE("failure"),
        /** Maps were reconciled from history. */
        RESYNC("resync"),
        /** The epoch is over. */
        CLOSED("closed"),
        /** The recorder noted something. */
        ACT("recorder"),
        /** The process wrote a line that is not the wire. */
        LOG("log");

        private final String word;

        What(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        /** Whether the host did it. */
        public boolean byHost() {
            return this != ACT && this != LOG;
        }

        /** What a note is. */
        public static What of(HostNote note) {
            return switch (note) {
                case HostNote.Warned warned -> WARNING;
                case HostNote.Failed failed -> FAILURE;
                case HostNote.Resynced resynced -> RESYNC;
                case HostNote.Closed closed -> CLOSED;
                case HostNote.EpochOpened opened -> NOTE;
                case HostNote.RequestRefused refused -> NOTE;
                case HostNote.ErrorWritten written -> NOTE;
                case HostNote.CancelWritten cancelled -> NOTE;
                case HostNote.AnswerRefused refused -> NOTE;
                case HostNote.EvidenceRefused refused -> NOTE;
                case HostNote.Trimmed trimmed -> NOTE;
            };
        }
    }
}
