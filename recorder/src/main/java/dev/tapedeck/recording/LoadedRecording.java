package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recording in memory, for those who replay it again and again. Immutable. */
public record LoadedRecording(
        Header header, boolean headerless, List<Entry> entries, @Nullable Ending ending, List<Damage> damages) {
    public LoadedRecording {
        entries = List.copyOf(entries);
        damages = List.copyOf(damages);
    }

    /** @throws IOException as {@link RecordingReader#open(Path, Strictness)} */
    public static LoadedRecording read(Path path, Strictness strictness) throws IOException {
        return read(path, strictness, null);
    }

    /**
     * The same of a file that is read as that wire, if one is named.
     *
     * @throws IOException as {@link RecordingReader#open(Path, Strictness, Wire)}
     */
    public static LoadedRecording read(Path path, Strictness strictness, @Nullable Wire wire) throws IOException {
        try (RecordingReader reader = RecordingReader.open(path, strictness, wire)) {
            List<Entry> entries = new ArrayList<>();
            for (Entry entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            return new LoadedRecording(
                    reader.header(), reader.headerless(), entries, reader.ending(), reader.damages());
        }
    }

    /** Its entries from the first on. */
    public EntrySource open() {
        return new EntrySource() {
            private final Iterator<Entry> rest = entries.iterator();

            @Override
            public Header header() {
                return header;
            }

            @Override
            public boolean headerless() {
                return headerless;
            }

            @Override
            public @Nullable Entry next() {
                return rest.hasNext() ? rest.next() : null;
            }

            @Override
            public @Nullable Ending ending() {
                return rest.hasNext() ? null : ending;
            }

            @Override
            public List<Damage> damages() {
                return damages;
            }

            @Override
            public void close() {}
        };
    }
}
