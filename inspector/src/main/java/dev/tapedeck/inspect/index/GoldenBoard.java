package dev.tapedeck.inspect.index;

import dev.tapedeck.golden.Golden;
import dev.tapedeck.golden.GoldenConflict;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.GoldenState;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.golden.Provenance;
import dev.tapedeck.golden.Undo;
import dev.tapedeck.golden.View;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The goldens as pages show them: what waits for a decision, grouped by equal changes, and how to decide. */
public final class GoldenBoard {
    /** Goldens that one decision is taken on: their marks have to fit into a form. */
    public static final int MOST_TOGETHER = 1000;
    /** Decisions that can be taken back; older ones are forgotten. */
    static final int MAX_UNDOS = 50;
    private static final int GLANCE_SECONDS = 3;

    private final @Nullable GoldenStore store;
    /** By the golden that somebody decided on; with it those that were decided in the same way. */
    private final Map<String, List<Undo>> undos = new LinkedHashMap<>();
    private final Map<String, Compared> compared = new HashMap<>();
    private @Nullable State last;
    private long lastAt;

    /** @param store absent when the inspected folder has no goldens */
    public GoldenBoard(@Nullable GoldenStore store) {
        this.store = store;
    }

    /** Goldens as they were when their files had those stamps. */
    private final Map<GoldenName, Described> described = new HashMap<>();

    /** What the files of a golden are known by without reading them. */
    private record Stamp(long size, @Nullable FileTime modified, @Nullable Object key) {
        private static final Stamp NONE = new Stamp(-1, null, null);

        static Stamp of(Path file) {
            try {
                BasicFileAttributes attributes =
                        Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
                return new Stamp(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
            } catch (IOException e) {
                return NONE;
            }
        }
    }

    private record Described(Stamp approved, Stamp received, Golden golden) {}

    private record Compared(@Nullable String approved, @Nullable String received, GoldenDiff diff) {}

    /**
     * Every golden.
     *
     * @param pending those that wait for a decision: equal changes together, then other changes, then new ones
     * @param settled those that do not
     */
    public record State(List<Pending> pending, List<Golden> settled) {
        public State {
            pending = List.copyOf(pending);
            settled = List.copyOf(settled);
        }

        /** Those of that scenario that wait. */
        public List<Pending> of(String scenario) {
            return pending.stream().filter(golden -> golden.golden().name().scenario().equals(scenario)).toList();
        }

        /** The golden of that mark, if it waits just as it did when the mark was made. */
        public Optional<Pending> marked(String mark) {
            return pending.stream().filter(golden -> golden.mark().equals(mark)).findFirst();
        }

        /** What the golden of a mark is called, whatever became of it. */
        public String nameOf(String mark) {
            String id = mark.substring(0, Math.max(0, mark.indexOf('.')));
            return Stream.concat(pending.stream().map(Pending::golden), settled.stream())
                    .map(Golden::name)
                    .filter(name -> id(name).equals(id))
                    .findFirst()
                    .map(GoldenName::toString)
                    .orElse("one that is gone");
        }

        /** Those that changed in the same way as this one, itself included. */
        public List<Pending> like(Pending one) {
            return one.golden().approved() == null
                    ? List.of(one)
                    : pending.stream()
                            .filter(other -> other.golden().approved() != null
                                    && other.diff().signature().equals(one.diff().signature()))
                            .toList();
        }
    }

    /**
     * A golden that waits for a decision.
     *
     * @param id in addresses
     */
    public record Pending(String id, Golden golden, GoldenDiff diff) {
        /** What tells both its files as they are now from all that they were and will be; stands in forms. */
        public String mark() {
            return id + "." + Ids.of(golden.received() + " " + golden.approved());
        }

        /** What changed, in a few words. */
        public String summary() {
            List<String> parts = new ArrayList<>();
            part(parts, diff.changed(), "changed");
            part(parts, diff.added(), "added");
            part(parts, diff.removed(), "removed");
            return parts.isEmpty() ? "line ends or encoding differ" : String.join(", ", parts);
        }

        private static void part(List<String> parts, int count, String word) {
            if (count > 0) {
                parts.add(count + " " + word);
            }
        }
    }

    /** Why a golden changed, as far as anybody noted it. */
    public record Origins(Optional<Provenance> approved, Optional<Provenance> received) {}

    /** Whether there is a folder of goldens at all. */
    public boolean exists() {
        return store != null;
    }

    /** Id of a golden in addresses. */
    public static String id(GoldenName name) {
        return Ids.of(name.toString());
    }

    /** The marks of a form, which {@link #MOST_TOGETHER} bounds. */
    public static List<String> marks(String field) {
        return field.isBlank()
                ? List.of()
                : Arrays.stream(field.strip().split(" ")).limit(MOST_TOGETHER).toList();
    }

    /** How all goldens stand. */
    public synchronized State state() throws IOException {
        if (store == null) {
            return new State(List.of(), List.of());
        }
        List<Pending> pending = new ArrayList<>();
        List<Golden> settled = new ArrayList<>();
        for (Golden golden : list(store)) {
            if (golden.state() == GoldenState.CHANGED || golden.state() == GoldenState.NEW) {
                pending.add(new Pending(id(golden.name()), golden, diff(store, golden)));
            } else {
                settled.add(golden);
            }
        }
        Map<String, Long> alike = new HashMap<>();
        pending.forEach(golden -> alike.merge(golden.diff().signature(), 1L, Long::sum));
        pending.sort(Comparator.comparing((Pending golden) -> golden.golden().approved() == null)
                .thenComparing(golden -> -alike.get(golden.diff().signature()))
                .thenComparing(golden -> golden.diff().signature())
                .thenComparing(golden -> golden.golden().name()));
        last = new State(pending, settled);
        lastAt = System.nanoTime();
        return last;
    }

    /** As {@link #state}, but up to {@value #GLANCE_SECONDS} s old, since that looks at the files of every golden. */
    public synchronized State glance() throws IOException {
        boolean fresh = System.nanoTime() - lastAt < GLANCE_SECONDS * 1_000_000_000L;
        return last != null && fresh ? last : state();
    }

    /** What the golden of that id was made from, then and now. */
    public Origins origins(GoldenName name) throws IOException {
        return store == null
                ? new Origins(Optional.empty(), Optional.empty())
                : new Origins(store.approvedFrom(name), store.receivedFrom(name));
    }

    /** The bytes of both sides. */
    public Map<String, byte[]> bytes(GoldenName name) throws IOException {
        Map<String, byte[]> both = new HashMap<>();
        if (store != null) {
            store.approved(name).ifPresent(bytes -> both.put("approved", bytes));
            store.received(name).ifPresent(bytes -> both.put("received", bytes));
        }
        return both;
    }

    /**
     * Approves what was looked at.
     *
     * @throws GoldenConflict if either file is another by now; nothing is written then
     */
    public synchronized void approve(GoldenName name, String received, @Nullable String approved) throws IOException {
        remember(name, store().approve(name, received, approved));
    }

    /**
     * Approves another one together with one that was just approved, so that both are taken back together.
     *
     * @return whether it was; false if its files are others by now, and nothing is written then
     */
    public synchronized boolean approveWith(GoldenName first, Pending other) throws IOException {
        Golden golden = other.golden();
        try {
            Undo undo = store().approve(golden.name(), String.valueOf(golden.received()), golden.approved());
            undos.computeIfAbsent(id(first), unused -> new ArrayList<>()).add(undo);
            last = null;
            return true;
        } catch (GoldenConflict e) {
            return false;
        }
    }

    /**
     * Throws a received file away.
     *
     * @throws GoldenConflict if it is another by now; nothing is written then
     */
    public synchronized void discard(GoldenName name, String received) throws IOException {
        remember(name, store().discard(name, received));
    }

    /**
     * Takes the last decision on a golden back, for all that it was taken on.
     *
     * @return their names; none when there is nothing to take back
     * @throws GoldenConflict if an approved file was changed since; it and those after it stay as they are
     */
    public synchronized List<GoldenName> undo(String id) throws IOException {
        List<GoldenName> names = new ArrayList<>();
        List<Undo> left = undos.getOrDefault(id, new ArrayList<>());
        while (!left.isEmpty()) {
            store().undo(left.getFirst());
            names.add(left.removeFirst().name());
            last = null;
        }
        undos.remove(id);
        return names;
    }

    /** The goldens that the last decision on one was taken on, itself first; none when it cannot be taken back. */
    public synchronized List<GoldenName> decided(String id) {
        return undos.getOrDefault(id, List.of()).stream().map(Undo::name).toList();
    }

    /** All goldens; only those whose files changed are read again. */
    private List<Golden> list(GoldenStore from) throws IOException {
        List<Golden> goldens = new ArrayList<>();
        SortedSet<GoldenName> names = from.names();
        described.keySet().retainAll(names);
        for (GoldenName name : names) {
            Path folder = from.root().resolve(name.scenario());
            Stamp approved = Stamp.of(folder.resolve(name.view().approvedFile()));
            Stamp received = Stamp.of(folder.resolve(name.view().receivedFile()));
            Described known = described.get(name);
            if (known != null && known.approved().equals(approved) && known.received().equals(received)) {
                goldens.add(known.golden());
                continue;
            }
            from.describe(name, null).ifPresent(golden -> {
                described.put(name, new Described(approved, received, golden));
                goldens.add(golden);
            });
        }
        return goldens;
    }

    private GoldenStore store() throws IOException {
        if (store == null) {
            throw new IOException("there are no goldens here");
        }
        return store;
    }

    private void remember(GoldenName name, Undo undo) {
        undos.remove(id(name));
        undos.put(id(name), new ArrayList<>(List.of(undo)));
        last = null;
        if (undos.size() > MAX_UNDOS) {
            undos.remove(undos.keySet().iterator().next());
        }
    }

    private GoldenDiff diff(GoldenStore from, Golden golden) throws IOException {
        String id = id(golden.name());
        Compared known = compared.get(id);
        if (known != null
                && java.util.Objects.equals(known.approved(), golden.approved())
                && java.util.Objects.equals(known.received(), golden.received())) {
            return known.diff();
        }
        boolean events = switch (golden.name().view()) {
            case CANONICAL, RUNTIME, AMALGM -> true;
            case MAPS, DISPOSITIONS -> false;
        };
        GoldenDiff diff = GoldenDiff.of(
                from.approved(golden.name()).orElse(null), from.received(golden.name()).orElse(null), events);
        compared.put(id, new Compared(golden.approved(), golden.received(), diff));
        return diff;
    }
}
