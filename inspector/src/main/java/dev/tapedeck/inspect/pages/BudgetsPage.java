package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h2;
import static j2html.TagCreator.h3;
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

import dev.tapedeck.host.HostNote;
import dev.tapedeck.inspect.index.Story;
import dev.tapedeck.inspect.index.Story.Gauge;
import dev.tapedeck.inspect.index.Story.Point;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.List;
import java.util.Locale;

/** How full the host was while it took a recording, against its bounds. */
public final class BudgetsPage {
    private static final int WIDTH = 480;
    private static final int HEIGHT = 56;

    private final SessionHead head;
    private final Story story;

    private BudgetsPage(SessionHead head, Story story) {
        this.head = head;
        this.story = story;
    }

    public static Page of(SessionHead head, Story story) {
        return new BudgetsPage(head, story).page();
    }

    private Page page() {
        List<Gauge> gauges = story.gauges().stream().filter(gauge -> !gauge.points().isEmpty()).toList();
        List<Gauge> drawn = gauges.stream()
                .filter(gauge -> gauge.points().size() > 1 && gauge.peak() != null && gauge.peak().value() > 0)
                .toList();
        DomContent body = gauges.isEmpty()
                ? div(p("The host took no frame of this recording, so none of its budgets moved.")).withClass("sheet")
                : div(
                                overflows(),
                                section(h2("Peaks"), div(peaks(gauges)).withClass("card pad0 wide")),
                                section(
                                        h2("Over time"),
                                        p(how()).withClass("muted"),
                                        div(each(drawn, this::chart)).withClass("charts")))
                        .withClass("scr budgets");
        return Page.of(
                "Budgets of " + head.tape().recording().title(), Page.Section.SESSIONS, "p-story",
                Html.all(head.of(SessionHead.View.BUDGETS, ""), body), null);
    }

    private String how() {
        return "Each drawing fills its own height at its peak. Levels were looked at "
                + (story.every() == 1 ? "after every frame" : "every " + Html.number(story.every()) + " frames")
                + "; bars stand for calls of the mapping hook.";
    }

    private DomContent overflows() {
        List<HostNote> notes = story.overflows();
        if (notes.isEmpty()) {
            return section(p(Glyph.OK.drawing(), text(" No budget was exceeded and no frame failed.")));
        }
        return section(
                h2("What failed or overflowed"),
                div(table(
                                        thead(tr(
                                                th("At frame").attr("scope", "col").withClass("r"),
                                                th("What").attr("scope", "col"))),
                                        tbody(each(notes, note -> tr(
                                                td(note.seq() == 0
                                                                ? text("start")
                                                                : Html.link(head.frame(note.seq()),
                                                                        Html.number(note.seq())))
                                                        .withClass("r mono"),
                                                td(VisibleText.lines(note.sentence()))))))
                                .withClass("tb"))
                        .withClass("card pad0"));
    }

    private DomContent peaks(List<Gauge> gauges) {
        return table(
                        thead(tr(
                                th("Budget").attr("scope", "col"),
                                th("Peak").attr("scope", "col").withClass("r"),
                                th("Bound").attr("scope", "col").withClass("r"),
                                th("Used").attr("scope", "col"),
                                th("At frame").attr("scope", "col").withClass("r"))),
                        tbody(each(gauges, this::peak)))
                .withClass("tb");
    }

    private DomContent peak(Gauge gauge) {
        Point peak = gauge.peak();
        long value = peak == null ? 0 : peak.value();
        return tr(
                th(gauge.name()).attr("scope", "row"),
                td(words(gauge, value)).withClass("r"),
                td(words(gauge, gauge.bound())).withClass("r"),
                td(StateStep.bar(value, gauge.bound()), text(" " + share(value, gauge.bound()))).withClass("st"),
                td(peak == null || peak.seq() == 0 || value == 0
                                ? text("")
                                : Html.link(head.frame(peak.seq()), Html.number(peak.seq())))
                        .withClass("r mono"));
    }

    private static String words(Gauge gauge, long value) {
        return gauge.limit().unit().equals("bytes") ? Html.binarySize(value) : Html.number(value);
    }

    private static String share(long value, long bound) {
        double percent = 100.0 * value / Math.max(1, bound);
        return value == 0 ? "0 %" : percent < 0.1 ? "< 0.1 %" : String.format(Locale.ROOT, "%.1f %%", percent);
    }

    private DomContent chart(Gauge gauge) {
        Point peak = gauge.peak();
        long top = peak == null ? 1 : Math.max(1, peak.value());
        String words = gauge.name() + ": peak " + words(gauge, top) + " of " + words(gauge, gauge.bound());
        Svg drawing = Svg.of("svg")
                .withClass("chart")
                .attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .attr("width", "100%")
                .attr("height", HEIGHT)
                .attr("preserveAspectRatio", "none")
                .attr("role", "img")
                .attr("aria-label", words);
        drawing.with(gauge.calls() ? bars(gauge, top) : level(gauge, top));
        return section(
                        h3(span(gauge.name()), text(" "), Html.muted("peak " + words(gauge, top) + ", "
                                + share(top, gauge.bound()) + " of " + words(gauge, gauge.bound()))),
                        drawing)
                .withClass("card");
    }

    private static Svg bars(Gauge gauge, long top) {
        Svg bars = Svg.of("g");
        double width = (double) WIDTH / gauge.points().size();
        for (int i = 0; i < gauge.points().size(); i++) {
            double height = height(gauge.points().get(i), top);
            bars.with(Svg.rect(i * width, HEIGHT - height, width > 3 ? width - 1 : width, height).withClass("b1"));
        }
        return bars;
    }

    /** One shape, since shapes that touch show a seam. */
    private static Svg level(Gauge gauge, long top) {
        double width = (double) WIDTH / gauge.points().size();
        StringBuilder steps = new StringBuilder("M0 " + HEIGHT);
        for (int i = 0; i < gauge.points().size(); i++) {
            steps.append(String.format(
                    Locale.ROOT, "V%.1fH%.1f", HEIGHT - height(gauge.points().get(i), top), (i + 1) * width));
        }
        return Svg.path(steps + "V" + HEIGHT + "Z").withClass("b1");
    }

    private static double height(Point point, long top) {
        return (double) point.value() / top * (HEIGHT - 2);
    }
}
