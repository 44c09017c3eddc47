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
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.matrix.StreamEvidence;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** What needs attention, worst first, and how each stream stands. */
public final class OverviewPage {
    /** Lines that need attention. */
    private static final int MAX_LINES = 7;
    private static final int LATEST = 5;

    private final Findings findings;
    private final Matrix matrix;
    private final GoldenBoard.State goldens;

    private final Listing runs;
    private final Empty empty;

    private OverviewPage(
            Findings findings, Matrix matrix, GoldenBoard.State goldens, Listing runs, Empty empty) {
        this.findings = findings;
        this.matrix = matrix;
        this.goldens = goldens;
        this.runs = runs;
        this.empty = empty;
    }

    /**
     * What a page without recordings tells.
     *
     * @param place name of the folder
     * @param commands command lines that record the providers of this machine
     */
    public record Empty(String place, List<String> commands) {
        public Empty {
            commands = List.copyOf(commands);
        }
    }

    /** @param runs those that have addresses */
    public static Page of(
            Findings findings, Matrix matrix, GoldenBoard.State goldens, Listing runs, Empty empty) {
        OverviewPage page = new OverviewPage(findings, matrix, goldens, runs, empty);
        DomContent main = Html.all(
                div(h1("Overview"), Html.muted(page.scanned())).withClass("hd row"),
                div(div(page.attention(), page.latest(), page.lastRuns()), div(page.streams())).withClass("over"));
        Page made = Page.of("Overview", Page.Section.OVERVIEW, "p-over", main, null);
        Page whole = new Page(200, made.title(), made.section(), made.layout(), main, null, !findings.complete());
        return page.lines().isEmpty() ? whole : whole.withHint(Hint.OVERVIEW);
    }

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

    private List<Attention.Line> lines() {
        return new Attention(findings, matrix, goldens, runs).lines();
    }

    private java.util.stream.Stream<Facts> facts() {
        return findings.facts().values().stream().sorted(Comparator.comparing(facts -> facts.recording().name()));
    }

    private DomContent attention() {
        List<Attention.Line> lines = lines();
        boolean nothing = findings.complete() && findings.scan().recordings().isEmpty();
        DomContent list = lines.isEmpty()
                ? div(nothing
                                ? EmptyFolder.of(empty.place(), empty.commands())
                                : span(
                                        Glyph.OK.drawing(),
                                        text(" Nothing. Every frame has a rule, no frame faulted, no golden waits.")))
                        .withClass("pad")
                : ul(each(lines.stream().limit(MAX_LINES).toList(), line -> li(
                                line.glyph().drawing(),
                                Html.link(
                                        line.route(), text(VisibleText.of(line.sentence()))),
                                small(VisibleText.of(line.under())))
                        .withData("row", "")))
                        .withClass("todo go");
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
                                                head("Sessions").withClass("r wd"),
                                                head("Frames").withClass("r wd"),
                                                head("Proven"),
                                                head("Unmapped").withClass("r"),
                                                head("Pending").withClass("r"))),
                                        tbody(each(matrix.columns(), this::streamLine)))
                                .withClass("tb mid-aligned"))
                        .withClass("card"),
                legend());
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
        long pending = pending(column);
        SortedSet<String> versions = stream == null ? new TreeSet<>() : stream.versions();
        return tr(
                th(
                                text(VisibleText.of(column.toString())),
                                versions.isEmpty()
                                        ? text("")
                                        : div(Html.mono(Versions.range(versions)).withClass("mono muted")))
                        .attr("scope", "row"),
                td(Html.number(sessions)).withClass("r wd"),
                td(Html.number(frames)).withClass("r wd"),
                td(
                                StatusBar.of(matrix, column),
                                span(Math.round(100 * StatusBar.proven(matrix, column)) + " %").withClass("wd"))
                        .withClass("share"),
                td(
                        unmapped == 0
                                ? Html.muted("0")
                                : Html.link(Route.unmapped().with("sort", "stream"), Html.number(unmapped)))
                        .withClass("r"),
                td(pending == 0 ? Html.muted("0") : Html.link(Route.goldens(), Html.number(pending))).withClass("r"));
    }

    /** Goldens of a stream's recordings that wait. */
    private long pending(Column column) {
        return goldens.pending().stream()
                .filter(golden -> findings.scan().recordings().stream()
                        .anyMatch(recording -> recording.name()
                                        .startsWith(golden.golden().name().scenario() + "/")
                                && recording.header().provider().equals(column.provider())
                                && recording.header().wire().equals(column.wire())))
                .count();
    }

    private static DomContent legend() {
        return ul(each(StatusBar.ORDER, status -> li(
                        StatusBar.swatch(status), text(status.word()))))
                .withClass("legend");
    }

    private DomContent latest() {
        List<Facts> latest = facts()
                .sorted(Comparator.comparing((Facts facts) -> facts.recording().header().started()).reversed())
                .limit(LATEST)
                .toList();
        if (latest.isEmpty()) {
            return findings.complete()
                    ? text("")
                    : section(h2("Latest sessions"), div(p("Replaying …").withClass("busy pad")).withClass("card"));
        }
        DomContent table = TagCreator.table(
                        thead(tr(
                                head("Status"),
                                head("Session"),
                                head("Started (UTC)").withClass("wd"),
                                head("Frames").withClass("r"))),
                        tbody(each(latest, facts -> tr(
                                td(SessionsPage.status(facts)).withClass("st"),
                                th(
                                        Html.link(
                                                Route.frames(facts.recording().id()),
                                                Html.cut(facts.recording().title(), 80)),
                                        div(VisibleText.of(Attention.stream(facts.recording())
                                                        + (facts.recording().growing() ? " · recording" : "")))
                                                .withClass("muted cap"))
                                        .attr("scope", "row"),
                                td(SessionsPage.started(facts.recording().header().started())).withClass("st wd"),
                                td(Html.number(facts.frames())).withClass("r")))))
                .withClass("tb");
        return section(h2("Latest sessions"), div(table).withClass("card"));
    }

    /** The runs that broke something, then the last ones. */
    private DomContent lastRuns() {
        List<StoredRun> shown = runs.runs().stream().filter(run -> run.result() != null).limit(LATEST).toList();
        return shown.isEmpty() ? text("") : section(
                h2("Runs with faults"),
                div(TagCreator.table(
                                        thead(tr(
                                                head("Result"),
                                                head("What goes wrong"),
                                                head("Session").withClass("wd"))),
                                        tbody(each(shown, run -> tr(
                                                td(RunsPage.verdict(run)).withClass("st"),
                                                RunsPage.title(run, 90),
                                                td(VisibleText.of(Html.cut(run.recording().title(), 60)))
                                                        .withClass("wd")))))
                                .withClass("tb"))
                        .withClass("card"));
    }
}
