package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.small;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.matrix.StreamEvidence;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What needs attention, worst first, and how each stream stands. */
public final class OverviewPage {
    /** Lines that need attention. */
    private static final int MAX_LINES = 7;
    private static final int LATEST = 5;

    private final Findings findings;
    private final Matrix matrix;
    private final GoldenBoard.State goldens;

    private OverviewPage(Findings findings, Matrix matrix, GoldenBoard.State goldens) {
        this.findings = findings;
        this.matrix = matrix;
        this.goldens = goldens;
    }

    public static Page of(Findings findings, Matrix matrix, GoldenBoard.State goldens) {
        OverviewPage page = new OverviewPage(findings, matrix, goldens);
        DomContent main = Html.all(
                div(h1("Overview"), Html.muted(page.scanned())).withClass("hd row"),
                div(page.attention(), page.streams(), page.latest()).withClass("over"));
        Page made = Page.of("Overview", Page.Section.OVERVIEW, "p-over", main, null);
        return new Page(200, made.title(), made.section(), made.layout(), main, null, !findings.complete());
    }

    /** One thing to look at. */
    private record Line(Glyph glyph, Route route, String sentence, String under) {}

    private String scanned() {
        long frames = findings.facts().values().stream().mapToLong(Facts::frames).sum();
        int skipped = findings.scan().skipped().size();
        return Html.count(findings.scan().recordings().size(), "recording") + " · " + Html.count(frames, "frame")
                + (
                        findings.complete()
                                ? " · looked at " + SessionsPage.STARTED.format(findings.scan().at()) + " UTC"
                                : SessionsPage.progress(findings))
                + (skipped == 0 ? "" : " · " + Html.count(skipped, "file") + " skipped");
    }

    private List<Line> lines() {
        List<Line> first = new ArrayList<>();
        List<Line> others = new ArrayList<>();
        for (Consumer<List<Line>> finder : List.<Consumer<List<Line>>>of(
                this::stopped, this::unmapped, this::faults, this::pending, this::mismatches, this::undelivered)) {
            List<Line> found = new ArrayList<>();
            finder.accept(found);
            first.addAll(found.subList(0, Math.min(1, found.size())));
            others.addAll(found.subList(Math.min(1, found.size()), found.size()));
        }
        first.addAll(others); // one of each sort stands first, however many there are of the worst
        return first;
    }

    private void stopped(List<Line> lines) {
        facts().filter(facts -> facts.failure() != null).forEach(facts -> lines.add(new Line(
                Glyph.FAULT,
                Route.frames(facts.recording().id()),
                facts.recording().title() + " cannot be replayed to its end",
                String.valueOf(facts.failure()))));
    }

    private void faults(List<Line> lines) {
        facts().filter(facts -> facts.faulted() > 0)
                .sorted(Comparator.comparingLong(Facts::faulted).reversed())
                .forEach(facts -> lines.add(new Line(
                        Glyph.FAULT,
                        Route.frames(facts.recording().id()).with("sel", facts.firstFault()),
                        Html.count(facts.faulted(), "frame") + " faulted in " + facts.recording().title(),
                        stream(facts.recording()))));
    }

    private void unmapped(List<Line> lines) {
        for (UnmappedPages.Entry entry : UnmappedPages.entries(findings)) {
            lines.add(new Line(
                    Glyph.UNMAPPED,
                    Route.unmapped(entry.id()),
                    entry.column().provider() + " sends " + entry.kind().kind() + ", "
                            + Html.count(entry.frames(), "frame") + ", no rule",
                    entry.column().wire() + " · in " + Html.count(entry.kind().recordings().size(), "session")));
        }
    }

    private void mismatches(List<Line> lines) {
        for (Cell cell : matrix.cells()) {
            if (cell.status() == Status.MISMATCH) {
                lines.add(new Line(
                        Glyph.MISMATCH,
                        Route.matrix().with("cell", MatrixPage.key(cell)),
                        "Claim and recordings disagree on " + cell.row().title(),
                        cell.column().toString()));
            }
        }
    }

    private void pending(List<Line> lines) {
        for (GoldenBoard.Pending golden : goldens.pending()) {
            boolean isNew = golden.golden().approved() == null;
            lines.add(new Line(
                    isNew ? Glyph.NONE : Glyph.GAP,
                    Route.golden(golden.id()),
                    (isNew ? "New result, nothing approved yet: " : "Golden differs: ") + golden.golden().name(),
                    golden.summary()));
        }
    }

    private void undelivered(List<Line> lines) {
        List<Facts> without = facts()
                .filter(facts -> facts.frames() > 0 && facts.undelivered() == facts.frames())
                .toList();
        if (!without.isEmpty()) {
            lines.add(new Line(
                    Glyph.LATE,
                    Route.sessions(),
                    Html.count(without.size(), "session") + " of wires without a rule book",
                    "They are listed as recorded and not replayed."));
        }
    }

    private java.util.stream.Stream<Facts> facts() {
        return findings.facts().values().stream().sorted(Comparator.comparing(facts -> facts.recording().name()));
    }

    private static String stream(Recording recording) {
        String version = recording.header().version();
        return recording.header().provider() + " · " + recording.header().wire()
                + (version == null ? "" : " " + version);
    }

    private DomContent attention() {
        List<Line> lines = lines();
        DomContent list = lines.isEmpty()
                ? div(
                        span(
                                Glyph.OK.drawing(),
                                text(" Nothing. Every frame has a rule, no frame faulted, no golden waits.")))
                        .withClass("pad")
                : ul(each(lines.stream().limit(MAX_LINES).toList(), line -> li(
                                line.glyph().drawing(),
                                Html.link(
                                        line.route(), text(VisibleText.of(line.sentence()))),
                                small(VisibleText.of(line.under())))
                        .withData("row", "")))
                        .withClass("todo");
        String more = lines.size() > MAX_LINES
                ? Html.count(lines.size() - MAX_LINES, "further thing") + " on the other pages."
                : "";
        return section(
                h2("Needs attention"),
                div(list).withClass("card"),
                more.isEmpty() ? text("") : p(more).withClass("muted"));
    }

    private DomContent streams() {
        return section(
                h2("Streams"),
                div(TagCreator.table(
                                        thead(tr(
                                                head("Stream"),
                                                head("Sessions").withClass("r"),
                                                head("Frames").withClass("r"),
                                                head("Proven"),
                                                head("Unmapped").withClass("r"))),
                                        tbody(each(matrix.columns(), this::streamLine)))
                                .withClass("tb"))
                        .withClass("card"));
    }

    private static j2html.tags.specialized.ThTag head(String title) {
        return th(title).attr("scope", "col");
    }

    private DomContent streamLine(Column column) {
        StreamEvidence stream = findings.evidence().streams().get(column);
        long sessions = findings.scan().recordings().stream()
                .filter(recording -> recording.header().provider().equals(column.provider())
                        && recording.header().wire().equals(column.wire()))
                .count();
        long frames = facts()
                .filter(facts -> facts.recording().header().provider().equals(column.provider())
                        && facts.recording().header().wire().equals(column.wire()))
                .mapToLong(Facts::frames)
                .sum();
        long unmapped = UnmappedPages.entries(findings).stream().filter(entry -> entry.column().equals(column)).count();
        SortedSet<String> versions = stream == null ? new TreeSet<>() : stream.versions();
        return tr(
                th(
                                text(VisibleText.of(column.toString())),
                                versions.isEmpty()
                                        ? text("")
                                        : div(Html.mono(UnmappedPages.versions(versions)).withClass("mono muted")))
                        .attr("scope", "row"),
                td(Html.number(sessions)).withClass("r"),
                td(Html.number(frames)).withClass("r"),
                td(MatrixPage.bar(matrix, column)),
                td(
                        unmapped == 0
                                ? Html.muted("0")
                                : Html.link(Route.unmapped().with("sort", "stream"), Html.number(unmapped)))
                        .withClass("r"));
    }

    private DomContent latest() {
        List<Facts> latest = facts()
                .sorted(Comparator.comparing((Facts facts) -> facts.recording().header().started()).reversed())
                .limit(LATEST)
                .toList();
        DomContent content = latest.isEmpty()
                ? div(findings.complete()
                                ? p(
                                        text("No recordings here. Record one with "),
                                        Html.mono("tapedeck record -- COMMAND"),
                                        text("."))
                                : p("Replaying …").withClass("busy"))
                        .withClass("pad")
                : TagCreator.table(
                                thead(
                                        tr(
                                                head("Status"),
                                                head("Session"),
                                                head("Stream").withClass("wd"),
                                                head("Started (UTC)"),
                                                head("Frames").withClass("r"))),
                                tbody(each(latest, facts -> tr(
                                        td(SessionsPage.status(facts)).withClass("st"),
                                        th(
                                                Html.link(
                                                        Route.frames(facts.recording().id()),
                                                        Html.cut(facts.recording().title(), 80)))
                                                .attr("scope", "row"),
                                        td(VisibleText.of(stream(facts.recording()))).withClass("wd"),
                                        td(SessionsPage.started(facts.recording().header().started())).withClass("st"),
                                        td(Html.number(facts.frames())).withClass("r")))))
                        .withClass("tb");
        return section(h2("Latest sessions"), div(content).withClass("card")).withClass("wide");
    }
}
