package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.b;
import static j2html.TagCreator.col;
import static j2html.TagCreator.colgroup;
import static j2html.TagCreator.dd;
import static j2html.TagCreator.div;
import static j2html.TagCreator.dl;
import static j2html.TagCreator.dt;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.li;
import static j2html.TagCreator.p;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
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
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.KindCell;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Row;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.matrix.StreamEvidence;
import dev.tapedeck.text.VisibleText;
import j2html.TagCreator;
import j2html.tags.DomContent;
import j2html.tags.specialized.AsideTag;
import j2html.tags.specialized.TdTag;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What rules claim beside what recordings show: rows of a vocabulary, a column for each stream. */
public final class MatrixPage {
    /** Widest segmented bar, in pixels. */
    private static final int BAR = 104;
    static final List<Status> BAR_ORDER = List.of(
            Status.PROVEN, Status.GAPS, Status.DROPPED, Status.UNMAPPED, Status.MISMATCH, Status.NO_EVIDENCE);
    /** Native kinds that a panel tells in full. */
    private static final int MAX_KINDS = 12;
    private static final List<String> MODELS = List.of("events", "concepts", "runtime");

    private final Findings findings;
    private final Matrix matrix;
    private final String model;
    private final String status;
    private final String words;
    private final @Nullable Cell open;
    private final Set<String> folded;
    private final Route here;

    private MatrixPage(
            Findings findings, Matrix matrix, String model, String status, String words, String cell, String fold) {
        this.findings = findings;
        this.matrix = matrix;
        this.model = model;
        this.status = status;
        this.words = words;
        Set<String> groups = matrix.rows().stream().map(Row::group).collect(Collectors.toSet());
        this.folded = Arrays.stream(fold.split("\\.")).filter(groups::contains).collect(
                Collectors.toCollection(TreeSet::new));
        this.here = Route.matrix()
                .with("model", model.equals("events") ? null : model)
                .with("status", status)
                .with("q", words)
                .with("fold", String.join(".", folded));
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
        return RowSet.of(query.choice("model", Route.matrix(), MODELS)).orElse(RowSet.EVENTS);
    }

    public static Page of(Findings findings, Maker maker, Query query) {
        Route plain = Route.matrix();
        String model = query.choice("model", plain, MODELS);
        List<String> keys = new ArrayList<>(List.of(""));
        Arrays.stream(Status.values()).map(Status::key).forEach(keys::add);
        String status = query.choice("status", plain, keys);
        String words = query.text("q", plain).strip();
        String cell = query.text("cell", plain);
        String fold = query.text("fold", plain);
        Matrix matrix = maker.of(rowSet(query));
        return new MatrixPage(findings, matrix, model, status, words, cell, fold).page();
    }

    /** Problems first: the worst cell is open until somebody opens another one or closes it. */
    private Optional<Cell> worst() {
        return matrix.cells().stream()
                .filter(
                        cell -> status.isEmpty()
                                ? cell.status().compareTo(Status.NO_EVIDENCE) < 0
                                : cell.status().key().equals(status))
                .filter(cell -> words.isEmpty())
                .min(java.util.Comparator.comparing(Cell::status));
    }

    private Page page() {
        DomContent grid = matrix.columns().isEmpty() || rows().isEmpty() ? none() : grid();
        AsideTag side = open == null ? null : side(open);
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
                                        div(each(MODELS, this::modelLink))
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
                    case "concepts" -> "16 concepts";
                    case "runtime" -> "runtime events";
                    default -> "canonical events";
                };
        Route route = Route.matrix().with("model", word.equals("events") ? null : word);
        return Html.link(route, title).condAttr(word.equals(model), "aria-current", "true");
    }

    private DomContent statusLink(Status each, Map<Status, Long> counts) {
        boolean on = status.equals(each.key());
        Route route = Route.matrix()
                .with("model", model.equals("events") ? null : model)
                .with("status", on ? null : each.key())
                .with("q", words);
        return Html.link(
                route, glyph(each).drawing(), text(each.word() + " "), b(Html.number(counts.getOrDefault(each, 0L))))
                .withClass("pill " + glyph(each).tone() + (status.isEmpty() || on ? "" : " off"))
                .condAttr(on, "aria-current", "true");
    }

    private DomContent filter() {
        return Html.reads(Route.matrix())
                .withClass("filter")
                .attr("role", "search")
                .with(
                        model.equals("events")
                                ? text("")
                                : input().withType("hidden").withName("model").withValue(model),
                        Glyph.drawing("search", "none"),
                        label(Html.hidden("Find rows and kinds")).withFor("q"),
                        input()
                                .withId("q")
                                .withName("q")
                                .withValue(words)
                                .withPlaceholder("find a row or a native kind")
                                .attr("size", 28).attr("autocomplete", "off"),
                        kbd("/").attr("aria-hidden", "true"));
    }

    /** Rows that have a cell which the filters let pass, by group. */
    private Map<String, List<Row>> rows() {
        Map<String, List<Row>> groups = new LinkedHashMap<>();
        for (Row row : matrix.rows()) {
            List<Cell> cells = matrix.cellsOf(row);
            boolean named = words.isEmpty() || has(row.title()) || cells.stream().anyMatch(this::hasKind);
            boolean wanted = status.isEmpty()
                    ? cells.stream().anyMatch(cell -> cell.status() != Status.NOT_EMITTED)
                    : cells.stream().anyMatch(cell -> cell.status().key().equals(status));
            if (named && wanted) {
                groups.computeIfAbsent(row.group(), group -> new ArrayList<>()).add(row);
            }
        }
        return groups;
    }

    private boolean hasKind(Cell cell) {
        return cell.kinds().stream().anyMatch(kind -> has(kind.kind()));
    }

    private boolean has(String name) {
        return name.toLowerCase(Locale.ROOT).contains(words.toLowerCase(Locale.ROOT));
    }

    private DomContent none() {
        return section(
                        p(matrix.columns().isEmpty()
                                ? "No stream has rules or recordings here."
                                : "No row has a cell like that."),
                        p(Html.link(Route.matrix(), "Show every row").withClass("in")))
                .withClass("sheet");
    }

    private DomContent grid() {
        List<DomContent> lines = new ArrayList<>();
        rows().forEach((group, rows) -> {
            boolean closed = folded.contains(group);
            lines.add(family(group, rows, closed));
            if (!closed) {
                rows.forEach(row -> lines.add(line(row)));
            }
        });
        return div(TagCreator.table(
                        colgroup(col().withClass("e"), each(matrix.columns(), column -> col().attr("width", 190))),
                        thead(
                                tr(
                                        th(Html.muted(model.equals("concepts") ? "Concept" : "Event"))
                                                .attr("scope", "col"),
                                        each(matrix.columns(), this::columnHead))),
                        tbody(Html.all(lines))))
                .withClass("mx")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", "Matrix");
    }

    /** Head of a family; folded, it tells how many cells of each stream are how. */
    private DomContent family(String group, List<Row> rows, boolean closed) {
        Set<String> other = new TreeSet<>(folded);
        if (!other.remove(group)) {
            other.add(group);
        }
        Route route = Route.matrix()
                .with("model", model.equals("events") ? null : model)
                .with("status", status)
                .with("q", words)
                .with("fold", String.join(".", other))
                .with("cell", open == null ? "none" : key(open));
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
                                each(matrix.columns(), column -> td(summary(column, rows)).withClass("sum")))
                        .withClass("fam shut")
                : tr(th(head).attr("scope", "rowgroup").attr("colspan", matrix.columns().size() + 1))
                        .withClass("fam");
    }

    private DomContent summary(Column column, List<Row> rows) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        rows.forEach(row -> matrix.cellsOf(row).stream()
                .filter(cell -> cell.column().equals(column) && cell.status() != Status.NOT_EMITTED)
                .forEach(cell -> counts.merge(cell.status(), 1L, Long::sum)));
        return each(counts.entrySet(), entry -> span(
                        glyph(entry.getKey()).drawing(),
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
                        bar(column))
                .attr("scope", "col");
    }

    /** How the cells of a column stand, as one bar. */
    DomContent bar(Column column) {
        return bar(matrix, column);
    }

    static DomContent bar(Matrix matrix, Column column) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        matrix.cells().stream()
                .filter(cell -> cell.column().equals(column) && cell.status() != Status.NOT_EMITTED)
                .forEach(cell -> counts.merge(cell.status(), 1L, Long::sum));
        long all = Math.max(1, counts.values().stream().mapToLong(Long::longValue).sum());
        String words = Html.number(counts.getOrDefault(Status.PROVEN, 0L)) + " of " + all + " proven, "
                + counts.getOrDefault(Status.UNMAPPED, 0L) + " unmapped";
        Svg bar = Svg.svg(BAR, 6)
                .withClass("cov")
                .attr("viewBox", "0 0 " + BAR + " 6")
                .attr("role", "img")
                .attr("aria-label", words);
        double x = 0;
        for (Status status : BAR_ORDER) {
            double width = (double) counts.getOrDefault(status, 0L) / all * BAR;
            if (width > 0) {
                bar.with(
                        Svg.rect(x, 0, Math.max(1.5, width - 1.5), 6)
                                .withClass("c-" + glyph(status).key())
                                .attr("rx", 1));
                x += width;
            }
        }
        return bar;
    }

    /** A small square in the colour that a status has in bars. */
    static DomContent swatch(Status status) {
        return Svg.svg(10, 10)
                .attr("aria-hidden", "true")
                .with(Svg.rect(0, 0, 10, 10).withClass("c-" + glyph(status).key()).attr("rx", 2));
    }

    private DomContent line(Row row) {
        return tr(
                        th(Html.mono(row.title())).attr("scope", "row"),
                        each(matrix.cellsOf(row), this::cell))
                .withData("row", "");
    }

    private TdTag cell(Cell cell) {
        Glyph glyph = glyph(cell.status());
        if (cell.status() == Status.NOT_EMITTED) {
            return td(span(glyph.spoken()).withClass("c k-na"));
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
        boolean current = cell.equals(open);
        Route route = here.with("cell", key(cell));
        TdTag td = td(Html.link(
                        route,
                        glyph.drawing(),
                        span(
                                Html.hidden(VisibleText.of(cell.column() + ", " + cell.status().word() + ", ")),
                                text(number))
                                .withClass("num"),
                        span(VisibleText.of(Html.cutMiddle(kind, more.isEmpty() ? 21 : 21 - more.length()) + more))
                                .withClass("nat mono")
                                .attr("aria-hidden", "true"),
                        Html.hidden(VisibleText.of(kind + more)))
                .withClass("c k-" + glyph.key())
                .withTitle(VisibleText.of(kind + more))
                .condAttr(current, "aria-current", "true"));
        return current ? td.withClass("sel") : td;
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

    private AsideTag side(Cell cell) {
        List<String> notes = cell.kinds().stream().flatMap(kind -> kind.notes().stream()).distinct().toList();
        Optional<KindCell> shown = cell.kinds().stream().filter(kind -> kind.first() != null).findFirst();
        return TagCreator.aside(
                        div(
                                        h2(Html.mono(cell.row().title()).withClass("mono big")),
                                        Html.spacer(),
                                        Html.link(here.with("cell", "none"), text("Close "), kbd("Esc"))
                                                .withClass("btn ghost")
                                                .withData("key", "Esc"))
                                .withClass("row"),
                        div(Html.muted(cell.column().toString()), Html.pill(glyph(cell.status()), cell.status().word()))
                                .withClass("row"),
                        section(dl(
                                                dt("Claimed"),
                                                dd(claimed(cell)),
                                                dt("Observed"),
                                                dd(observed(cell)),
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
                                                                glyph(cell.status()).drawing(),
                                                                text(" " + VisibleText.lines(note)))))
                                                .withClass("t")),
                        section(
                                h3("Native kinds"),
                                TagCreator.table(
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
        long sessions = cell.kinds().stream()
                .filter(kind -> kind.seen() != null)
                .flatMap(kind -> kind.seen().recordings().stream())
                .distinct()
                .count();
        return cell.frames() == 0 && sessions == 0
                ? "nothing yet"
                : Html.count(cell.frames(), "frame") + " in " + Html.count(sessions, "session");
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
                td(glyph(kind.status()).drawing(), text(" "), Html.mono(kind.kind())),
                td(Html.number(kind.frames())).withClass("r"),
                td(first == null ? text("") : Html.link(first, "#" + Html.number(kind.first().seq()))).withClass("r"));
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
        return Html.link(Route.matrixFile(format).with("model", model.equals("events") ? null : model), name);
    }
}
