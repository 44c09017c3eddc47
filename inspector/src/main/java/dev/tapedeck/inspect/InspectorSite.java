package dev.tapedeck.inspect;

import dev.tapedeck.inspect.index.Excerpts;
import dev.tapedeck.inspect.index.FrameSearch;
import dev.tapedeck.inspect.index.GoldenBoard.Pending;
import dev.tapedeck.inspect.index.GoldenBoard.State;
import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.RecordCommands;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.StoredRuns;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.inspect.pages.OverviewPage;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.SessionsPage;
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

/** Makes the pages of one folder of recordings and its goldens. */
final class InspectorSite implements Site {
    private final Library library;
    private final Survey survey;
    private final GoldenDesk goldens;
    private final MatrixDesk matrix;
    private final RunDesk runs;
    private final SessionDesk sessions;
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
        this.sessions = new SessionDesk(library, survey, this.goldens);
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
        return sessions.frames(session, query);
    }

    @Override
    public Page timeline(String session, Query query) {
        return sessions.timeline(session, query);
    }

    @Override
    public Page transcript(String session, Query query) {
        return sessions.transcript(session, query);
    }

    @Override
    public Page budgets(String session, Query query) {
        return sessions.budgets(session, query);
    }

    @Override
    public Page state(String session, Query query) {
        return sessions.state(session, query);
    }

    @Override
    public Page frame(String session, long seq, Query query) {
        return sessions.frame(session, seq, query);
    }

    @Override
    public byte[] rawFrame(String session, long seq) {
        return sessions.rawFrame(session, seq);
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
