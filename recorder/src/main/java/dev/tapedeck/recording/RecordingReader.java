package dev.tapedeck.recording;

import com.fasterxml.jackson.core.JsonParser;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.hash.Sha256;
import dev.tapedeck.text.Utf8;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a recording entry by entry; memory does not grow with the file (architecture, section 4).
 *
 * <p>Files without a header are read too: each of their lines is a frame of the provider, or of the client where the
 * wire's data says that only a client sends it; their wire is recognised from content or forced. A JSON document of a
 * known wire is its frames, and so is a session that lies in several files ({@link KeptSession}). An empty
 * file is a recording of 0 frames.
 *
 * <p>Accepted: a leading UTF-8 BOM, CR before LF, zero bytes after a complete line, blank lines, a torn last line, a
 * missing end, a file packed with gzip. Damage in the middle is treated as {@link Strictness} says. Not safe for use by
 * several threads.
 */
public final class RecordingReader implements EntrySource {
    /** Damage beyond this number is counted but not listed, so that memory stays bounded. */
    private static final int LISTED_DAMAGES = 1000;

    private final InputStream in;
    private final String name;
    private final @Nullable Path file;
    private final Strictness strictness;
    private final FileLines lines;
    private final Opening opening;
    private final MessageDigest digest = Sha256.digest();
    private final List<Damage> damages = new ArrayList<>();

    private long damageCount;
    private long previousSeq;
    private long micros;
    private long endOffset = -1;
    private long skipped;
    private long entries;
    private long frames;
    private boolean done;
    /** Whether it began inside the file, so that what stands before it was neither counted nor hashed. */
    private final boolean partial;
    private @Nullable Ending ending;

    private RecordingReader(
            InputStream in, String name, @Nullable Path file, Strictness strictness, @Nullable Wire forced)
            throws IOException {
        this.in = in;
        this.name = name;
        this.file = file;
        this.strictness = strictness;
        this.lines = new FileLines(Document.lines(in, name, forced), name);
        this.opening = Opening.of(lines, name, forced);
        this.partial = false;
        if (opening.headerLost()) {
            damage(new Damage(Damage.Kind.LINE, 1, 0, "a header", "something else"));
            skipped = opening.linesLost();
        }
    }

    private RecordingReader(InputStream in, Path file, Place place, Strictness strictness) {
        this.in = in;
        this.name = file.toString();
        this.file = file;
        this.strictness = strictness;
        this.lines = new FileLines(in, place.offset(), place.lines());
        this.opening = new Opening(place.header(), List.of(), false, false, 0);
        this.previousSeq = place.seq();
        this.partial = true;
    }

    /**
     * A place between two entries of a recording that has a header.
     *
     * @param offset of the next entry's line, in bytes
     * @param lines that stand before it
     * @param seq of the entry before it; 0 before the first
     */
    public record Place(Header header, long offset, long lines, long seq) {}

    /**
     * Reads on from a place, without what stands before it; the hash of the end line can then not be checked.
     *
     * @param end offset that is not read beyond, in bytes
     * @throws IOException if the file cannot be read
     */
    public static RecordingReader open(Path path, Place place, long end, Strictness strictness) throws IOException {
        FileChannel channel = FileChannel.open(path, StandardOpenOption.READ);
        return new RecordingReader(new FileStretch(channel, place.offset(), end, true), path, place, strictness);
    }

    /** Reads on from a place in a stream that begins there. */
    static RecordingReader over(InputStream in, Path path, Place place) {
        return new RecordingReader(in, path, place, Strictness.TOLERANT);
    }

    /**
     * Opens a file.
     *
     * @throws RecordingException if it is UTF-16 or its header is not one of format version 1
     * @throws IOException if it cannot be read
     */
    public static RecordingReader open(Path path, Strictness strictness) throws IOException {
        return open(path, strictness, null);
    }

    /**
     * Opens a file, whose wire is the forced one whatever it says or looks like.
     *
     * @throws IOException as {@link #open(Path, Strictness)}
     */
    public static RecordingReader open(Path path, Strictness strictness, @Nullable Wire forced) throws IOException {
        Optional<KeptSession> kept = KeptSession.of(path);
        if (kept.isPresent()) {
            return new RecordingReader(kept.get().lines(), path.toString(), null, strictness, forced);
        }
        InputStream in = new BufferedInputStream(Files.newInputStream(path));
        try {
            // Of a packed file, what is too long for memory cannot be read again by its offset.
            return Gzip.begins(in)
                    ? new RecordingReader(Gzip.unpacking(in, path.toString()),
                            path.toString(), null, strictness, forced)
                    : new RecordingReader(in, path.toString(), path, strictness, forced);
        } catch (IOException | RuntimeException e) {
            in.close();
            throw e;
        }
    }

    /**
     * Reads a recording from a stream, which {@link #close} closes; a payload over 64 MiB can then not be had in full.
     *
     * @param name what messages call the stream
     * @throws IOException as {@link #open(Path, Strictness)}
     */
    public static RecordingReader over(InputStream in, String name, Strictness strictness, @Nullable Wire forced)
            throws IOException {
        return new RecordingReader(in, name, null, strictness, forced);
    }

    /** The header; of a file without one, what was recognised: provider and wire, {@code unknown} where nothing was. */
    @Override
    public Header header() {
        return opening.header();
    }

    /** Whether the file is no recording of ours but, for instance, a provider's raw output. */
    @Override
    public boolean headerless() {
        return opening.headerless();
    }

    /** What is wrong with the file, as far as it was read; the first thousand places. */
    @Override
    public List<Damage> damages() {
        return List.copyOf(damages);
    }

    /** Number of places where something is wrong, as far as the file was read. */
    public long damageCount() {
        return damageCount;
    }

    /** The end line; absent before the last entry was read, and for good when the file is truncated. */
    @Override
    public @Nullable Ending ending() {
        return ending;
    }

    /** Of a file without a header, or a packed one, there is none. */
    @Override
    public @Nullable Place place() {
        return file == null || opening.headerless() || opening.headerLost() ? null : here();
    }

    Place here() {
        return new Place(opening.header(), lines.next(), lines.number(), previousSeq);
    }

    /** Frames read so far; log lines and host acts are none. */
    public long frames() {
        return frames;
    }

    /**
     * The next entry, or null after the last one.
     *
     * @throws RecordingException at damage, if this reader is strict
     * @throws IOException if the file cannot be read
     */
    @Override
    public @Nullable Entry next() throws IOException {
        while (!done) {
            if (!lines.advance()) {
                done = true;
                finish();
                return null;
            }
            Entry entry = opening.headerless() ? rawFrame() : entry();
            if (entry != null) {
                entries++;
                frames += entry instanceof Frame ? 1 : 0;
                micros = Math.max(micros, entry.micros());
                return entry;
            }
        }
        return null;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** Where a writer goes on; to be asked after the last entry. */
    Tail tail() {
        return new Tail(previousSeq + 1, frames, micros, digest, endOffset);
    }

    /**
     * The state of a recording behind its last entry.
     *
     * @param micros latest arrival, in µs since the recording started
     * @param digest of the lines so far
     * @param endOffset offset of the end line, or -1 when there is none
     */
    record Tail(long nextSeq, long frames, long micros, MessageDigest digest, long endOffset) {}

    // ---- lines of the format

    private @Nullable Entry entry() throws IOException {
        EntryParser.Line parsed;
        try {
            parsed = lines.oversize() ? parseInPassing() : parseInMemory();
        } catch (MalformedLine e) {
            lost(e);
            return null;
        }
        if (parsed == null) {
            return null;
        }
        if (parsed.ending() != null) {
            ending = parsed.ending();
            endOffset = lines.offset();
            check(ending);
            return null;
        }
        Entry entry = parsed.entry();
        if (ending != null) {
            damage(here(Damage.Kind.AFTER_END, "nothing", "entry " + entry.seq()));
        }
        checkSequence(entry);
        return entry;
    }

    private EntryParser.@Nullable Line parseInMemory() throws IOException, MalformedLine {
        byte[] line = lines.buffer();
        int length = withoutCarriageReturn(line, lines.length());
        int end = withoutPadding(line, length);
        if (end == 0 && (length == 0 || !lines.terminated())) {
            if (length > 0) {
                damage(here(Damage.Kind.PADDING, "the end of the file", length + " zero bytes"));
            }
            return null;
        }
        int invalid = Utf8.firstInvalid(line, 0, end);
        if (invalid >= 0) {
            throw new MalformedLine("UTF-8", "byte 0x%02x at byte %d of the line".formatted(line[invalid], invalid));
        }
        EntryParser.Line parsed = EntryParser.parse(line, end);
        if (end < length) {
            damage(here(Damage.Kind.PADDING, "the end of the line", length - end + " zero bytes"));
        }
        if (parsed.ending() == null) {
            digest.update(line, 0, end);
            digest.update((byte) '\n');
        }
        return parsed;
    }

    private EntryParser.Line parseInPassing() throws IOException, MalformedLine {
        byte[] start = Arrays.copyOf(lines.buffer(), lines.length());
        InputStream whole = new SequenceInputStream(new ByteArrayInputStream(start), lines.rest());
        try (DigestInputStream hashed = new DigestInputStream(whole, digest);
                JsonParser parser = RecordingLimits.LINES.createParser(hashed)) {
            EntryParser.Line parsed =
                    EntryParser.parsePassing(parser, new PayloadReader.InPassing(start, file, lines.offset()));
            hashed.transferTo(OutputStream.nullOutputStream());
            digest.update((byte) '\n');
            return parsed;
        }
    }

    private void lost(MalformedLine e) throws IOException {
        if (lines.oversize()) {
            lines.rest().transferTo(OutputStream.nullOutputStream());
        }
        if (lines.terminated()) {
            skipped++;
            damage(here(Damage.Kind.LINE, e.expected(), e.found()));
        } else {
            damage(here(Damage.Kind.TORN, e.expected(), e.found()));
        }
    }

    private void checkSequence(Entry entry) throws RecordingException {
        long next = previousSeq + 1;
        if (entry.seq() < next || entry.seq() > next + skipped) {
            damage(here(Damage.Kind.SEQUENCE, "seq " + next, "seq " + entry.seq()));
        }
        previousSeq = entry.seq();
        skipped = 0;
    }

    private void check(Ending end) throws RecordingException {
        boolean known = damages.stream().anyMatch(damage -> damage.kind() != Damage.Kind.PADDING);
        String hash = HexFormat.of().formatHex(Sha256.soFar(digest));
        // A damaged line makes both differ; to say so again would hide which line it is.
        if (known || partial) {
            return;
        }
        // Some converters count every line between header and end.
        if (end.frames() != frames && end.frames() != entries) {
            damage(here(Damage.Kind.COUNT, end.frames() + " frames", Long.toString(frames)));
        }
        if (!hash.equalsIgnoreCase(end.sha256())) {
            damage(here(Damage.Kind.CHECKSUM, "sha256 " + end.sha256(), hash));
        }
    }

    private void finish() {
        if (!opening.headerless() && ending == null) {
            list(new Damage(
                    Damage.Kind.NO_END, lines.number() + 1, lines.position(), "the end line", "the end of the file"));
        }
    }

    // ---- lines of a file without a header

    private @Nullable Entry rawFrame() throws IOException {
        if (lines.oversize()) {
            return frame(Direction.OUT, rawOversize(), lines.terminated() ? LineEnd.LF : LineEnd.NONE);
        }
        byte[] line = lines.buffer();
        int length = lines.terminated() ? withoutCarriageReturn(line, lines.length()) : lines.length();
        LineEnd end = !lines.terminated() ? LineEnd.NONE : length < lines.length() ? LineEnd.CRLF : LineEnd.LF;
        Payload payload = Payloads.classify(line, 0, length);
        if (!(payload instanceof Payload.Json) && hasZero(line, length)) {
            int complete = withoutPadding(line, length);
            payload = Payloads.classify(line, 0, complete);
            if (complete == 0 || !(payload instanceof Payload.Json)) {
                damage(here(Damage.Kind.LINE, "a line of a provider", "zero bytes"));
                return null;
            }
            damage(here(Damage.Kind.PADDING, "the end of the line", length - complete + " zero bytes"));
        }
        return frame(opening.direction(payload), payload, end);
    }

    private Frame frame(Direction way, Payload payload, LineEnd end) {
        return new Frame(++previousSeq, 0, way, payload, Carrier.LINE, end, List.of());
    }

    private Payload rawOversize() throws IOException {
        byte[] start = Arrays.copyOf(lines.buffer(), RecordingLimits.OVERSIZE_HEAD);
        long from = lines.offset();
        lines.rest().skip(Long.MAX_VALUE);
        long length = lines.position() - from - (lines.terminated() ? 1 : 0);
        return new Payload.Oversize(
                length, start, out -> new PayloadReader.InPassing(start, file, from).copy(from, length, out));
    }

    // ---- both

    private static int withoutCarriageReturn(byte[] line, int length) {
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    private static int withoutPadding(byte[] line, int length) {
        int end = length;
        while (end > 0 && line[end - 1] == 0) {
            end--;
        }
        return end;
    }

    private static boolean hasZero(byte[] line, int length) {
        for (int i = 0; i < length; i++) {
            if (line[i] == 0) {
                return true;
            }
        }
        return false;
    }

    private Damage here(Damage.Kind kind, String expected, String found) {
        return new Damage(kind, lines.number(), lines.offset(), expected, found);
    }

    private void list(Damage damage) {
        damageCount++;
        if (damages.size() < LISTED_DAMAGES) {
            damages.add(damage);
        }
    }

    private void damage(Damage damage) throws RecordingException {
        list(damage);
        if (strictness == Strictness.STRICT && damage.kind().stopsStrictReaders()) {
            done = true;
            throw RecordingException.of(name, damage);
        }
    }
}
