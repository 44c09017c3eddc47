package dev.tapedeck.replay;

import dev.tapedeck.frame.Entry;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.Maps;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * History derived from a clean pass over the recording (decision D4): a second reader feeds a second host, one frame
 * a batch, as far as it is asked for. So memory stays flat and no frame is passed twice.
 */
final class RecordedHistory implements History, AutoCloseable {
    /** Opens the recording once more. */
    @FunctionalInterface
    interface Source {
        Entries open() throws IOException;
    }

    /** Entries of a recording, one after another. */
    interface Entries extends AutoCloseable {
        @Nullable Entry next() throws IOException;

        @Override
        void close() throws IOException;
    }

    private final Source source;
    private final Host clean;
    private @Nullable Entries entries;
    private @Nullable Entry ahead;
    private boolean done;

    RecordedHistory(Source source, Host clean) {
        this.source = source;
        this.clean = clean;
    }

    /** @throws UncheckedIOException if the recording can no longer be read */
    @Override
    public Maps at(long seq) {
        try {
            for (Entry entry = peek(); entry != null && entry.seq() <= seq; entry = peek()) {
                ahead = null;
                clean.arrive(entry);
                clean.drainAll();
            }
            return clean.maps();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private @Nullable Entry peek() throws IOException {
        if (ahead == null && !done) {
            if (entries == null) {
                entries = source.open();
            }
            ahead = entries.next();
            done = ahead == null;
        }
        return ahead;
    }

    @Override
    public void close() throws IOException {
        if (entries != null) {
            entries.close();
        }
    }
}
