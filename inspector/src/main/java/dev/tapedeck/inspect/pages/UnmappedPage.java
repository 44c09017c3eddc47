package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.details;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.li;
import static j2html.TagCreator.nav;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.section;
import static j2html.TagCreator.summary;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;
import static j2html.TagCreator.ul;

import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.json.Shape;
import dev.tapedeck.matrix.FrameRef;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.matrix.KindEvidence.Seen;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** One kind without a rule: its frames by shape, where it was seen, and lines to start a rule from. */
public final class UnmappedPage {
    /** Known kinds that are named as near. */
    private static final int NEAREST = 5;

    private UnmappedPage() {}

    /** @param fixtures makes a fixture of sample frames */
    public static Page of(
            Findings findings, String id, UnmappedPages.Samples samples, FixtureCard.Maker fixtures) {
        UnmappedPages.Entry entry = UnmappedPages.entries(findings).stream()
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
                                        FixtureCard.of(findings.scan(), samples(kind), fixtures),
                                        nearest(entry, findings),
                                        where(entry, findings.scan())))
                        .withClass("kind"));
        return Page.of(kind.kind(), Page.Section.UNMAPPED, "p-kind", main, null).withHint(Hint.KIND);
    }

    private static List<FrameRef> samples(KindEvidence kind) {
        return kind.shapes().values().stream().flatMap(seen -> seen.samples().stream()).toList();
    }

    private static DomContent sampleOf(Scan scan, Map.Entry<Shape, Seen> shape, UnmappedPages.Samples samples) {
        return section(
                h2(Html.count(shape.getValue().frames(), "frame") + " of this shape"),
                each(shape.getValue().samples(), frame -> Html.all(
                        p(place(scan, frame)),
                        pre(VisibleText.lines(Html.cut(recorded(scan, frame, samples), 4000)))
                                .withClass("code"))),
                details().attr("open").with(
                        summary(Html.count(shape.getKey().paths().size(), "key path")),
                        KeyPaths.table(
                                shape.getKey(),
                                shape.getValue().samples().isEmpty()
                                        ? ""
                                        : recorded(scan, shape.getValue().samples().getFirst(), samples))));
    }

    private static String recorded(Scan scan, FrameRef frame, UnmappedPages.Samples samples) {
        return UnmappedPages.sample(scan, frame, samples).orElse("The file of this sample is gone.");
    }

    /** The kind by version of the provider, with the first and the last frame in time. */
    private static DomContent versionTable(KindEvidence kind, Scan scan) {
        return section(
                h3("First and last seen"),
                table(
                                thead(tr(
                                        th("Version").attr("scope", "col"),
                                        th("Frames").attr("scope", "col").withClass("r"),
                                        th("First").attr("scope", "col"),
                                        th("Last").attr("scope", "col"))),
                                tbody(each(kind.spans(), (version, span) -> tr(
                                        th(version.isEmpty() ? "unknown" : VisibleText.of(Html.cut(version, 24)))
                                                .attr("scope", "row"),
                                        td(Html.number(span.frames())).withClass("r"),
                                        td(place(scan, span.first()), at(span.firstAt())),
                                        td(place(scan, span.last()), at(span.lastAt()))))))
                        .withClass("smp spans"));
    }

    private static DomContent at(Instant time) {
        return div(SessionsPage.STARTED.format(time)).withClass("muted");
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

    /** A kind that has a rule, and how much of its keys it shares. */
    private record Near(KindEvidence kind, double share) {}

    private static DomContent nearest(UnmappedPages.Entry entry, Findings findings) {
        Set<String> own = paths(entry.kind());
        List<Near> best = findings.evidence().streams().get(entry.column()).kinds().stream()
                .filter(other -> other.rule() != null)
                .map(other -> new Near(other, alike(own, paths(other))))
                .filter(near -> near.share() > 0)
                .sorted(Comparator.comparingDouble(Near::share).reversed().thenComparing(near -> near.kind().kind()))
                .limit(NEAREST)
                .toList();
        if (best.isEmpty()) {
            return text("");
        }
        return section(
                h3("Nearest kinds with a rule, by shared keys"),
                table(tbody(each(best, near -> tr(
                                th(Html.mono(near.kind().kind())).attr("scope", "row"),
                                td(sample(near.kind(), findings.scan())),
                                td(Math.round(near.share() * 100) + " %").withClass("r")))))
                        .withClass("smp"));
    }

    /** A frame that shows what became of the kind. */
    private static DomContent sample(KindEvidence kind, Scan scan) {
        FrameRef first = kind.samples().isEmpty() ? null : kind.samples().getFirst();
        Route route = first == null ? null : UnmappedPages.frames(scan, first);
        return route == null ? text("") : Html.link(route, "frame " + Html.number(first.seq()));
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

    private static DomContent where(UnmappedPages.Entry entry, Scan scan) {
        List<Recording> recordings = scan.recordings().stream()
                .filter(recording -> entry.kind().recordings().contains(recording.header().id()))
                .limit(10)
                .toList();
        String filter = "is:unmapped native:\"" + entry.kind().kind().replace("\"", "") + "\"";
        return section(
                h3("Where"),
                ul(each(recordings, recording -> li(
                                Html.link(Route.frames(recording.id()).with("q", filter), recording.title()))))
                        .withClass("t"));
    }
}
