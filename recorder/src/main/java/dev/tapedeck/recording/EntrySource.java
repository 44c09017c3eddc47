package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recording entry by entry, wherever it lies. */
public interface EntrySource extends AutoCloseable {
    Header header();

    /** Whether it is no recording of ours but, for instance, a provider's raw output. */
    boolean headerless();

    /**
     * The next entry, or null after the last one.
     *
     * @throws IOException if it cannot be read
     */
    @Nullable Entry next() throws IOException;

    /** Whether {@link #next} would wait, because what comes next is not written yet. */
    default boolean waits() throws IOException {
        return false;
    }

    /** Where the next entry begins, for a reader that begins there; absent where none can. */
    default RecordingReader.@Nullable Place place() {
        return null;
    }

    /** How it ended; absent before the last entry was read, and for good when it is truncated. */
    @Nullable Ending ending();

    /** What is wrong with it, as far as it was read. */
    List<Damage> damages();

    @Override
    void close() throws IOException;
}
