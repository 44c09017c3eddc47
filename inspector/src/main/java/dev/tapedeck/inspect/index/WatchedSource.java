package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import dev.tapedeck.recording.Damage;
import dev.tapedeck.recording.EntrySource;
import dev.tapedeck.recording.RecordingReader;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A source that tells what is wrong with the file where it was met, before the entry that follows. */
record WatchedSource(EntrySource source, TableFiller table) implements EntrySource {
    @Override
    public Header header() {
        return source.header();
    }

    @Override
    public boolean headerless() {
        return source.headerless();
    }

    @Override
    public @Nullable Entry next() throws IOException {
        Entry next = source.next();
        List<Damage> damages = source.damages();
        if (!damages.isEmpty()) {
            table.damaged(damages, next == null ? Long.MAX_VALUE : next.seq());
        }
        return next;
    }

    @Override
    public boolean waits() throws IOException {
        return source.waits();
    }

    @Override
    public RecordingReader.@Nullable Place place() {
        return source.place();
    }

    @Override
    public @Nullable Ending ending() {
        return source.ending();
    }

    @Override
    public List<Damage> damages() {
        return source.damages();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
