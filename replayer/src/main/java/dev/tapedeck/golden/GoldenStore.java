package dev.tapedeck.golden;

import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.hash.Sha256;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The golden files below one folder. Links are never followed, and each write leaves either the old file or the new
 * one, whole.
 */
public final class GoldenStore {
    /** Largest golden that is read or written, in bytes. */
    public static final int MAX_BYTES = 16 * 1024 * 1024;

    private final Path root;
    private final boolean readOnly;

    /**
     * @param root folder of the goldens; need not exist yet
     * @param readOnly whether approving, discarding and undoing are refused, as they are in CI
     */
    public GoldenStore(Path root, boolean readOnly) {
        this.root = root;
        this.readOnly = readOnly;
    }

    public Path root() {
        return root;
    }

    public boolean readOnly() {
        return readOnly;
    }

    /** The approved bytes, or empty when nothing was approved. */
    public Optional<byte[]> approved(GoldenName name) throws IOException {
        return read(approvedPath(name));
    }

    /** The bytes that wait for approval, or empty when none do. */
    public Optional<byte[]> received(GoldenName name) throws IOException {
        return read(receivedPath(name));
    }

    /** What the approved file was made from, or empty when nobody noted it. */
    public Optional<Provenance> approvedFrom(GoldenName name) throws IOException {
        return ProvenanceFile.approved(folder(name)).get(name.view());
    }

    /** What the received file was made from, or empty when there is none. */
    public Optional<Provenance> receivedFrom(GoldenName name) throws IOException {
        return ProvenanceFile.received(folder(name)).get(name.view());
    }

    /** Every golden on disk, by name; states are what the run found out, if there was one. */
    public List<Golden> list(@Nullable GoldenRun run) throws IOException {
        SortedSet<GoldenName> names = names();
        if (run != null) {
            names.addAll(run.results().keySet());
        }
        List<Golden> goldens = new ArrayList<>();
        for (GoldenName name : names) {
            describe(name, run).ifPresent(goldens::add);
        }
        return goldens;
    }

    /** One golden as {@link #list} tells it, or empty when nothing of that name is on disk. */
    public Optional<Golden> describe(GoldenName name, @Nullable GoldenRun run) throws IOException {
        byte[] approved = approved(name).orElse(null);
        byte[] received = received(name).orElse(null);
        if (approved == null && received == null) {
            return Optional.empty();
        }
        Comparison result = run == null ? null : run.results().get(name);
        GoldenState state;
        if (approved == null) {
            state = GoldenState.NEW;
        } else if (received != null && !Comparison.ofJson(approved, received).equal()) {
            state = GoldenState.CHANGED;
        } else if (result != null) {
            state = GoldenState.PASSING;
        } else {
            state = run != null && run.complete() ? GoldenState.OBSOLETE : GoldenState.UNCHECKED;
        }
        return Optional.of(new Golden(
                name, state, hash(approved), hash(received), result == null ? List.of() : result.forgiven()));
    }

    /** Names of all goldens that have an approved or a received file. */
    public SortedSet<GoldenName> names() throws IOException {
        SortedSet<GoldenName> names = new TreeSet<>();
        if (!Files.isDirectory(root)) {
            return names;
        }
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Path folder = root.relativize(file).getParent();
                String scenario = folder == null ? "" : folder.toString().replace('\\', '/');
                if (attributes.isRegularFile() && Fixture.isName(scenario)) {
                    String fileName = file.getFileName().toString();
                    Arrays.stream(View.values())
                            .filter(view ->
                                    fileName.equals(view.approvedFile()) || fileName.equals(view.receivedFile()))
                            .forEach(view -> names.add(new GoldenName(scenario, view)));
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return names;
    }

    /**
     * Notes what a run gave: nothing beside the approved file when the two are equal, else a received file.
     *
     * @param comparison how it compares with the approved file, or null when nothing was approved yet
     */
    void receive(GoldenName name, byte[] bytes, Provenance from, @Nullable Comparison comparison) throws IOException {
        if (comparison != null && comparison.equal()) {
            forgetReceived(name);
        } else {
            makeFolder(name);
            AtomicFile.write(guarded(receivedPath(name)), bytes);
            ProvenanceFile.received(folder(name)).put(name.view(), from);
        }
    }

    /**
     * Makes the received file the approved one.
     *
     * @param received SHA-256 of the received file that was looked at
     * @param approved SHA-256 of the approved file that was looked at, or null when there was none
     * @throws GoldenConflict if either is no longer what was looked at; nothing is written then
     */
    public Undo approve(GoldenName name, String received, @Nullable String approved) throws IOException {
        requireWritable("approve " + name);
        byte[] before = approved(name).orElse(null);
        byte[] bytes = expected(name, "received", received, received(name).orElse(null));
        expectSame(name, "approved", approved, before);
        Undo undo = new Undo(
                name, before, hash(bytes), bytes, approvedFrom(name).orElse(null), receivedFrom(name).orElse(null));
        AtomicFile.write(guarded(approvedPath(name)), bytes);
        if (undo.receivedFrom() != null) {
            ProvenanceFile.approved(folder(name)).put(name.view(), undo.receivedFrom());
        }
        forgetReceived(name);
        return undo;
    }

    /** Notes anew what an approved file is made of, because a replay just gave the same result. */
    void note(GoldenName name, Provenance from) throws IOException {
        requireWritable("note " + name);
        guarded(approvedPath(name));
        if (!approvedFrom(name).equals(Optional.of(from))) {
            ProvenanceFile.approved(folder(name)).put(name.view(), from);
        }
    }

    /**
     * Throws the received file away.
     *
     * @param received SHA-256 of the received file that was looked at
     * @throws GoldenConflict if it is no longer what was looked at; nothing is deleted then
     */
    public Undo discard(GoldenName name, String received) throws IOException {
        requireWritable("discard " + name);
        byte[] before = approved(name).orElse(null);
        byte[] bytes = expected(name, "received", received, received(name).orElse(null));
        Undo undo = new Undo(
                name, before, hash(before), bytes, approvedFrom(name).orElse(null), receivedFrom(name).orElse(null));
        forgetReceived(name);
        return undo;
    }

    /**
     * Takes an approval or a discard back.
     *
     * @throws GoldenConflict if the approved file was changed since; nothing is written then
     */
    public void undo(Undo undo) throws IOException {
        requireWritable("undo " + undo.name());
        GoldenName name = undo.name();
        expectSame(name, "approved", undo.approvedAfter(), approved(name).orElse(null));
        AtomicFile.write(guarded(receivedPath(name)), undo.receivedBefore());
        ProvenanceFile.received(folder(name)).put(name.view(), undo.receivedFrom());
        if (undo.approvedBefore() == null) {
            Files.deleteIfExists(approvedPath(name));
        } else {
            AtomicFile.write(guarded(approvedPath(name)), undo.approvedBefore());
        }
        ProvenanceFile.approved(folder(name)).put(name.view(), undo.approvedFrom());
    }

    /**
     * Deletes what no recording gives any more.
     *
     * @throws GoldenConflict if it is no longer what was listed; nothing is deleted then
     */
    public void deleteObsolete(Golden golden) throws IOException {
        requireWritable("delete " + golden.name());
        expectSame(golden.name(), "approved", golden.approved(), approved(golden.name()).orElse(null));
        Files.deleteIfExists(approvedPath(golden.name()));
        ProvenanceFile.approved(folder(golden.name())).put(golden.name().view(), null);
    }

    private void forgetReceived(GoldenName name) throws IOException {
        if (Files.deleteIfExists(receivedPath(name))) {
            ProvenanceFile.received(folder(name)).put(name.view(), null);
        }
    }

    /** @throws ReadOnlyGoldens if nothing may be written here; {@code act} says what was to be done */
    public void requireWritable(String act) throws ReadOnlyGoldens {
        if (readOnly) {
            throw new ReadOnlyGoldens(act);
        }
    }

    private static byte[] expected(GoldenName name, String which, String expected, byte @Nullable [] found)
            throws GoldenConflict {
        expectSame(name, which, expected, found);
        if (found == null) {
            throw new GoldenConflict(name, which, expected, null);
        }
        return found;
    }

    private static void expectSame(GoldenName name, String which, @Nullable String expected, byte @Nullable [] found)
            throws GoldenConflict {
        String actual = hash(found);
        if (expected == null ? actual != null : !expected.equals(actual)) {
            throw new GoldenConflict(name, which, expected, actual);
        }
    }

    private static @Nullable String hash(byte @Nullable [] bytes) {
        return bytes == null ? null : Sha256.hex(bytes);
    }

    private Optional<byte[]> read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        guarded(file);
        long size = Files.size(file);
        if (size > MAX_BYTES) {
            throw new IOException(file + ": expected at most " + MAX_BYTES + " bytes, found " + size);
        }
        try {
            return Optional.of(Files.readAllBytes(file));
        } catch (NoSuchFileException e) {
            return Optional.empty(); // deleted since it was looked for
        }
    }

    /** The same path, once it is known to be a regular file or free, in a folder that no link leads out of. */
    private Path guarded(Path file) throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            throw new IOException(file + ": expected a regular file, found a link, folder or device");
        }
        if (!folderOf(file).toRealPath().startsWith(root.toRealPath())) {
            throw new IOException(file + ": expected a file below " + root + ", found a link that leads out of it");
        }
        return file;
    }

    /** Creates the scenario's folder, once it is known that no link on the way leads out of the root. */
    private void makeFolder(GoldenName name) throws IOException {
        Files.createDirectories(root);
        Path existing = folder(name);
        while (!Files.exists(existing, LinkOption.NOFOLLOW_LINKS)) {
            existing = folderOf(existing);
        }
        guarded(existing.resolve(name.view().receivedFile()));
        Files.createDirectories(folder(name));
    }

    private Path folder(GoldenName name) {
        return root.resolve(name.scenario());
    }

    private static Path folderOf(Path file) {
        return file.toAbsolutePath().getParent();
    }

    private Path approvedPath(GoldenName name) {
        return folder(name).resolve(name.view().approvedFile());
    }

    private Path receivedPath(GoldenName name) {
        return folder(name).resolve(name.view().receivedFile());
    }
}
