package dev.tapedeck.recording;

/**
 * One thing that is wrong with a file.
 *
 * @param line line number, from 1
 * @param offset offset of that line's first byte, from 0
 */
public record Damage(Kind kind, long line, long offset, String expected, String found) {
    /** What is wrong. */
    public enum Kind {
        /** A line in the middle is no line of the format; it is skipped. */
        LINE("damaged line", true),
        /** Zero bytes follow a complete record, which is kept. */
        PADDING("zero bytes after the record", false),
        /** The last line ends in its middle; only that line is lost. */
        TORN("torn last line", false),
        /** The end line is missing: the recorder stopped before it could close the file. */
        NO_END("missing end", false),
        /** A sequence number is not the next one. */
        SEQUENCE("sequence broken", true),
        /** Lines follow the end line. */
        AFTER_END("lines after the end", true),
        /** The end line counts other frames than the file holds. */
        COUNT("frame count differs", true),
        /** The hash in the end line is not the hash of the lines. */
        CHECKSUM("checksum differs", true);

        private final String words;
        private final boolean stopsStrictReaders;

        Kind(String words, boolean stopsStrictReaders) {
            this.words = words;
            this.stopsStrictReaders = stopsStrictReaders;
        }

        /** The kind in words. */
        public String words() {
            return words;
        }

        boolean stopsStrictReaders() {
            return stopsStrictReaders;
        }
    }

    /** One sentence: what, where, expected, found. */
    public String sentence() {
        return "%s at line %d (byte %d): %s expected, found %s".formatted(kind.words(), line, offset, expected, found);
    }
}
