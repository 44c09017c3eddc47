package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.aside;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.li;
import static j2html.TagCreator.section;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.FrameRef;
import dev.tapedeck.matrix.KindCell;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.matrix.KindEvidence.Seen;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.AsideTag;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The panel of a chosen cell: what rules claim of it and what recordings show. */
final class MatrixEvidence {
    /** Native kinds that a panel tells in full. */
    private static final int MAX_KINDS = 12;

    private final Findings findings;
    private final Route here;
    private final Set<String> pending;
    private final FixtureCard.Maker fixtures;

    /**
     * Panels of a matrix.
     *
     * @param here the matrix as it is shown, without a cell
     * @param pending ids of recordings of which a golden waits
     */
    MatrixEvidence(Findings findings, Route here, Set<String> pending, FixtureCard.Maker fixtures) {
        this.findings = findings;
        this.here = here;
        this.pending = pending;
        this.fixtures = fixtures;
    }

    AsideTag of(Cell cell) {
        List<String> notes = cell.kinds().stream().flatMap(kind -> kind.notes().stream()).distinct().toList();
        Optional<KindCell> shown = cell.kinds().stream().filter(kind -> kind.first() != null).findFirst();
        return aside(
                        div(
                                        h2(Html.mono(cell.row().title()).withClass("mono big")),
                                        Html.spacer(),
                                        Html.link(here.with("cell", "none"), text("Close "), kbd("Esc"))
                                                .withClass("btn ghost")
                                                .withData("key", "Esc"))
                                .withClass("row"),
                        div(
                                        Html.muted(cell.column().toString()),
                                        Html.pill(MatrixPage.glyph(cell.status()), cell.status().word()))
                                .withClass("row"),
                        section(dl(
                                                dt("Claimed"),
                                                dd(claimed(cell)),
                                                dt("Observed"),
                                                dd(observed(cell)),
                                                dt("Goldens"),
                                                dd(goldens(cell)),
                                                dt("Versions"),
                                                dd(versions(cell)))
                                        .withClass("kv"))
                                .withClass("card"),
                        notes.isEmpty()
                                ? text("")
                                : section(
                                        h3(cell.status() == Status.DROPPED ? "Why" : "Why it is not “proven”"),
                                        ul(
                                                each(notes, note ->
                                                        li(
                                                                MatrixPage.glyph(cell.status()).drawing(),
                                                                text(" " + VisibleText.lines(note)))))
                                                .withClass("t")),
                        section(
                                h3("Native kinds"),
                                table(
                                                thead(
                                                        tr(
                                                                th("kind").attr("scope", "col"),
                                                                th("frames").attr("scope", "col").withClass("r"),
                                                                th("first").attr("scope", "col").withClass("r"))),
                                                tbody(
                                                        each(
                                                                cell.kinds().stream().limit(MAX_KINDS).toList(),
                                                                this::kindLine)))
                                        .withClass("smp")),
                        shapes(cell),
                        shown.map(this::fixture).orElse(text("")),
                        div(
                                        shown.map(kind -> openFrames(cell, kind)).orElse(text("")),
                                        Html.scripted("copy-link", "Copy link", "y"))
                                .withClass("row"))
                .withClass("side")
                .attr("aria-label", "Evidence for the selected cell");
    }

    private static DomContent claimed(Cell cell) {
        List<String> rules = cell.kinds().stream().map(KindCell::rule).filter(rule -> rule != null).distinct().toList();
        if (rules.isEmpty()) {
            return text("no rule");
        }
        String word = cell.status() == Status.DROPPED ? "left out by " : "by ";
        return Html.all(
                text(word + (rules.size() == 1 ? "rule " : rules.size() + " rules, ")), Html
                        .mono(rules.getFirst()), text(rules.size() > 1 ? " …" : ""));
    }

    private static String observed(Cell cell) {
        int sessions = sessions(cell).size();
        return cell.frames() == 0 && sessions == 0
                ? "nothing yet"
                : Html.count(cell.frames(), "frame") + " in " + Html.count(sessions, "session");
    }

    private static Set<String> sessions(Cell cell) {
        Set<String> sessions = new TreeSet<>();
        cell.kinds().stream()
                .filter(kind -> kind.seen() != null)
                .forEach(kind -> sessions.addAll(kind.seen().recordings()));
        return sessions;
    }

    /** Whether a golden of the sessions that show the cell waits. */
    private DomContent goldens(Cell cell) {
        Set<String> sessions = sessions(cell);
        long waiting = sessions.stream().filter(pending::contains).count();
        if (waiting > 0) {
            return Html.all(
                    text("of " + Html.count(waiting, "session") + " wait: "),
                    Html.link(Route.goldens(), "look").withClass("in"));
        }
        return text(sessions.isEmpty() ? "none" : "none waits");
    }

    private static String versions(Cell cell) {
        Set<String> versions = new TreeSet<>();
        cell.kinds()
                .stream()
                .filter(kind -> kind.seen() != null)
                .forEach(kind -> versions.addAll(kind.seen().versions()));
        return Versions.range(versions);
    }

    private DomContent kindLine(KindCell kind) {
        Route first = kind.first() == null ? null : UnmappedPages.frames(findings.scan(), kind.first());
        return tr(
                td(MatrixPage.glyph(kind.status()).drawing(), text(" "), Html.mono(kind.kind())),
                td(Html.number(kind.frames())).withClass("r"),
                td(first == null ? text("") : Html.link(first, "#" + Html.number(kind.first().seq()))).withClass("r"));
    }

    /** The shapes that frames of the cell's kinds have, each with a few samples. */
    private DomContent shapes(Cell cell) {
        List<Seen> shapes = cell.kinds().stream()
                .filter(kind -> kind.seen() != null)
                .flatMap(kind -> kind.seen().shapes().values().stream())
                .distinct()
                .limit(MAX_KINDS)
                .toList();
        return shapes.isEmpty()
                ? text("")
                : section(
                        h3("Shapes, with samples"),
                        table(tbody(each(shapes, shape -> tr(
                                        td(Html.count(shape.frames(), "frame")),
                                        td(each(shape.samples(), this::sample)).withClass("r")))))
                                .withClass("smp"));
    }

    private DomContent sample(FrameRef frame) {
        Route route = UnmappedPages.frames(findings.scan(), frame);
        return route == null ? text("") : Html.all(Html.link(route, "#" + Html.number(frame.seq())), text(" "));
    }

    private DomContent fixture(KindCell kind) {
        KindEvidence seen = kind.seen();
        return seen == null ? text("") : FixtureCard.of(findings.scan(), seen.samples(), fixtures);
    }

    private DomContent openFrames(Cell cell, KindCell kind) {
        return findings.scan()
                .named(kind.first().fixture())
                .map(recording -> {
                    String filter = "native:\"" + kind.kind().replace("\"", "") + "\"";
                    Route frames = Route.frames(recording.id()).with("q", filter).with("sel", kind.first().seq());
                    return (DomContent) Html
                            .link(frames, "Open frames in " + Html.cut(recording.title(), 24))
                            .withClass("btn pri");
                })
                .orElse(text(""));
    }
}
