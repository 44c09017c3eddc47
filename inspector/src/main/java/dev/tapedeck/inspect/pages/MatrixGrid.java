package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.code;
import static j2html.TagCreator.col;
import static j2html.TagCreator.colgroup;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.wbr;

import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Row;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.matrix.StreamEvidence;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.TdTag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The cells: rows in families or worst first, streams by name or the most proven first. */
final class MatrixGrid {
    /** Characters of a kind that a cell has room for. */
    private static final int KIND_WIDTH = 21;

    private final Findings findings;
    private final Matrix matrix;
    private final MatrixView view;
    private final @Nullable Cell open;
    private final List<Column> columns;

    MatrixGrid(Findings findings, Matrix matrix, MatrixView view, @Nullable Cell open) {
        this.findings = findings;
        this.matrix = matrix;
        this.view = view;
        this.open = open;
        List<Column> all = new ArrayList<>(matrix.columns());
        if (view.provenFirst()) {
            all.sort(Comparator.comparingDouble((Column column) -> -StatusBar.proven(matrix, column)));
        }
        this.columns = all;
    }

    /** The table. */
    DomContent of(Map<String, List<Row>> groups) {
        List<DomContent> lines = new ArrayList<>();
        if (view.worstFirst()) {
            groups.values().stream().flatMap(List::stream).sorted(worstFirst()).forEach(row -> lines.add(line(row)));
        } else {
            groups.forEach((group, rows) -> {
                boolean closed = view.folded().contains(group);
                lines.add(family(group, rows, closed));
                if (!closed) {
                    rows.forEach(row -> lines.add(line(row)));
                }
            });
        }
        return div(table(
                        colgroup(col().withClass("e"), col().attr("span", columns.size()).attr("width", 190)),
                        thead(
                                tr(
                                        th(Html.muted(view.model().equals("concepts") ? "Concept" : "Event"))
                                                .attr("scope", "col"),
                                        each(columns, this::columnHead))),
                        tbody(Html.all(lines))))
                .withClass("mx")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", "Matrix");
    }

    /** Head of a family; folded, it tells how many cells of each stream are how. */
    private DomContent family(String group, List<Row> rows, boolean closed) {
        Route route = view.turned(group).route().with("cell", open == null ? "none" : MatrixPage.key(open));
        DomContent head = Html.link(
                        route,
                        span(closed ? "▸" : "▾").withClass("tri").attr("aria-hidden", "true"),
                        b(title(group)),
                        Html.muted(" " + rows.size() + " of " + size(group) + " rows"),
                        Html.hidden(closed ? ", show them" : ", hide them"))
                .withClass("famh");
        return closed
                ? tr(
                                th(head).attr("scope", "row"),
                                each(columns, column -> td(summary(column, rows)).withClass("sum")))
                        .withClass("fam shut")
                : tr(th(head).attr("scope", "rowgroup").attr("colspan", columns.size() + 1))
                        .withClass("fam");
    }

    private DomContent summary(Column column, List<Row> rows) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        rows.forEach(row -> matrix.cellsOf(row).stream()
                .filter(cell -> cell.column().equals(column) && cell.status() != Status.NOT_EMITTED)
                .forEach(cell -> counts.merge(cell.status(), 1L, Long::sum)));
        return each(counts.entrySet(), entry -> span(
                        MatrixPage.glyph(entry.getKey()).drawing(),
                        text(Html.number(entry.getValue())),
                        Html.hidden(" " + entry.getKey().word() + " "))
                .withTitle(entry.getKey().word()));
    }

    private static String title(String group) {
        String words = group.equals("item") ? "items and content" : group;
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    private long size(String group) {
        return matrix.rows().stream().filter(row -> row.group().equals(group)).count();
    }

    private DomContent columnHead(Column column) {
        StreamEvidence stream = findings.evidence().streams().get(column);
        String version = stream == null || stream.versions().isEmpty()
                ? ""
                : " " + Versions.last(stream.versions());
        return th(
                        b(VisibleText.of(column.provider())),
                        span(
                                text(VisibleText.of(column.wire().name())),
                                version.isEmpty() ? text("") : Html.mono(version))
                                .withClass("ver"),
                        StatusBar.of(matrix, column))
                .attr("scope", "col");
    }

    /** Rows by their worst cell, those with many of them first. */
    private Comparator<Row> worstFirst() {
        return Comparator.comparing(this::worst)
                .thenComparing(row -> -matrix.cellsOf(row).stream()
                        .filter(cell -> cell.status() == worst(row))
                        .count());
    }

    private Status worst(Row row) {
        return matrix.cellsOf(row).stream().map(Cell::status).min(Comparator.naturalOrder()).orElse(Status.NOT_EMITTED);
    }

    private DomContent line(Row row) {
        return tr(
                        th(view.model().equals("concepts") ? text(row.title()) : dotted(row.title()))
                                .attr("scope", "row"),
                        each(columns, column -> matrix.cell(row.key(), column.toString()).map(this::cell).orElse(td())))
                .withData("row", "");
    }

    /** The name of an event, which may be broken behind its dots. */
    private static DomContent dotted(String name) {
        return code(each(List.of(name.split("(?<=\\.)")), part -> Html.all(text(part), wbr())));
    }

    private TdTag cell(Cell cell) {
        Glyph glyph = MatrixPage.glyph(cell.status());
        if (cell.status() == Status.NOT_EMITTED) {
            return td(Html.hidden(glyph.word())).withClass("na");
        }
        String kind = cell.kinds().getFirst().kind();
        String more = cell.kinds().size() > 1 ? " +" + (cell.kinds().size() - 1) : "";
        String number =
                switch (cell.status()) {
                    case NO_EVIDENCE ->
                        cell.frames() == 0 ? "not recorded" : Html.number(cell.frames()) + ", not all kinds";
                    case MISMATCH -> Html.count(cell.frames(), "frame");
                    case PROVEN, GAPS, DROPPED, UNMAPPED, NOT_EMITTED -> Html.number(cell.frames());
                };
        String cut = Html.cutMiddle(kind, KIND_WIDTH - more.length()) + more;
        boolean current = cell.equals(open);
        Route route = view.route().with("cell", MatrixPage.key(cell));
        TdTag td = td(Html.link(
                        route,
                        glyph.drawing(),
                        text(number),
                        code(VisibleText.of(cut)))
                .withClass("c k-" + glyph.key())
                .attr("aria-label", VisibleText.of(
                        cell.column() + ", " + cell.status().word() + ", " + number + ", " + kind + more))
                .condAttr(!cut.equals(kind + more), "title", VisibleText.of(kind + more))
                .condAttr(current, "aria-current", "true"));
        return current ? td.withClass("sel") : td;
    }
}
