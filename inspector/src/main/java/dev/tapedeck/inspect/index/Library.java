package dev.tapedeck.inspect.index;

import dev.tapedeck.frame.Header;
import dev.tapedeck.recording.Gzip;
import dev.tapedeck.recording.KeptSession;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The recordings below one folder. Links are never followed: neither the folder's content nor a file swapped later
 * leads out of it.
 */
public final class Library {
    /** Files that are looked at. */
    static final int MAX_FILES = 20_000;
    /** Deepest folder that is looked into, in levels. */
    static final int MAX_DEPTH = 16;
    /** Bytes of a first line that make its hash. */
    private static final int FIRST_LINE_BYTES = 64 * 1024;
    /** A folder that was looked at less than that ago is not looked at again. */
    private static final Duration FRESH = Duration.ofSeconds(1);
    /** A recording without an end that did not grow for that long is taken for one that was cut off. */
    private static final Duration QUIET = Duration.ofMinutes(10);

    private final Path root;
    private final InstantSource clock;
    private final Duration fresh;
    private final Map<Path, Recording> known = new HashMap<>();
    private @Nullable Scan last;

    /**
     * @param root folder, or one recording
     * @throws IOException if it does not exist
     */
    public Library(Path root, InstantSource clock) throws IOException {
        this(root, clock, FRESH);
    }

    /**
     * @param root folder, or one recording
     * @param fresh how long what was found is taken for what there is
     * @throws IOException if it does not exist
     */
    public Library(Path root, InstantSource clock, Duration fresh) throws IOException {
        this.root = root.toRealPath();
        this.clock = clock;
        this.fresh = fresh;
    }

    /**
     * What was found.
     *
     * @param skipped files that look like recordings and are not shown
     */
    public record Scan(List<Recording> recordings, List<Skipped> skipped, Instant at) {
        public Scan {
            recordings = List.copyOf(recordings);
            skipped = List.copyOf(skipped);
        }

        /** The recording of that id, if there is one. */
        public Optional<Recording> find(String id) {
            return recordings.stream().filter(recording -> recording.id().equals(id)).findFirst();
        }

        /** The recording of that name, if there is one. */
        public Optional<Recording> named(String name) {
            return recordings.stream().filter(recording -> recording.name().equals(name)).findFirst();
        }
    }

    /** A file that is not shown, and why. */
    public record Skipped(String name, String reason) {}

    /** The folder's own name. */
    public String place() {
        Path name = root.getFileName();
        return name == null ? root.toString() : name.toString();
    }

    public Path root() {
        return root;
    }

    /** What stands below the folder now, or stood there a moment ago. */
    public synchronized Scan scan() {
        Instant now = clock.instant();
        if (last == null || last.at().plus(fresh).isBefore(now)) {
            last = walk(now);
        }
        return last;
    }

    /**
     * Makes sure that a recording is still the file that was found, before it is opened.
     *
     * @throws IOException if it vanished, was replaced, or now lies outside the folder
     */
    public Path open(Recording recording) throws IOException {
        Path path = recording.path();
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        boolean same = attributes.isRegularFile()
                && String.valueOf(attributes.fileKey()).equals(recording.stamp().key())
                && path.toRealPath().startsWith(root);
        if (!same) {
            throw new IOException("the file was replaced since it was found");
        }
        return path;
    }

    private Scan walk(Instant now) {
        List<Recording> found = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        try {
            Files.walkFileTree(root, java.util.Set.of(), MAX_DEPTH, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (!looksLikeRecording(file)) {
                        return FileVisitResult.CONTINUE;
                    }
                    if (found.size() + skipped.size() >= MAX_FILES) {
                        skipped.add(new Skipped(name(file), "more than " + MAX_FILES + " files"));
                        return FileVisitResult.TERMINATE;
                    }
                    look(file, attributes, found, skipped);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException e) {
                    skipped.add(new Skipped(name(file), "cannot be read"));
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            skipped.add(new Skipped(place(), "cannot be read"));
        }
        found.sort(Comparator.comparing(Recording::name));
        return new Scan(withoutTwins(found, skipped), skipped, now);
    }

    private void look(Path file, BasicFileAttributes attributes, List<Recording> found, List<Skipped> skipped) {
        if (!attributes.isRegularFile()) {
            skipped.add(new Skipped(name(file), "a link or a device, which is not followed"));
            return;
        }
        try {
            FileStamp stamp = FileStamp.of(file);
            Recording before = known.get(file);
            Recording recording = before != null && before.stamp().equals(stamp)
                    ? before.growing() && isQuiet(before) ? read(file, stamp, false) : before
                    : read(file, stamp, before != null && grew(before, stamp));
            known.put(file, recording);
            found.add(recording);
        } catch (IOException e) {
            known.remove(file);
            skipped.add(new Skipped(name(file), reason(file, e)));
        }
    }

    private static boolean grew(Recording before, FileStamp now) {
        return now.key().equals(before.stamp().key()) && now.size() > before.stamp().size();
    }

    private boolean isQuiet(Recording recording) {
        return clock.millis() - recording.stamp().modified() > QUIET.toMillis();
    }

    /** @param grew whether it grew since it was looked at last */
    private Recording read(Path file, FileStamp stamp, boolean grew) throws IOException {
        byte[] first;
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            first = firstLine(new BufferedInputStream(Gzip.unpacked(in, file.toString())));
        }
        try (RecordingReader reader = RecordingReader.open(file, Strictness.TOLERANT)) {
            Header header = reader.header();
            String id = reader.headerless()
                    ? Ids.of(name(file) + "\n" + new String(first, StandardCharsets.ISO_8859_1))
                    : id(header, first);
            boolean growing = grew && !reader.headerless() && !stamp.hasEnd();
            return new Recording(id, name(file), file, header, reader.headerless(), stamp, growing);
        }
    }

    /** A recorder completes version and counts while it records; that leaves the address as it is. */
    private static String id(Header header, byte[] line) {
        return header.id().isEmpty()
                ? Ids.of(line)
                : Ids.of(header.id() + "\n" + header.started() + "\n" + header.scenario());
    }

    /** Two files with one header are one address; the second by name is not shown. */
    private static List<Recording> withoutTwins(List<Recording> found, List<Skipped> skipped) {
        Map<String, Recording> byId = new HashMap<>();
        List<Recording> single = new ArrayList<>();
        for (Recording recording : found) {
            Recording twin = byId.putIfAbsent(recording.id(), recording);
            if (twin == null) {
                single.add(recording);
            } else {
                skipped.add(new Skipped(recording.name(), "has the same header as " + twin.name()));
            }
        }
        return single;
    }

    private String name(Path file) {
        Path relative = root.equals(file) ? root.getFileName() : root.relativize(file);
        return String.valueOf(relative).replace('\\', '/');
    }

    /** The reason alone: pages never show where on this machine a file lies. */
    private String reason(Path file, IOException e) {
        String message = e.getMessage() == null ? "cannot be read" : e.getMessage();
        return message.replace(file + ": ", "").replace(file.toString(), name(file)).replace(root.toString(), place());
    }

    private boolean looksLikeRecording(Path file) {
        if (file.equals(root) || KeptSession.of(file).isPresent()) {
            return true;
        }
        String whole = String.valueOf(file.getFileName());
        String name = whole.endsWith(".gz") ? whole.substring(0, whole.length() - 3) : whole;
        boolean result = name.contains(".approved.") || name.contains(".received.");
        return !result && (name.endsWith(".ndjson") || name.endsWith(".jsonl"));
    }

    private static byte[] firstLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int b = in.read(); b >= 0 && b != '\n' && line.size() < FIRST_LINE_BYTES; b = in.read()) {
            line.write(b);
        }
        return line.toByteArray();
    }
}
