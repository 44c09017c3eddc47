package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The outcome of a full check of one file.
 *
 * @param entries lines between header and end that could be read; frames, log lines and host acts
 * @param micros arrival of the latest entry, in µs since the recording started
 * @param damages the first thousand places where something is wrong
 * @param damageCount number of all such places
 */
public record Verify(
        Header header,
        State state,
        long frames,
        long entries,
        long micros,
        @Nullable Ending ending,
        List<Damage> damages,
        long damageCount) {

    /** What a file turned out to be. */
    public enum State {
        /** A recording with its end, whose hash and count fit. */
        WHOLE("whole"),
        /** A recording that stops before its end; what is there is good. */
        TRUNCATED("truncated"),
        /** Something is wrong before the tail. */
        DAMAGED("damaged"),
        /** No recording but lines without a header, such as a provider's own output; they carry no end to check. */
        RAW("without a header");

        private final String words;

        State(String words) {
            this.words = words;
        }

        /** The state in words. */
        public String words() {
            return words;
        }
    }

    public Verify {
        damages = List.copyOf(damages);
    }

    /**
     * Reads a file from start to end.
     *
     * @param forced the wire of a file without a header, if its content need not tell
     * @throws IOException if it cannot be read, or is no file of the format at all
     */
    public static Verify file(Path path, @Nullable Wire forced) throws IOException {
        try (RecordingReader reader = RecordingReader.open(path, Strictness.TOLERANT, forced)) {
            long entries = 0;
            long micros = 0;
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries++;
                micros = Math.max(micros, entry.micros());
            }
            return new Verify(
                    reader.header(), state(reader), reader.frames(), entries, micros, reader.ending(),
                    reader.damages(), reader.damageCount());
        }
    }

    private static State state(RecordingReader reader) {
        boolean truncated = false;
        for (Damage damage : reader.damages()) {
            switch (damage.kind()) {
                case LINE, PADDING, SEQUENCE, AFTER_END, COUNT, CHECKSUM -> {
                    return State.DAMAGED;
                }
                case TORN, NO_END -> truncated = true;
            }
        }
        return truncated ? State.TRUNCATED : reader.headerless() ? State.RAW : State.WHOLE;
    }
}
