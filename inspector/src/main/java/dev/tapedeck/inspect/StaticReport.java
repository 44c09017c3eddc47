package dev.tapedeck.inspect;

import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Shelf.Lookup;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.inspect.pages.Assets;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Shell;
import dev.tapedeck.inspect.server.Site;
import dev.tapedeck.inspect.server.Site.Visitor;
import dev.tapedeck.redaction.LikelySecrets;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The inspector's pages as files for a build's artifact: one folder, no script, links relative and only to what is in
 * it. Everything but sessions is there whole; of some sessions there are all views, and the frames that others link to.
 */
public final class StaticReport {
    private static final List<String> FORMATS = List.of("csv", "json", "md");
    /** Frames with a page of their own, for each session. */
    private static final int MAX_FRAMES = 10;
    private static final int MAX_RUNS = 200;
    /** Pause before a page is asked for again whose recording is still replayed. */
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final Query NONE = new Query(Map.of());
    private static final Visitor READER = new Visitor("", true);

    private static final Links KINDS = new Links("/unmapped/([a-z2-7]{16})");
    private static final Links GOLDENS = new Links("/g/([a-z2-7]{16})");
    private static final Links FRAMES = new Links("/s/([a-z2-7]{16}/)frames\\?[^\"]*?sel=([0-9]{1,10})");

    private final Site site;
    private final Survey survey;
    private final StoredRuns runs;
    private final GoldenBoard goldens;
    private final Watcher watcher;
    private final Map<String, Supplier<Page>> pages = new LinkedHashMap<>();

    private StaticReport(Site site, Survey survey, StoredRuns runs, GoldenBoard goldens, Watcher watcher) {
        this.site = site;
        this.survey = survey;
        this.runs = runs;
        this.goldens = goldens;
        this.watcher = watcher;
    }

    /** Links of one sort, and what the groups of their pattern hold. */
    private static final class Links {
        private final Pattern pattern;

        Links(String route) {
            pattern = Pattern.compile(" href=\"(?:" + route + ")(?=[\"?&])[^\"]*");
        }

        Stream<String> in(String html) {
            return pattern.matcher(html)
                    .results()
                    .filter(found -> !ReportFolder.UNDER_PLAN.matcher(found.group()).find())
                    .map(found -> found.group(1) + (found.groupCount() > 1 ? found.group(2) : ""))
                    .distinct();
        }
    }

    /** Is told how far a report is; never by two threads at once. */
    public interface Watcher {
        /** One more recording was replayed. */
        void replayed();

        /** One more page was written. */
        void written();
    }

    /**
     * What was written.
     *
     * @param sessions how many sessions have their views in the report
     * @param of how many there are
     */
    public record Written(int pages, int sessions, int of) {}

    /**
     * Writes a report; returns when every recording was replayed.
     *
     * @param options recordings and goldens; the port has no meaning here
     * @param out folder that is new, empty or an earlier report
     * @param sessions most sessions whose views are in it, those with problems first
     * @throws IOException if there are no recordings at that place, or the folder holds other files
     */
    public static Written write(InspectorOptions options, Path out, int sessions, Watcher watcher)
            throws IOException {
        InstantSource clock = InstantSource.system();
        // What lies there when the report begins is what it tells of.
        Library library = new Library(options.recordings(), clock, Duration.ofDays(1));
        ReportFolder.prepare(out);
        try (Survey survey = new Survey(library, clock)) {
            GoldenStore store = options.goldens() == null ? null : new GoldenStore(options.goldens(), true);
            GoldenBoard board = new GoldenBoard(store);
            StoredRuns runs = new StoredRuns(library, survey, clock);
            PrintWriter nobody = new PrintWriter(Writer.nullWriter());
            Site site = new InspectorSite(library, survey, runs, board, nobody);
            return new StaticReport(site, survey, runs, board, watcher).write(out, sessions);
        }
    }

    private Written write(Path out, int most) throws IOException {
        Findings findings = replayed();
        List<Recording> shown = worstFirst(findings).limit(most).toList();
        Site.Summary summary = site.summary();
        Shell.Surroundings around = new Shell.Surroundings(
                summary.place(), null, summary.unmappedKinds(), summary.pendingGoldens(), true, Set.of());
        pages.put("/", site::overview);
        pages.put(Route.sessions().path(), () -> site.sessions(NONE));
        pages.put(Route.matrix().path(), () -> site.matrix(NONE));
        pages.put(Route.unmapped().path(), () -> site.unmapped(NONE));
        pages.put(Route.goldens().path(), () -> site.goldens(NONE, READER));
        pages.put(Route.runs().path(), () -> site.runs(NONE));
        kept(findings).forEach(run -> pages.put(Route.run(run.id()).path(), () -> site.run(run.id())));
        KINDS.in(text(Route.unmapped().path(), around))
                .forEach(id -> pages.put(Route.unmapped(id).path(), () -> site.unmappedKind(id)));
        GOLDENS.in(text(Route.goldens().path(), around))
                .forEach(id -> pages.put(Route.golden(id).path(), () -> site.golden(id, NONE, READER)));
        Map<String, String> general = new ConcurrentHashMap<>();
        inParallel(pages.keySet().stream().map(List::of).toList(), path -> general.put(path, text(path, around)));
        Set<String> pointedAt = new LinkedHashSet<>();
        pages.keySet().forEach(path -> FRAMES.in(general.get(path)).forEach(pointedAt::add));
        List<List<String>> sessions = shown.stream().map(each -> views(each, pointedAt)).toList();
        ReportFolder folder = new ReportFolder(out, pages.keySet());
        inParallel(general.keySet().stream().map(List::of).toList(), path -> written(folder, path, general.get(path)));
        inParallel(sessions, path -> written(folder, path, text(path, around)));
        for (String format : FORMATS) {
            String text = LikelySecrets.masked(site.matrixFile(format, NONE)).text();
            Files.writeString(out.resolve("matrix." + format), text, StandardCharsets.UTF_8);
        }
        Assets assets = Assets.load();
        Files.write(out.resolve(Assets.STYLE), assets.bytes(Assets.STYLE));
        Files.write(out.resolve(Assets.ICON), assets.bytes(Assets.ICON));
        return new Written(pages.size(), shown.size(), findings.scan().recordings().size());
    }

    private Findings replayed() {
        Findings findings = survey.findings();
        long told = 0;
        while (!findings.complete()) {
            for (; told < findings.replayed(); told++) {
                watcher.replayed();
            }
            findings = survey.findings(); // waits a little each time
        }
        return findings;
    }

    /** The runs that lie beside recordings as plans, with their results. */
    private List<StoredRun> kept(Findings findings) {
        Listing listing = runs.listing(findings.scan());
        while (!listing.complete()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            listing = runs.listing(findings.scan());
        }
        return listing.runs().stream().limit(MAX_RUNS).toList();
    }

    private Stream<Recording> worstFirst(Findings findings) throws IOException {
        Set<String> waiting = goldens.state().pending().stream()
                .map(Pending::golden)
                .map(golden -> golden.name().scenario() + "/")
                .collect(Collectors.toSet());
        Comparator<Recording> problems = Comparator.comparingLong(each -> {
            Facts facts = findings.facts().get(each.id());
            boolean waits = waiting.contains(each.name().replaceFirst("[^/]*$", ""));
            return (facts == null ? 0 : facts.problems()) + (waits ? 1 : 0);
        });
        return findings.scan().recordings().stream()
                .sorted(problems.reversed().thenComparing(Recording::name));
    }

    /** The views of a session, and its frames that went wrong or that another page points at. */
    private List<String> views(Recording recording, Set<String> pointedAt) {
        String id = recording.id();
        Map<String, Supplier<Page>> views = new LinkedHashMap<>();
        views.put(Route.frames(id).path(), () -> site.frames(id, NONE));
        views.put(Route.timeline(id).path(), () -> site.timeline(id, NONE));
        views.put(Route.transcript(id).path(), () -> site.transcript(id, NONE));
        views.put(Route.budgets(id).path(), () -> site.budgets(id, NONE));
        views.put(Route.state(id).path(), () -> site.state(id, NONE));
        Set<Long> frames = new LinkedHashSet<>();
        pointedAt.stream()
                .filter(place -> place.startsWith(id + "/"))
                .forEach(place -> frames.add(Long.valueOf(place.substring(id.length() + 1))));
        frames.addAll(problems(recording));
        frames.stream().limit(MAX_FRAMES).forEach(seq ->
                views.put(Route.frame(id, seq).path(), () -> site.frame(id, seq, NONE)));
        pages.putAll(views);
        return List.copyOf(views.keySet());
    }

    private List<Long> problems(Recording recording) {
        if (!(survey.tape(recording) instanceof Lookup.Ready(var tape))) {
            return List.of();
        }
        FrameTable frames = tape.frames();
        List<Long> found = new ArrayList<>();
        for (int row = 0; row < frames.size() && found.size() < MAX_FRAMES; row++) {
            switch (frames.row(row).disposition()) {
                case FAULTED, UNMAPPED -> found.add(frames.seq(row));
                case MAPPED, DROPPED, DUPLICATE, UNDELIVERED -> {}
            }
        }
        return found;
    }

    /** Something that is done for the path of a page. */
    @FunctionalInterface
    private interface Step {
        void of(String path) throws IOException;
    }

    /** The page of that path as it is written, but for its links. */
    private String text(String path, Shell.Surroundings around) {
        return Shell.still(whole(pages.get(path)), around);
    }

    private void written(ReportFolder folder, String path, String text) throws IOException {
        folder.write(path, text);
        synchronized (this) {
            watcher.written();
        }
    }

    /** Does it on every processor; for the paths of one list one after the other, since they share replays. */
    private static void inParallel(Collection<List<String>> together, Step step) throws IOException {
        try (ExecutorService workers = Executors.newWorkStealingPool()) {
            List<Future<?>> all = new ArrayList<>();
            together.forEach(paths -> all.add(workers.submit(() -> {
                for (String path : paths) {
                    step.of(path);
                }
                return paths;
            })));
            for (Future<?> each : all) {
                each.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the report was written", e);
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case IOException io -> throw io;
                case UncheckedIOException io -> throw io.getCause();
                case RuntimeException own -> throw own;
                default -> throw new IllegalStateException(e.getCause());
            }
        }
    }

    /** A page asks to be loaded again while its recording is replayed. */
    private static Page whole(Supplier<Page> maker) {
        Page page = maker.get();
        while (page.refresh()) {
            LockSupport.parkNanos(PAUSE.toNanos());
            page = maker.get();
        }
        return page;
    }
}
