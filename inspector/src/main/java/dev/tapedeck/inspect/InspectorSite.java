package dev.tapedeck.inspect;

import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.inspect.index.Excerpts;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.FrameSearch;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.RecordCommands;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Run;
import dev.tapedeck.inspect.index.Shelf.Lookup;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.Story;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.inspect.pages.BudgetsPage;
import dev.tapedeck.inspect.pages.FramePage;
import dev.tapedeck.inspect.pages.FramesPage;
import dev.tapedeck.inspect.pages.OverviewPage;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.RunsPage;
import dev.tapedeck.inspect.pages.SessionHead;
import dev.tapedeck.inspect.pages.SessionsPage;
import dev.tapedeck.inspect.pages.StatePage;
import dev.tapedeck.inspect.pages.TimelinePage;
import dev.tapedeck.inspect.pages.TranscriptPage;
import dev.tapedeck.inspect.pages.Trouble;
import dev.tapedeck.inspect.pages.UnmappedPage;
import dev.tapedeck.inspect.pages.UnmappedPages;
import dev.tapedeck.inspect.server.Site;
import dev.tapedeck.matrix.RowSet;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes the pages of one folder of recordings and its goldens. */
final class InspectorSite implements Site {
    private final Library library;
    private final Survey survey;
    private final GoldenDesk goldens;
    private final MatrixDesk matrix;
    private final RunDesk runs;
    private final List<String> recordCommands = RecordCommands.on(System.getenv("PATH"));
    /** What stood in the folders when a pulse was taken last, and how often that had changed. */
    private List<?> lastState = List.of();
    private long revision;

    /** @param audit takes one line for each decision on a golden */
    InspectorSite(Library library, Survey survey, StoredRuns runs, GoldenBoard goldens, PrintWriter audit) {
        this.library = library;
        this.survey = survey;
        this.goldens = new GoldenDesk(library, survey, goldens, audit);
        this.matrix = new MatrixDesk(library, survey, this.goldens, this::fixture);
        this.runs = new RunDesk(survey, runs);
    }

    @Override
    public Summary summary() {
        long pending = goldens.glance().pending().size();
        return new Summary(library.place() + "/", UnmappedPages.entries(survey.glance()).size(), pending);
    }

    @Override
    public Pulse pulse(String session) {
        Library.Scan scan = library.scan();
        List<String> pending = goldens.glance().pending().stream().map(Pending::id).toList();
        long frames = session.isEmpty()
                ? survey.glance().facts().values().stream().mapToLong(Tape.Facts::frames).sum()
                : scan.find(session).map(survey::frames).orElse(0L);
        long now = revision(List.of(scan.recordings(), scan.skipped(), pending));
        return new Pulse(now, session, frames, pending.size());
    }

    private synchronized long revision(List<?> state) {
        if (!state.equals(lastState)) {
            lastState = state;
            revision++;
        }
        return revision;
    }

    @Override
    public Page overview() {
        Findings findings = survey.findings();
        return OverviewPage.of(
                findings, matrix.matrix(findings, RowSet.EVENTS), goldens.board(), runs.glance(findings),
                new OverviewPage.Empty(library.place() + "/", recordCommands));
    }

    @Override
    public Page sessions(Query query) {
        State board = goldens.glance();
        return SessionsPage.of(survey.findings(), recording -> board.of(recording.scenarioFolder()).size(), query);
    }

    @Override
    public Page frames(String session, Query query) {
        Recording recording = recording(session);
        Plan plan = RunsPage.plan(query, "plan", Route.frames(session));
        if (plan.clean()) {
            return session(session, head -> frames(head, null, query));
        }
        RunDesk.requireRules(recording);
        return studied(recording, () -> survey.run(recording, plan), "Replaying this recording with faults.", run ->
                frames(new SessionHead(run.tape(), plan, pendingOf(recording)), run, query));
    }

    @Override
    public Page timeline(String session, Query query) {
        return story(session, (head, story) -> TimelinePage.of(head, story, query));
    }

    @Override
    public Page transcript(String session, Query query) {
        return story(session, (head, story) -> TranscriptPage.of(head, story, query));
    }

    @Override
    public Page budgets(String session, Query query) {
        return story(session, BudgetsPage::of);
    }

    @Override
    public Page state(String session, Query query) {
        Recording recording = recording(session);
        return session(session, head -> {
            StatePage.Asked asked = StatePage.asked(head, query);
            return studied(
                    recording,
                    () -> survey.snapshot(recording, asked.seq(), asked.base()),
                    "Replaying this recording up to frame " + asked.seq() + ".",
                    snapshot -> StatePage.of(head, snapshot, query));
        });
    }

    @Override
    public Page runs(Query query) {
        return runs.runs(query);
    }

    @Override
    public Page run(String run) {
        return runs.run(run);
    }

    @Override
    public Page compare(Query query) {
        return runs.compare(query);
    }

    /** A page of a session, once the recording was replayed. */
    private Page session(String session, Function<SessionHead, Page> page) {
        Recording recording = recording(session);
        return switch (survey.tape(recording)) {
            case Lookup.Busy(Tape soFar) when soFar.frames().size() == 0 -> FramesPage.busy(
                    recording, "Replaying this recording for the first time.");
            case Lookup.Busy(Tape soFar) -> page.apply(new SessionHead(soFar, Plan.CLEAN, pendingOf(recording)));
            case Lookup.Ready ready -> page.apply(new SessionHead(ready.tape(), Plan.CLEAN, pendingOf(recording)));
        };
    }

    private Page story(String session, BiFunction<SessionHead, Story, Page> page) {
        Recording recording = recording(session);
        return session(session, head -> studied(
                recording,
                () -> survey.story(recording),
                "Replaying this recording for its story.",
                story -> page.apply(head, story)));
    }

    /** Something that takes a replay of its own. */
    @FunctionalInterface
    private interface Study<T> {
        Optional<T> get() throws IOException;
    }

    /** A page of a study, or progress while it goes on. */
    private static <T> Page studied(Recording recording, Study<T> study, String busy, Function<T, Page> page) {
        try {
            return study.get().map(page).orElseGet(() -> FramesPage.busy(recording, busy));
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    private Page frames(SessionHead head, @Nullable Run run, Query query) {
        Tape tape = head.tape();
        String text = FramesPage.filter(tape.recording(), query);
        Filter filter;
        FilterProblem problem = null;
        try {
            filter = Filter.parse(text);
        } catch (FilterProblem e) {
            filter = Filter.ALL;
            problem = e;
        }
        FramesPage.Hits hits = hits(head, filter);
        Long selected = FramesPage.selection(head, hits, query);
        Optional<Optional<Probe>> probe = selected == null
                ? Optional.of(Optional.empty())
                : tape.frames().growing() ? Optional.empty() : probe(tape.recording(), run, selected);
        return FramesPage.of(head, hits, text, problem, probe, query);
    }

    private FramesPage.Hits hits(SessionHead head, Filter filter) {
        Tape tape = head.tape();
        try {
            FrameSearch.Result result = survey.search(tape, head.plan(), filter);
            return new FramesPage.Hits(result, filter.words());
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    @Override
    public Page frame(String session, long seq, Query query) {
        Recording recording = recording(session);
        Optional<Optional<Probe>> probing = probe(recording, null, seq);
        if (probing.isEmpty()) {
            return FramesPage.busy(recording, "Replaying this recording up to frame " + seq + ".");
        }
        Probe probe = probing.get()
                .orElseThrow(() -> Trouble.notFound("frame", Route.frames(recording.id()), "Frames of this session"));
        FrameTable frames = survey.tape(recording) instanceof Lookup.Ready(Tape tape) ? tape.frames() : null;
        return FramePage.of(recording, frames, probe, query);
    }

    @Override
    public byte[] rawFrame(String session, long seq) {
        Recording recording = recording(session);
        return bytes(recording, seq)
                .orElseThrow(() -> Trouble.notFound("frame", Route.frames(recording.id()), "Frames of this session"));
    }

    @Override
    public Page matrix(Query query) {
        return matrix.page(query);
    }

    @Override
    public String matrixFile(String format, Query query) {
        return matrix.file(format, query);
    }

    @Override
    public Page unmapped(Query query) {
        return UnmappedPages.list(survey.findings(), this::sample, query);
    }

    @Override
    public Page unmappedKind(String kind) {
        return UnmappedPage.of(survey.findings(), kind, this::sample, this::fixture);
    }

    @Override
    public Page goldens(Query query, Visitor visitor) {
        return goldens.list(query, visitor);
    }

    @Override
    public Page golden(String id, Query query, Visitor visitor) {
        return goldens.one(id, query, visitor);
    }

    @Override
    public Written write(String id, String act, Map<String, String> form, Visitor visitor) {
        return goldens.write(id, act, form, visitor);
    }

    private long pendingOf(Recording recording) {
        return goldens.glance().of(recording.scenarioFolder()).size();
    }

    private Recording recording(String id) {
        return library.scan()
                .find(id)
                .orElseThrow(() -> Trouble.notFound("session", Route.sessions(), "All sessions"));
    }

    private Optional<Optional<Probe>> probe(Recording recording, @Nullable Run run, long seq) {
        try {
            return run == null ? survey.probe(recording, seq) : survey.probe(recording, run, seq);
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    private Optional<byte[]> bytes(Recording recording, long seq) {
        try {
            return FrameSearch.bytes(survey, recording, seq);
        } catch (IOException e) {
            throw Trouble.gone();
        }
    }

    /** Frames of a recording as a fixture. */
    private Optional<String> fixture(Recording recording, SortedSet<Long> seqs) {
        try {
            return Excerpts.of(survey, recording, seqs);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private Optional<String> sample(Recording recording, long seq) {
        try {
            return FrameSearch.bytes(survey, recording, seq)
                    .map(bytes -> new String(bytes, java.nio.charset.StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
