package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.col;
import static j2html.TagCreator.colgroup;
import static j2html.TagCreator.div;
import static j2html.TagCreator.label;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.inspect.index.Aside;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Row;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.ATag;
import j2html.tags.specialized.SpanTag;
import j2html.tags.specialized.ThTag;
import j2html.tags.specialized.TrTag;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of a page of frames, with what stands between them. */
final class FrameList {
    /** A kind of that many characters fits into its column. */
    private static final int SHORT_KIND = 36;
    /** Notes and log lines shown between two frames. */
    private static final int MAX_ASIDES_SHOWN = 20;

    /** The bracket of a batch where it goes on. */
    private static final String THROUGH = "M9 28V0";

    private final FrameTable frames;
    private final Plan plan;
    private final @Nullable Long selected;
    private final Selecting select;

    /** Where a frame is opened, in a list that begins at another one. */
    @FunctionalInterface
    interface Selecting {
        Route at(long seq, long first);
    }

    /** @param selected seq of the frame that is open */
    FrameList(FrameTable frames, Plan plan, @Nullable Long selected, Selecting select) {
        this.frames = frames;
        this.plan = plan;
        this.selected = selected;
        this.select = select;
    }

    /** @param whole whether every frame passes, so that what stands between two frames is shown too */
    DomContent of(List<Integer> shown, boolean whole) {
        long at = frames.seq(shown.getFirst());
        List<DomContent> lines = new ArrayList<>();
        for (int row : shown) {
            if (whole) {
                damages(row, lines);
                asides(frames.asides(row), within(row), lines);
            }
            lines.add(line(frames.row(row), at));
        }
        if (whole && shown.getLast() == frames.size() - 1) {
            asides(frames.asides(frames.size()), false, lines);
            damages(frames.size(), lines);
        }
        return div(table(
                                colgroup(
                                        col().withClass("f-b"),
                                        col().withClass("f-n"),
                                        col().withClass("f-t wd"),
                                        col().withClass("f-d"),
                                        col(),
                                        col().withClass("f-e"),
                                        col().withClass("f-s wd")),
                                thead(tr(
                                        head(Html.hidden("Batch")),
                                        head(text("Frame")).withClass("r"),
                                        head(text("Time")).withClass("wd"),
                                        head(Html.hidden("Direction")),
                                        head(text("Native kind")),
                                        head(text("Canonical events")),
                                        head(text("Size")).withClass("r wd"))),
                                tbody(Html.all(lines))
                                        .attr("hx-boost", "true")
                                        .attr("hx-target", "#detail")
                                        .attr("hx-select", "#detail")
                                        .attr("hx-swap", "outerHTML"))
                        .attr("aria-rowcount", frames.size() + 1))
                .withClass("ls")
                .withTabindex(0)
                .attr("role", "region")
                .attr("aria-label", "Frames");
    }

    /** What is wrong with the file stands where it was met. */
    private void damages(int before, List<DomContent> lines) {
        frames.damages(before).stream().limit(MAX_ASIDES_SHOWN).forEach(damage -> lines.add(tr(
                        td(),
                        td("–").withClass("mono r muted"),
                        td().withClass("wd"),
                        td(Html.pill(Glyph.FAULT, "damaged"), text(" "), span(VisibleText.of(damage.sentence())))
                                .attr("colspan", 3)
                                .withTitle(VisibleText.of(damage.sentence())),
                        td().withClass("wd"))
                .withClass("host")));
    }

    private static ThTag head(DomContent content) {
        return th(content).attr("scope", "col");
    }

    /** Whether what stands above a row lies within the row's batch. */
    private boolean within(int row) {
        return row > 0 && frames.row(row).batch() > 0 && !frames.row(row).opens();
    }

    private void asides(List<Aside> here, boolean within, List<DomContent> lines) {
        here.stream().limit(MAX_ASIDES_SHOWN).map(aside -> line(aside, within)).forEach(lines::add);
        if (here.size() > MAX_ASIDES_SHOWN) {
            lines.add(tr(
                            td(),
                            td().withClass("wd"),
                            td(Html.muted("… " + Html.count(here.size() - MAX_ASIDES_SHOWN, "further line") + " here"))
                                    .attr("colspan", 4))
                    .withClass("log"));
        }
    }

    private DomContent line(Aside aside, boolean within) {
        DomContent content =
                switch (aside.what()) {
                    case NOTE, WARNING, FAILURE, RESYNC, CLOSED -> Html.all(
                            StateStep.hostPill(aside.what()),
                            text(" "),
                            span(VisibleText.of(StateStep.withoutWord(aside.what(), aside.text()))));
                    case ACT -> Html.all(Html.muted("recorder "), span(VisibleText.of(aside.text())));
                    case LOG -> Html.mono(aside.text()).withClass("mono muted");
                };
        return tr(
                        td(within ? bracket(THROUGH) : text("")),
                        td(aside.what().byHost() ? "–" : FramePanel.number(plan, aside.seq()))
                                .withClass("mono r muted"),
                        td(Html.offset(aside.micros())).withClass("mono muted wd"),
                        td(content).attr("colspan", 3).withTitle(VisibleText.of(aside.text())),
                        td().withClass("wd"))
                .withClass(aside.what().byHost() ? "host" : "log");
    }

    private DomContent line(Row row, long at) {
        Long seq = row.seq();
        boolean open = seq.equals(selected);
        ATag link = Html.link(select.at(row.seq(), at), FramePanel.number(plan, row.seq()));
        if (open) {
            link.attr("aria-current", "true");
        }
        boolean in = row.direction() == Direction.OUT;
        TrTag line = tr(
                        td(bracket(row)),
                        td(link).withClass("mono r"),
                        td(Html.offset(row.micros())).withClass("mono muted wd"),
                        td(arrow(in ? "→" : "←", in ? "provider to host" : "host to provider")
                                .withClass(in ? "dir in" : "dir out")),
                        td(VisibleText.of(kind(row)))
                                .withClass("mono nat")
                                .condAttr(kind(row).length() > SHORT_KIND, "title", VisibleText.of(kind(row))),
                        td(outcome(row)).withClass("evs"),
                        td(Html.size(row.size())).withClass("mono r muted wd"))
                .withData("row", "");
        if (FrameTable.isProblem(row.disposition())) {
            line.withData("problem", "");
        }
        if (row.opens()) {
            line.withData("first", "");
        }
        return open ? line.withClass("sel") : line;
    }

    private static SpanTag arrow(String arrow, String words) {
        return span(span(arrow).attr("aria-hidden", "true"), Html.hidden(words));
    }

    private static String kind(Row row) {
        return row.kind().isEmpty() ? "not decoded" : row.kind();
    }

    private static DomContent outcome(Row row) {
        return switch (row.disposition()) {
            case MAPPED -> events(row);
            case UNMAPPED -> Html.pill(Glyph.UNMAPPED, "unmapped");
            case FAULTED -> Html.all(Html.pill(Glyph.FAULT, "frame fault"), reason(" ", row));
            case DROPPED -> Html.all(Glyph.DROP.drawing(), reason(" dropped: ", row));
            case DUPLICATE -> Html.all(
                    Glyph.DROP.drawing(), Html.muted(" again: " + VisibleText.of(String.valueOf(row.reason()))));
            case UNDELIVERED -> Html.all(Html.pill(Glyph.LATE, "not delivered"), reason(" ", row));
        };
    }

    /** The whole reason; the width of the column cuts what is seen of it, not what is read aloud. */
    private static SpanTag reason(String before, Row row) {
        String reason = VisibleText.of(String.valueOf(row.reason()));
        return Html.muted(before + reason).withTitle(reason);
    }

    private static DomContent events(Row row) {
        if (row.events().isEmpty()) {
            return Html.muted("nothing to say");
        }
        EventType first = row.events().getFirst();
        DomContent name = first == EventType.RUNTIME_ERROR || first == EventType.RUNTIME_WARNING
                ? Html.pill(first == EventType.RUNTIME_ERROR ? Glyph.UNMAPPED : Glyph.GAP, first.word())
                : Html.mono(first.word());
        long same = row.events().stream().filter(type -> type == first).count();
        List<String> others = row.events()
                .stream()
                .filter(type -> type != first)
                .distinct()
                .map(EventType::word)
                .toList();
        String more = (same > 1 ? " ×" + same : "") + (others.isEmpty() ? "" : " + " + String.join(", ", others));
        return more.isEmpty() ? name : Html.all(name, Html.muted(more).withTitle(more.strip()));
    }

    private static DomContent bracket(Row row) {
        if (row.batch() == 0 || row.opens() && row.closes()) {
            return text("");
        }
        return bracket(
                row.opens() ? "M9 28V8a4 4 0 0 1 4-4h3" : row.closes() ? "M9 0v20a4 4 0 0 0 4 4h3" : THROUGH);
    }

    private static DomContent bracket(String steps) {
        return Svg.svg(18, 28).withClass("brk").attr("aria-hidden", "true").with(Svg.path(steps));
    }
}
