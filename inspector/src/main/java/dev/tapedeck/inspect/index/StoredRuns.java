package dev.tapedeck.inspect.index;

import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Library.Skipped;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The runs that have addresses: one for each fault plan that lies beside a recording as {@code faults/NAME.json}, and
 * the latest ones that somebody made by hand. Those live in memory only, until the program stops.
 */
public final class StoredRuns {
    /** Runs by hand that are kept. */
    public static final int MAX_MADE = 200;
    /** Plans that are read. */
    static final int MAX_PLANS = 1_000;
    static final int MAX_PLAN_BYTES = 64 * 1024;
    /** Results that are kept. */
    private static final int MAX_RESULTS = MAX_PLANS + MAX_MADE;
    private static final String FOLDER = "faults";
    /** How long a list waits for runs that nobody has made yet. */
    private static final Duration PATIENCE = Duration.ofMillis(1000);

    private final Library library;
    private final Survey survey;
    private final InstantSource clock;
    private final Map<String, StoredRun> made = new Bounded<>(MAX_MADE);
    private final Map<String, Known> results = new Bounded<>(MAX_RESULTS);
    private @Nullable Planned planned;

    public StoredRuns(Library library, Survey survey, InstantSource clock) {
        this.library = library;
        this.survey = survey;
        this.clock = clock;
    }

    /** A result, and the state of the file that it was made of. */
    private record Known(FileStamp stamp, StoredRun.Result result) {}

    /** Plans beside the recordings of a scan. */
    private record Planned(Scan scan, List<StoredRun> runs, List<Skipped> skipped) {}

    /** Forgets what was not asked for the longest time. */
    private static final class Bounded<V> extends LinkedHashMap<String, V> {
        private static final long serialVersionUID = 1;
        private final int most;

        Bounded(int most) {
            super(16, 0.75f, true);
            this.most = most;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
            return size() > most;
        }
    }

    /**
     * Every run that has an address.
     *
     * @param runs those that broke an invariant first, then the latest by hand, then plans by name
     * @param skipped files that lie where plans do and are none
     * @param complete whether each of them has its result
     */
    public record Listing(List<StoredRun> runs, List<Skipped> skipped, boolean complete) {
        public Listing {
            runs = List.copyOf(runs);
            skipped = List.copyOf(skipped);
        }

        /** The run of that id, if there is one. */
        public Optional<StoredRun> find(String id) {
            return runs.stream().filter(run -> run.id().equals(id)).findFirst();
        }

        /** Runs of that recording. */
        public List<StoredRun> of(Recording recording) {
            return runs.stream().filter(run -> run.recording().id().equals(recording.id())).toList();
        }
    }

    /** Remembers a run that was just looked at; a clean one is the session itself and needs no address. */
    public synchronized void keep(Recording recording, Run run) {
        String id = StoredRun.id(recording, run.plan());
        results.put(id, new Known(recording.stamp(), StoredRun.Result.of(run.report())));
        if (!run.plan().clean()) {
            made.put(id, new StoredRun(id, recording, run.plan(), null, clock.instant(), null));
        }
    }

    /** What is known now; nothing is run for it. */
    public synchronized Listing glance(Scan scan) {
        if (planned == null || planned.scan() != scan) {
            planned = planned(scan);
        }
        Map<String, StoredRun> all = new LinkedHashMap<>();
        planned.runs().forEach(run -> all.putIfAbsent(run.id(), run));
        for (StoredRun run : List.copyOf(made.values())) {
            scan.find(run.recording().id())
                    .ifPresent(now -> all.putIfAbsent(
                            run.id(), new StoredRun(run.id(), now, run.plan(), null, run.at(), null)));
        }
        List<StoredRun> runs = new ArrayList<>(all.values().stream().map(this::withResult).toList());
        runs.sort(Comparator.comparingInt((StoredRun run) -> run.result() == null ? 0 : -run.result().violations())
                .thenComparing(run -> run.at() == null ? Instant.EPOCH : run.at(), Comparator.reverseOrder())
                .thenComparing(run -> String.valueOf(run.file())));
        return new Listing(runs, planned.skipped(), runs.stream().allMatch(run -> run.result() != null));
    }

    /** The same, after a little while in which runs without a result are made. */
    public Listing listing(Scan scan) {
        return listing(scan, PATIENCE);
    }

    /** The same with a wait of its own. */
    public Listing listing(Scan scan, Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        for (StoredRun run : glance(scan).runs()) {
            if (run.result() != null) {
                continue;
            }
            try {
                Optional<Run> ran = survey.run(run.recording(), run.plan());
                ran.ifPresent(each -> remember(run, each));
                if (ran.isEmpty() || System.nanoTime() > end) {
                    break;
                }
            } catch (IOException e) {
                break; // the file changed under us; the next scan tells
            }
        }
        return glance(scan);
    }

    private synchronized void remember(StoredRun run, Run ran) {
        results.put(run.id(), new Known(run.recording().stamp(), StoredRun.Result.of(ran.report())));
    }

    private StoredRun withResult(StoredRun run) {
        Known known = results.get(run.id());
        return new StoredRun(
                run.id(), run.recording(), run.plan(), run.file(), run.at(),
                known == null || !known.stamp().equals(run.recording().stamp()) ? null : known.result());
    }

    private Planned planned(Scan scan) {
        List<StoredRun> runs = new ArrayList<>();
        List<Skipped> skipped = new ArrayList<>();
        for (Recording recording : scan.recordings()) {
            runs.addAll(plans(recording, skipped, MAX_PLANS - runs.size()));
        }
        return new Planned(scan, runs, skipped);
    }

    private List<StoredRun> plans(Recording recording, List<Skipped> skipped, int room) {
        Path folder = recording.path().resolveSibling(FOLDER);
        if (room <= 0 || !inside(folder) || RuleBooks.of(recording.header().wire()).isEmpty()) {
            return List.of();
        }
        List<StoredRun> runs = new ArrayList<>();
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(StoredRuns::isPlan).sorted().limit(room).toList()) {
                String name = besides(recording, FOLDER + "/" + file.getFileName());
                try {
                    Plan plan = Plan.of(PlanFormat.read(bytes(file)));
                    runs.add(new StoredRun(StoredRun.id(recording, plan), recording, plan, name, null, null));
                } catch (IOException e) {
                    skipped.add(new Skipped(name, reason(e, file)));
                }
            }
        } catch (IOException e) {
            skipped.add(new Skipped(besides(recording, FOLDER), "cannot be read"));
        }
        return runs;
    }

    private boolean inside(Path folder) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                    && folder.toRealPath().startsWith(library.root());
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isPlan(Path file) {
        return file.getFileName().toString().endsWith(".json")
                && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    private static byte[] bytes(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            byte[] bytes = in.readNBytes(MAX_PLAN_BYTES + 1);
            if (bytes.length > MAX_PLAN_BYTES) {
                throw new IOException("more than " + MAX_PLAN_BYTES + " bytes");
            }
            return bytes;
        }
    }

    private static String besides(Recording recording, String name) {
        int slash = recording.name().lastIndexOf('/');
        return slash < 0 ? name : recording.name().substring(0, slash + 1) + name;
    }

    private static String reason(IOException e, Path file) {
        @Nullable String message = e.getMessage();
        return message == null ? "cannot be read" : message.replace(file.toString(), file.getFileName().toString());
    }
}
