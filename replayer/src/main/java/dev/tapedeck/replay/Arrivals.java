package dev.tapedeck.replay;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Sink;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.recording.EntrySource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What arrives of a recording where nothing goes wrong but the process itself, as far as anybody asks.
 *
 * <p>Only what arrives has a number that can be asked for, so one arrival is read ahead: a line that waits for its
 * other half may come at the very end.
 */
final class Arrivals implements AutoCloseable {
    private final Replay.Source source;
    private final Sink stream;
    private final long until;
    private final Deque<Entry> waiting = new ArrayDeque<>(1);
    private @Nullable EntrySource entries;
    private boolean read;
    private @Nullable End end;

    /** How the stream ended; the process lives on without an ending. */
    record End(@Nullable Ending ending) {}

    /**
     * @param plan what goes wrong with the process
     * @param spacing factor between the numbers of the recording and those that hosts see
     * @param until number of the recording's last entry that counts
     */
    Arrivals(Replay.Source source, FaultPlan plan, int spacing, long until) {
        this.source = source;
        this.until = until;
        this.stream = plan.before(new Behind(), spacing);
    }

    /**
     * Passes on what has arrived by the entry of that number as hosts see it, and log lines behind it, so that one is
     * seen when no frame follows.
     *
     * @throws UncheckedIOException if the recording can no longer be read
     */
    void upTo(long seq, Consumer<Entry> taker) {
        for (Entry entry = peek(); entry != null && (entry.seq() <= seq || entry instanceof LogLine); entry = peek()) {
            waiting.remove();
            taker.accept(entry);
        }
    }

    /** How the stream ended, the first time that this is asked after it has ended; else null. */
    @Nullable End takeEnd() {
        End ended = end;
        end = null;
        return ended;
    }

    private @Nullable Entry peek() {
        try {
            while (waiting.isEmpty() && !read) {
                if (entries == null) {
                    entries = source.open();
                }
                if (entries.waits()) {
                    return null; // what comes later is no history yet
                }
                pass(entries);
            }
            return waiting.peek();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void pass(EntrySource from) throws IOException {
        Entry entry = from.next();
        if (entry == null) {
            read = true;
            stream.ends(from.ending());
        } else if (entry.seq() > until) {
            read = true;
        } else {
            stream.entry(entry);
        }
    }

    @Override
    public void close() throws IOException {
        if (entries != null) {
            entries.close();
        }
    }

    private final class Behind implements Sink {
        @Override
        public void entry(Entry entry) {
            waiting.add(entry);
        }

        @Override
        public void ends(@Nullable Ending ending) {
            end = new End(ending);
        }
    }
}
