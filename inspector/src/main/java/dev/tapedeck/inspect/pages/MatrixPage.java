package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.text;

import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Row;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.matrix.Status;
import j2html.tags.DomContent;
import j2html.tags.specialized.AsideTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What rules claim beside what recordings show: rows of a vocabulary, a column for each stream. */
public final class MatrixPage {
    private final Findings findings;
    private final Matrix matrix;
    private final MatrixView view;
    private final @Nullable Cell open;

    private MatrixPage(Findings findings, Matrix matrix, MatrixView view, String cell) {
        this.findings = findings;
        this.matrix = matrix;
        this.view = view;
        int bar = cell.indexOf('|');
        this.open = cell.isEmpty()
                ? worst().orElse(null)
                : bar < 0 ? null : matrix.cell(cell.substring(0, bar), cell.substring(bar + 1)).orElse(null);
    }

    /** Makes the matrix of a row set. */
    @FunctionalInterface
    public interface Maker {
        Matrix of(RowSet rows);
    }

    /** The rows that an address asks for. */
    public static RowSet rowSet(Query query) {
        return RowSet.of(query.choice("model", Route.matrix(), MatrixView.MODELS)).orElse(RowSet.EVENTS);
    }

    /**
     * The page.
     *
     * @param pending ids of recordings of which a golden waits
     * @param fixtures makes a fixture of sample frames
     */
    public static Page of(
            Findings findings, Maker maker, Set<String> pending, FixtureCard.Maker fixtures, Query query) {
        String cell = query.text("cell", Route.matrix());
        MatrixPage page = new MatrixPage(findings, maker.of(rowSet(query)), MatrixView.of(query), cell);
        return page.page(new MatrixEvidence(findings, page.view.route(), pending, fixtures));
    }

    /** Problems first: the worst cell is open until somebody opens another one or closes it. */
    private Optional<Cell> worst() {
        return matrix.cells().stream()
                .filter(
                        cell -> view.status().isEmpty()
                                ? cell.status().compareTo(Status.NO_EVIDENCE) < 0
                                : cell.status().key().equals(view.status()))
                .filter(cell -> view.words().isEmpty())
                .min(java.util.Comparator.comparing(Cell::status));
    }

    private Page page(MatrixEvidence evidence) {
        DomContent grid = matrix.columns().isEmpty() || rows().isEmpty()
                ? none()
                : new MatrixGrid(findings, matrix, view, open).of(rows());
        AsideTag side = open == null ? null : evidence.of(open);
        DomContent main = Html.all(
                head(), side == null ? div(grid).withClass("wrap") : div(grid, side).withClass("wrap"));
        Page page = Page.of("Normalization matrix", Page.Section.MATRIX, "p-matrix", main, foot());
        return new Page(200, page.title(), page.section(), page.layout(), main, page.foot(), !findings.complete());
    }

    private DomContent head() {
        Map<Status, Long> counts = matrix.counts();
        long proven = counts.getOrDefault(Status.PROVEN, 0L);
        long emitted = proven + counts.getOrDefault(Status.GAPS, 0L) + counts.getOrDefault(Status.NO_EVIDENCE, 0L)
                + counts.getOrDefault(Status.MISMATCH, 0L);
        return div(
                        div(
                                        h1("Normalization matrix"),
                                        Html.muted(facts(proven, emitted)),
                                        Html.spacer(),
                                        Html.muted("Rows"),
                                        div(each(MatrixView.MODELS, this::modelLink))
                                                .withClass("seg")
                                                .attr("role", "group")
                                                .attr("aria-label", "Rows"))
                                .withClass("row"),
                        div(
                                        each(
                                                Arrays.stream(Status.values())
                                                        .filter(s -> s != Status.NOT_EMITTED)
                                                        .toList(),
                                                s -> statusLink(s, counts)),
                                        Html.spacer(),
                                        order(view.worstFirst(), "worst first", "Rows by their worst cell",
                                                view.withWorstFirst(!view.worstFirst())),
                                        order(view.provenFirst(), "proven first", "Streams by their proven share",
                                                view.withProvenFirst(!view.provenFirst())),
                                        filter())
                                .withClass("row")
                                .attr("role", "group")
                                .attr("aria-label", "Filter by status"))
                .withClass("hd");
    }

    private String facts(long proven, long emitted) {
        long rows = matrix.rows().stream().filter(row -> !row.key().startsWith("no-target")).count();
        return Html.count(matrix.columns().size(), "stream") + " · " + Html.count(rows, "row") + " · "
                + Html.number(proven) + " of " + Html.number(emitted) + " claimed cells proven by recordings"
                + SessionsPage.progress(findings);
    }

    private DomContent modelLink(String word) {
        String title =
                switch (word) {
                    case "concepts" -> "concepts";
                    case "runtime" -> "runtime";
                    default -> "canonical";
                };
        return Html.link(view.withModel(word).route(), title)
                .condAttr(word.equals(view.model()), "aria-current", "true");
    }

    /** A switch of the order: on, the link turns it off. */
    private static DomContent order(boolean on, String words, String title, MatrixView other) {
        return Html.link(other.route(), words)
                .withClass("btn toggle")
                .withTitle(title)
                .condAttr(on, "aria-current", "true");
    }

    private DomContent statusLink(Status each, Map<Status, Long> counts) {
        boolean on = view.status().equals(each.key());
        Route route = view.withStatus(on ? "" : each.key()).route();
        return Html.link(
                route, glyph(each).drawing(), text(each.word() + " "), b(Html.number(counts.getOrDefault(each, 0L))))
                .withClass("pill " + glyph(each).tone() + (view.status().isEmpty() || on ? "" : " off"))
                .condAttr(on, "aria-current", "true");
    }

    private DomContent filter() {
        return Html.reads(Route.matrix())
                .withClass("filter")
                .attr("role", "search")
                .with(
                        kept("model", view.model().equals("events") ? "" : view.model()),
                        kept("sort", view.worstFirst() ? "worst" : ""),
                        kept("cols", view.provenFirst() ? "proven" : ""),
                        Glyph.drawing("search", "none"),
                        label(Html.hidden("Find rows and kinds")).withFor("q"),
                        input()
                                .withId("q")
                                .withName("q")
                                .withValue(view.words())
                                .withPlaceholder("find rows and kinds")
                                .attr("size", 20).attr("autocomplete", "off"),
                        kbd("/").attr("aria-hidden", "true"));
    }

    /** A field of the address that the search leaves as it is. */
    private static DomContent kept(String name, String value) {
        return value.isEmpty() ? text("") : input().withType("hidden").withName(name).withValue(value);
    }

    /** Rows that have a cell which the filters let pass, by group. */
    private Map<String, List<Row>> rows() {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : matrix.rows()) {
            List<Cell> cells = matrix.cellsOf(row);
            boolean named = view.words().isEmpty() || view.names(row.title()) || cells.stream().anyMatch(this::hasKind);
            boolean wanted = view.status().isEmpty()
                    ? cells.stream().anyMatch(cell -> cell.status() != Status.NOT_EMITTED)
                    : cells.stream().anyMatch(cell -> cell.status().key().equals(view.status()));
            if (named && wanted) {
                groups.computeIfAbsent(row.group(), group -> new ArrayList<>()).add(row);
            }
        }
        return groups;
    }

    private boolean hasKind(Cell cell) {
        return cell.kinds().stream().anyMatch(kind -> view.names(kind.kind()));
    }

    private DomContent none() {
        return section(
                        p(matrix.columns().isEmpty()
                                ? "No stream has rules or recordings here."
                                : "No row has a cell like that."),
                        p(Html.link(Route.matrix(), "Show every row").withClass("in")))
                .withClass("sheet");
    }

    static String key(Cell cell) {
        return cell.row().key() + "|" + cell.column();
    }

    static Glyph glyph(Status status) {
        return switch (status) {
            case PROVEN -> Glyph.OK;
            case GAPS -> Glyph.GAP;
            case DROPPED -> Glyph.DROP;
            case UNMAPPED -> Glyph.UNMAPPED;
            case MISMATCH -> Glyph.MISMATCH;
            case NO_EVIDENCE -> Glyph.NONE;
            case NOT_EMITTED -> Glyph.NOT_EMITTED;
        };
    }

    private DomContent foot() {
        return Html.all(
                span("Arrow keys move between cells"),
                span(kbd("↵"), text(" evidence")),
                span(kbd("u"), text(" next unmapped")),
                span(kbd("/"), text(" find")),
                Html.spacer(),
                span(
                        text("Save as "),
                        saved("csv", "CSV"),
                        text(" · "),
                        saved("md", "Markdown"),
                        text(" · "),
                        saved("json", "JSON")),
                span("Evidence: " + Html.count(findings.scan().recordings().size(), "recording") + ", "
                        + Html.count(findings.facts().values().stream().mapToLong(facts ->
                                facts.frames()).sum(), "frame")));
    }

    private DomContent saved(String format, String name) {
        String model = view.model().equals("events") ? null : view.model();
        return Html.link(Route.matrixFile(format).with("model", model), name);
    }
}
