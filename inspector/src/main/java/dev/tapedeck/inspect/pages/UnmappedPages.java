package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.section;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.Ids;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.json.Shape;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.FrameRef;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.matrix.KindEvidence.Seen;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/** Kinds that nobody wrote a rule for: the list, and one of them with samples and what a rule could look like. */
public final class UnmappedPages {
    /** Kinds that are listed. */
    private static final int MAX_LISTED = 500;
    /** Known kinds that are named as near. */
    private static final int NEAREST = 5;

    private UnmappedPages() {}

    /** A kind without a rule, on one stream. */
    public record Entry(Column column, KindEvidence kind) {
        String id() {
            return UnmappedPages.id(column, kind.kind());
        }

        long frames() {
            return kind.count(Disposition.UNMAPPED);
        }
    }

    /** One frame of a kind, as recorded. */
    @FunctionalInterface
    public interface Samples {
        /** The frame's text; empty when its file is gone. */
        Optional<String> text(Recording recording, long seq);
    }

    /** Id of a kind on a stream. */
    static String id(Column column, String kind) {
        return Ids.of(column + "\0" + kind);
    }

    /** Every kind without a rule, most frames first. */
    public static List<Entry> entries(Findings findings) {
        List<Entry> entries = new ArrayList<>();
        findings.evidence().streams().forEach((column, stream) -> stream.kinds().stream()
                .filter(kind -> kind.count(Disposition.UNMAPPED) > 0)
                .forEach(kind -> entries.add(new Entry(column, kind))));
        entries.sort(Comparator.comparingLong(Entry::frames).reversed().thenComparing(entry -> entry.kind().kind()));
        return entries;
    }

    /** The list. */
    public static Page list(Findings findings, Samples samples, Query query) {
        String sort = query.choice("sort", Route.unmapped(), List.of("frames", "kind", "stream"));
        List<Entry> entries = new ArrayList<>(entries(findings));
        if (sort.equals("kind")) {
            entries.sort(Comparator.comparing(entry -> entry.kind().kind()));
        } else if (sort.equals("stream")) {
            entries.sort(Comparator.comparing(Entry::column));
        }
        long frames = findings.facts().values().stream().mapToLong(Facts::frames).sum();
        DomContent main = Html.all(
                div(
                                h1("Unmapped"),
                                Html.muted(Html.count(entries.size(), "kind") + " without a rule in "
                                        + Html.count(frames, "frame") + SessionsPage.progress(findings)))
                        .withClass("hd row"),
                entries.isEmpty() ? none(findings, frames) : table(entries, findings, samples, sort, frames));
        Page page = Page.of("Unmapped", Page.Section.UNMAPPED, "p-unmapped", main, foot(findings));
        return new Page(200, page.title(), page.section(), page.layout(), main, page.foot(), !findings.complete());
    }

    private static DomContent none(Findings findings, long frames) {
        return section(
                        p(
                                span(
                                        Glyph.OK.drawing(),
                                        text(
                                                " All " + Html.count(frames, "frame")
                                                        + " of wires with a rule book have a rule."))),
                        p("Looked at " + SessionsPage.STARTED.format(findings.scan().at()) + " UTC.")
                                .withClass("muted"))
                .withClass("sheet");
    }

    private static DomContent table(
            List<Entry> entries, Findings findings, Samples samples, String sort, long frames) {
        return div(j2html.TagCreator.table(
                                thead(tr(
                                        head("kind", "Native kind", sort),
                                        head("stream", "Stream", sort),
                                        head("frames", "Frames", sort).withClass("r"),
                                        th("Share").attr("scope", "col").withClass("r"),
                                        th("Sessions").attr("scope", "col").withClass("r"),
                                        th("Versions").attr("scope", "col"),
                                        th("Shapes").attr("scope", "col").withClass("r"),
                                        th("Sample").attr("scope", "col"))),
                                tbody(each(entries.stream().limit(MAX_LISTED).toList(), entry ->
                                        row(entry, findings, samples, frames))))
                        .withClass("tb"))
                .withClass("tbw")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", "Unmapped kinds");
    }

    private static j2html.tags.specialized.ThTag head(String key, String title, String sort) {
        return th(Html.link(Route.unmapped().with("sort", key), title))
                .attr("scope", "col")
                .condAttr(key.equals(sort), "aria-sort", key.equals("frames") ? "descending" : "ascending");
    }

    private static DomContent row(Entry entry, Findings findings, Samples samples, long frames) {
        KindEvidence kind = entry.kind();
        String sample = kind.samples().isEmpty()
                ? ""
                : sample(findings.scan(), kind.samples().getFirst(), samples).orElse("");
        return tr(
                        th(
                                Html.link(Route.unmapped(entry.id()), Glyph.UNMAPPED.drawing(), Html.mono(kind.kind()))
                                        .withClass("row"))
                                .attr("scope", "row"),
                        td(VisibleText.of(entry.column().toString())),
                        td(Html.number(entry.frames())).withClass("r"),
                        td(share(entry.frames(), frames)).withClass("r"),
                        td(Html.number(kind.recordings().size())).withClass("r"),
                        td(Versions.range(kind.versions())),
                        td(Html.number(kind.shapes().size()) + (kind.furtherShapes() > 0 ? "+" : "")).withClass("r"),
                        td(Html.mono(Html.cut(sample, 120))).withClass("nw"))
                .withData("row", "");
    }

    private static String share(long part, long whole) {
        double percent = whole == 0 ? 0 : 100.0 * part / whole;
        return part > 0 && percent < 0.1 ? "< 0.1 %" : String.format(java.util.Locale.ROOT, "%.1f %%", percent);
    }

    private static DomContent foot(Findings findings) {
        return Html.all(
                span("Kinds with a rule that drops them are not listed."),
                Html.spacer(),
                span("Evidence: " + Html.count(findings.scan().recordings().size(), "recording")));
    }

    /** One kind. */
    public static Page kind(Findings findings, String id, Samples samples) {
        Entry entry = entries(findings).stream()
                .filter(each -> each.id().equals(id))
                .findFirst()
                .orElseThrow(() -> Trouble.notFound("unmapped kind", Route.unmapped(), "All unmapped kinds"));
        KindEvidence kind = entry.kind();
        DomContent main = Html.all(
                div(
                                div(
                                                nav(Html.link(Route.unmapped(), "Unmapped"), text(" /"))
                                                        .withClass("muted")
                                                        .attr("aria-label", "Breadcrumb"),
                                                h1(Html.mono(kind.kind()).withClass("mono big")),
                                                Html.pill(Glyph.UNMAPPED, "no rule"),
                                                Html.spacer(),
                                                Html.scripted("copy-link", "Copy link", "y"))
                                        .withClass("row"),
                                Html.muted(entry.column() + " · " + Html.count(entry.frames(), "frame") + " in "
                                        + Html.count(kind.recordings().size(), "session") + " · "
                                                + Versions.range(kind.versions())))
                        .withClass("hd"),
                div(
                                div(
                                        each(
                                                List.copyOf(kind.shapes().entrySet()),
                                                shape -> sampleOf(findings.scan(), shape, samples)),
                                        more(kind)),
                                div(
                                        versionTable(kind, findings.scan()),
                                        rule(kind),
                                        drop(kind),
                                        nearest(entry, findings),
                                        where(entry, findings.scan())))
                        .withClass("kind"));
        return Page.of(kind.kind(), Page.Section.UNMAPPED, "p-kind", main, null);
    }

    private static DomContent sampleOf(Scan scan, Map.Entry<Shape, Seen> shape, Samples samples) {
        return section(
                h2(Html.count(shape.getValue().frames(), "frame") + " of this shape"),
                each(shape.getValue().samples(), frame -> Html.all(
                        p(place(scan, frame)),
                        pre(VisibleText.lines(Html.cut(
                                        sample(scan, frame, samples).orElse("The file of this sample is gone."), 4000)))
                                .withClass("code"))),
                j2html.TagCreator.details().attr("open").with(
                        j2html.TagCreator.summary(Html.count(shape.getKey().paths().size(), "key path")),
                        pre(VisibleText.lines(String.join("\n", shape.getKey().paths()))).withClass("code")));
    }

    /** The kind by version of the provider, with the first and the last frame in time. */
    private static DomContent versionTable(KindEvidence kind, Scan scan) {
        return section(
                h3("First and last seen"),
                j2html.TagCreator.table(
                                thead(tr(
                                        th("Version").attr("scope", "col"),
                                        th("Frames").attr("scope", "col").withClass("r"),
                                        th("First").attr("scope", "col"),
                                        th("Last").attr("scope", "col"))),
                                tbody(each(kind.spans(), (version, span) -> tr(
                                        th(version.isEmpty() ? "unknown" : VisibleText.of(Html.cut(version, 24)))
                                                .attr("scope", "row"),
                                        td(Html.number(span.frames())).withClass("r"),
                                        td(text(SessionsPage.STARTED.format(span.firstAt()) + " "),
                                                place(scan, span.first())),
                                        td(text(SessionsPage.STARTED.format(span.lastAt()) + " "),
                                                place(scan, span.last()))))))
                        .withClass("smp spans"));
    }

    private static DomContent place(Scan scan, FrameRef frame) {
        Optional<Recording> recording = scan.named(frame.fixture());
        return recording.isEmpty()
                ? text("")
                : Html.link(
                        Route.frames(recording.get().id()).with("sel", frame.seq()),
                        recording.get().title() + ", frame " + Html.number(frame.seq()));
    }

    private static DomContent more(KindEvidence kind) {
        return kind.furtherShapes() == 0
                ? text("")
                : p(Html.count(kind.furtherShapes(), "frame") + " of further shapes.").withClass("muted");
    }

    static Optional<String> sample(Scan scan, FrameRef ref, Samples samples) {
        return scan.named(ref.fixture()).flatMap(recording -> samples.text(recording, ref.seq()));
    }

    private static DomContent rule(KindEvidence kind) {
        return section(
                h3("A rule to start from"),
                pre(VisibleText.lines(RuleStub.map(kind))).withClass("code").withId("rule-line"),
                div(Html.scripted("copy", "Copy", null).withData("of", "rule-line")));
    }

    private static DomContent drop(KindEvidence kind) {
        return section(
                h3("Or leave it out on purpose"),
                pre(VisibleText.lines(RuleStub.drop(kind))).withClass("code").withId("drop-line"),
                div(Html.scripted("copy", "Copy", null).withData("of", "drop-line")));
    }

    private static DomContent nearest(Entry entry, Findings findings) {
        Set<String> own = paths(entry.kind());
        Map<String, Double> likeness = new HashMap<>();
        for (KindEvidence other : findings.evidence().streams().get(entry.column()).kinds()) {
            double share = alike(own, paths(other));
            if (other.rule() != null && share > 0) {
                likeness.merge(other.kind(), share, Math::max);
            }
        }
        List<Map.Entry<String, Double>> best = likeness.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                .limit(NEAREST)
                .toList();
        if (best.isEmpty()) {
            return text("");
        }
        return section(
                h3("Nearest kinds with a rule, by shared keys"),
                j2html.TagCreator.table(tbody(each(best, other -> tr(
                                th(Html.mono(other.getKey())).attr("scope", "row"),
                                td(Math.round(other.getValue() * 100) + " %").withClass("r")))))
                        .withClass("smp"));
    }

    private static Set<String> paths(KindEvidence kind) {
        Set<String> paths = new HashSet<>();
        kind.shapes().keySet().forEach(shape -> paths.addAll(shape.paths()));
        return paths;
    }

    private static double alike(Set<String> one, Set<String> other) {
        long shared = one.stream().filter(other::contains).count();
        return (double) shared / Math.max(1, one.size() + other.size() - shared);
    }

    private static DomContent where(Entry entry, Scan scan) {
        List<Recording> recordings = scan.recordings().stream()
                .filter(recording -> entry.kind().recordings().contains(recording.header().id()))
                .limit(10)
                .toList();
        String filter = "is:unmapped native:\"" + entry.kind().kind().replace("\"", "") + "\"";
        return section(
                h3("Where"),
                j2html.TagCreator.ul(each(recordings, recording -> j2html.TagCreator.li(
                                Html.link(Route.frames(recording.id()).with("q", filter), recording.title()))))
                        .withClass("t"));
    }

    static @Nullable Route frames(Scan scan, FrameRef ref) {
        return scan.named(ref.fixture())
                .map(recording -> Route.frames(recording.id()).with("sel", ref.seq()))
                .orElse(null);
    }
}
