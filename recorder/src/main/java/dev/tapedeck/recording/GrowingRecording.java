package dev.tapedeck.recording;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A recording that somebody still writes: whoever reads it waits for what comes, until the end line.
 *
 * <p>A half-written last line waits until it is whole. The file is held open, so a recording that is given another
 * name meanwhile is read to its end. One that shrinks is over: its bytes are no longer those that were read. Not for
 * several threads.
 */
public final class GrowingRecording implements EntrySource {
    /** Pause between two looks at a file that did not grow. */
    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final int CHUNK = 8 * 1024;
    private static final int LISTED_DAMAGES = 1000;

    private final Path path;
    private final FileChannel file;
    private final BooleanSupplier goesOn;
    private final List<Damage> damages = new ArrayList<>();
    private RecordingReader reader;
    /** Offset up to which the reader reads: behind the last whole line when it was opened. */
    private long end;
    private @Nullable Entry ahead;
    /** Where the entry that was read ahead begins. */
    private RecordingReader.@Nullable Place placeOfAhead;
    private boolean over;

    private GrowingRecording(Path path, FileChannel file, BooleanSupplier goesOn) throws IOException {
        this.path = path;
        this.file = file;
        this.goesOn = goesOn;
        this.end = wholeLines(0);
        this.reader = RecordingReader.over(stretch(0, end), path.toString(), Strictness.TOLERANT, null);
        if (reader.headerless()) {
            throw new IOException(path + ": a recording with a header expected, found none");
        }
    }

    /**
     * Opens one.
     *
     * @param goesOn asked before each wait, five times a second; false ends it there
     * @throws IOException if it cannot be read, is a link or has no header yet
     */
    public static GrowingRecording open(Path path, BooleanSupplier goesOn) throws IOException {
        FileChannel file =
                FileChannel.open(path, Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS));
        try {
            return new GrowingRecording(path, file, goesOn);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public Header header() {
        return reader.header();
    }

    @Override
    public boolean headerless() {
        return false;
    }

    @Override
    public @Nullable Entry next() throws IOException {
        while (waits() && !over) {
            over = !goesOn.getAsBoolean() || !pause();
        }
        Entry next = ahead;
        ahead = null;
        return next;
    }

    @Override
    public boolean waits() throws IOException {
        while (ahead == null && !over) {
            placeOfAhead = reader.here();
            ahead = reader.next();
            if (ahead == null && !readOn()) {
                return !over;
            }
        }
        return false;
    }

    @Override
    public RecordingReader.Place place() {
        return ahead != null && placeOfAhead != null ? placeOfAhead : reader.here();
    }

    @Override
    public @Nullable Ending ending() {
        return reader.ending();
    }

    @Override
    public List<Damage> damages() {
        List<Damage> all = new ArrayList<>(damages);
        all.addAll(reader.damages());
        return all;
    }

    @Override
    public void close() throws IOException {
        reader.close();
        file.close();
    }

    /** Goes on behind what was read, if more whole lines stand there; returns whether. */
    private boolean readOn() throws IOException {
        over = reader.ending() != null || file.size() < end;
        long grown = over ? end : wholeLines(end);
        if (grown == end) {
            return false;
        }
        RecordingReader.Place place = reader.here();
        reader.damages().stream()
                .filter(damage -> damage.kind() != Damage.Kind.NO_END)
                .limit(Math.max(0, LISTED_DAMAGES - damages.size()))
                .forEach(damages::add);
        reader = RecordingReader.over(stretch(end, grown), path, place);
        end = grown;
        return true;
    }

    private FileStretch stretch(long from, long to) {
        return new FileStretch(file, from, to, false);
    }

    /** Offset behind the last line feed, not before the place from which on it is looked for. */
    private long wholeLines(long from) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
        for (long to = file.size(); to > from; to -= CHUNK) {
            long at = Math.max(from, to - CHUNK);
            chunk.clear().limit((int) (to - at));
            while (chunk.hasRemaining() && file.read(chunk, at + chunk.position()) >= 0) {
                continue;
            }
            for (int i = chunk.position() - 1; i >= 0; i--) {
                if (chunk.get(i) == '\n') {
                    return at + i + 1;
                }
            }
        }
        return from;
    }

    private static boolean pause() {
        try {
            Thread.sleep(PAUSE);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
