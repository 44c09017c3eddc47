package dev.tapedeck.inspect.index;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Stops.Stop;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.matrix.Evidence;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Replays every recording of a library once, in the background, and keeps what pages need of it.
 *
 * <p>A recording that is still written is counted as evidence once it is over; its figures go on meanwhile.
 */
public final class Survey implements AutoCloseable {
    /** Recordings of which a survey remembers what it found; further ones are replayed by every survey. */
    static final int MAX_SURVEYED = 5_000;
    /** Recordings that are replayed at once: each has a table that grows. */
    private static final int REPLAYS = 4;
    /** Frames from which on a recording is so long that pages come without the steps of the open frame at first. */
    static final long LONG = 20_000;
    /** How long a page waits for a replay before it shows progress instead. */
    static final Duration PATIENCE = Shelf.PATIENCE;
    /** The same where so much is to be replayed that it is not done by then anyway. */
    private static final Duration IMPATIENCE = Duration.ofMillis(300);
    /** Pause between two surveys while files change. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final Library library;
    private final InstantSource clock;
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(Thread.ofPlatform().daemon(true).name("survey").factory());
    private final Shelf shelf;
    private final Background background = new Background(PATIENCE);
    private final Searches searches = new Searches(this);
    private volatile Map<String, Surveyed> surveyed = Map.of();
    private volatile Findings findings;
    private @Nullable Future<?> running;
    private final AtomicLong done = new AtomicLong();

    public Survey(Library library, InstantSource clock) {
        this(library, clock, null);
    }

    /** @param cache folder that keeps the tables of long recordings; absent to make them anew every time */
    public Survey(Library library, InstantSource clock, @Nullable Path cache) {
        this.library = library;
        this.clock = clock;
        this.shelf = new Shelf(library, new TableCache(cache));
        this.findings = new Findings(new Scan(List.of(), List.of(), Instant.EPOCH), Map.of(), new Evidence(), false, 0);
    }

    /**
     * What is known of a library.
     *
     * @param facts figures by id of the recording
     * @param evidence what all of them show together; not to be changed
     * @param complete whether every recording of the scan was replayed
     * @param replayed how many were, while it is not complete
     */
    public record Findings(Scan scan, Map<String, Facts> facts, Evidence evidence, boolean complete, long replayed) {
        public Findings {
            facts = Map.copyOf(facts);
        }
    }

    /** What a survey found in one recording. */
    private record Surveyed(Facts facts, Evidence evidence) {}

    /** One piece of background work: what kind, on which file, about what. */
    private record Key(Class<?> makes, String recording, FileStamp stamp, List<?> about) {}

    /** What is known now; starts a new survey when files changed, and waits a little for the first one. */
    public Findings findings() {
        Scan scan = library.scan();
        Future<?> survey = surveyOf(scan);
        if (survey != null && !findings.complete()) {
            boolean isLong = scan.recordings().stream().mapToLong(each -> each.stamp().size()).sum() > Shelf.LONG_BYTES;
            waitFor(survey, isLong ? IMPATIENCE : PATIENCE);
        }
        Findings known = findings;
        return known.complete() || known.scan().recordings().equals(scan.recordings())
                ? known
                : new Findings(scan, known.facts(), known.evidence(), false, done.get());
    }

    /** As {@link #findings()}, without a wait. */
    public Findings glance() {
        return findings;
    }

    /** The frames of a recording; waits a little for them. */
    public Shelf.Lookup tape(Recording recording) {
        return shelf.tape(recording);
    }

    /** How many frames of a recording are known; counts on while its file grows, and waits for nothing. */
    public long frames(Recording recording) {
        return shelf.frames(recording);
    }

    /** How often a recording was replayed for its table, since the start. */
    long replays() {
        return shelf.replays();
    }

    /**
     * One frame, step by step; replaying up to the batch of a late frame takes a while, and a page of a long recording
     * does not wait for it.
     *
     * @return empty while that replay goes on; then the frame, or nothing when the recording has none of that number
     * @throws IOException if the file cannot be read any more
     */
    public Optional<Optional<FrameProbe.Probe>> probe(Recording recording, long seq) throws IOException {
        Optional<FrameTable> whole = shelf.whole(recording);
        boolean isLong = whole.isEmpty() || whole.get().size() >= LONG;
        library.open(recording);
        return background.get(
                new Key(FrameProbe.class, recording.id(), shelf.version(recording), List.of(seq)),
                () -> FrameProbe.of(this, recording, shelf.table(recording), Plan.CLEAN, seq),
                isLong ? Duration.ZERO : PATIENCE);
    }

    /** The same for a frame of a run; empty while that goes on. */
    public Optional<Optional<FrameProbe.Probe>> probe(Recording recording, Run run, long seq) throws IOException {
        library.open(recording);
        return background.get(
                new Key(FrameProbe.class, recording.id(), recording.stamp(), List.of(run.plan().text(), seq)),
                () -> FrameProbe.of(this, recording, run.tape().frames(), run.plan(), seq));
    }

    /** The recording replayed under a fault plan; empty while that goes on. */
    public Optional<Run> run(Recording recording, Plan plan) throws IOException {
        library.open(recording);
        return background.get(
                new Key(Run.class, recording.id(), recording.stamp(), List.of(plan.text())),
                () -> Run.of(this, recording, plan));
    }

    /** Two runs of one recording side by side; empty while they go on. */
    public Optional<Comparison> compare(Recording recording, Plan one, Plan other) throws IOException {
        library.open(recording);
        return background.get(
                new Key(Comparison.class, recording.id(), recording.stamp(), List.of(one.text(), other.text())),
                () -> Comparison.of(this, recording, one, other));
    }

    /** The maps after a frame, and what changed since an earlier one; empty while the replays for it go on. */
    public Optional<Snapshot> snapshot(Recording recording, long seq, long base) throws IOException {
        library.open(recording);
        return background.get(
                new Key(Snapshot.class, recording.id(), shelf.version(recording), List.of(seq, base)),
                () -> Snapshot.of(this, recording, seq, base));
    }

    /** What happened in a recording, as timeline, transcript and budgets; empty while it is replayed for them. */
    public Optional<Story> story(Recording recording) throws IOException {
        library.open(recording);
        return background.get(
                new Key(Story.class, recording.id(), recording.stamp(), List.of()),
                () -> Story.of(this, recording, shelf.table(recording)));
    }

    /**
     * Frames that a filter lets pass, as far as is known after a little wait.
     *
     * @param plan of the replay that the table comes from
     * @throws IOException if the file cannot be read any more
     */
    public FrameSearch.Result search(Tape tape, Plan plan, Filter filter) throws IOException {
        return searches.of(tape, plan, filter);
    }

    /** The file of a recording, once it is known to be the one that was found. */
    public Path open(Recording recording) throws IOException {
        return library.open(recording);
    }

    /**
     * Replays a part of a recording under a plan for a listener.
     *
     * @param tracing whether the listener learns raw paths and state changes
     */
    Optional<ReplayReport> replay(
            Recording recording, Plan plan, long until, boolean tracing, ReplayListener listener) throws IOException {
        return Replayer.run(library.open(recording), recording, plan, until, tracing, listener);
    }

    /**
     * The last place before a frame at which a replay can begin; waits until the table has come so far.
     *
     * @throws IOException if the wait is interrupted
     */
    Stop stop(Recording recording, long seq) throws IOException {
        return shelf.stop(recording, seq);
    }

    /** The same without a wait. */
    Stop stopSoFar(Recording recording, long seq) {
        return shelf.stopSoFar(recording, seq);
    }

    /** Replays a part of a recording from such a place, without faults. */
    void replay(Recording recording, Stop from, long until, boolean tracing, ReplayListener listener)
            throws IOException {
        replay(recording, from, until, 0, tracing, listener);
    }

    /**
     * The same.
     *
     * @param rest seq of an entry behind which the subscriber drains, so that the listener sees the host there
     */
    void replay(Recording recording, Stop from, long until, long rest, boolean tracing, ReplayListener listener)
            throws IOException {
        Path path = library.open(recording);
        if (from.waypoint() == null) {
            Replayer.run(path, recording, until, rest, tracing, listener);
        } else {
            from.waypoint().goOn(path, until, rest, tracing, listener);
        }
    }

    @Override
    public void close() {
        worker.shutdownNow();
        shelf.close();
        background.close();
        searches.close();
    }

    private synchronized @Nullable Future<?> surveyOf(Scan scan) {
        if (running != null && !running.isDone()) {
            return running;
        }
        Findings known = findings;
        boolean same = known.complete() && known.scan().recordings().equals(scan.recordings());
        boolean soon = known.complete() && known.scan().at().plus(PAUSE).isAfter(clock.instant());
        if (same || soon) {
            return null;
        }
        done.set(0);
        running = worker.submit(() -> survey(scan));
        return running;
    }

    /** Replays several at once; what is found is put together in the order of the scan. */
    private Findings survey(Scan scan) throws InterruptedException, ExecutionException {
        Map<String, Surveyed> now = new HashMap<>();
        Evidence evidence = new Evidence();
        Map<String, Facts> facts = new HashMap<>();
        ExecutorService lookers = Executors.newFixedThreadPool(
                REPLAYS, Thread.ofPlatform().daemon(true).name("looker").factory());
        try {
            List<Future<Surveyed>> looks = scan.recordings().stream()
                    .map(recording -> lookers.submit(() -> lookAgain(recording)))
                    .toList();
            for (Future<Surveyed> look : looks) {
                Surveyed one = look.get();
                String id = one.facts().recording().id();
                facts.put(id, one.facts());
                evidence.add(one.evidence());
                if (now.size() < MAX_SURVEYED) {
                    now.put(id, one);
                }
                done.incrementAndGet();
            }
        } finally {
            lookers.shutdownNow();
        }
        surveyed = Map.copyOf(now);
        findings = new Findings(scan, facts, evidence, true, facts.size());
        return findings;
    }

    /** Replays what is new or changed since the survey before; of the rest it takes what that one found. */
    private Surveyed lookAgain(Recording recording) {
        Surveyed before = surveyed.get(recording.id());
        if (before != null && before.facts().recording().equals(recording)) {
            return before;
        }
        return before != null && recording.growing() ? goesOn(recording, before) : look(recording);
    }

    /** What a recording that is still written shows is counted once it is over; its figures go on meanwhile. */
    private Surveyed goesOn(Recording recording, Surveyed before) {
        FrameTable frames = shelf.whole(recording).orElseGet(() -> shelf.soFar(recording).frames());
        return new Surveyed(new Tape(recording, frames, null).facts(), before.evidence());
    }

    private Surveyed look(Recording recording) {
        Evidence evidence = new Evidence();
        Evidence.OneRecording shown = evidence.recording(
                recording.header(),
                recording.name(),
                RuleBooks.of(recording.header().wire()).orElse(null),
                Set.of());
        Tape tape = shelf.surveyed(recording, shown);
        shown.end();
        return new Surveyed(tape.facts(), evidence);
    }

    private static void waitFor(Future<?> future, Duration patience) {
        try {
            future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException | ExecutionException e) {
            // The caller looks at what there is.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
