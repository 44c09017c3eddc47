package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h1;
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

import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.Ids;
import dev.tapedeck.inspect.index.Library.Scan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.FrameRef;
import dev.tapedeck.matrix.KindEvidence;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Kinds that nobody wrote a rule for: the list, and one of them with samples and what a rule could look like. */
public final class UnmappedPages {
    /** Kinds that are listed. */
    private static final int MAX_LISTED = 500;

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
                                        th("Share").attr("scope", "col").withClass("r wd"),
                                        th("Sessions").attr("scope", "col").withClass("r wd"),
                                        th("Versions").attr("scope", "col").withClass("wd"),
                                        th("Shapes").attr("scope", "col").withClass("r wd"),
                                        th("Sample").attr("scope", "col").withClass("wd"))),
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
                        td(share(entry.frames(), frames)).withClass("r wd"),
                        td(Html.number(kind.recordings().size())).withClass("r wd"),
                        td(Versions.range(kind.versions())).withClass("wd"),
                        td(Html.number(kind.shapes().size()) + (kind.furtherShapes() > 0 ? "+" : "")).withClass("r wd"),
                        td(Html.mono(Html.cut(sample, 120))).withClass("nw wd"))
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

    /** The frame of a sample, as recorded. */
    static Optional<String> sample(Scan scan, FrameRef ref, Samples samples) {
        return scan.named(ref.fixture()).flatMap(recording -> samples.text(recording, ref.seq()));
    }

    /** The frames of a session with that one open; absent when the session is gone. */
    static @Nullable Route frames(Scan scan, FrameRef ref) {
        return scan.named(ref.fixture())
                .map(recording -> Route.frames(recording.id()).with("sel", ref.seq()))
                .orElse(null);
    }
}
