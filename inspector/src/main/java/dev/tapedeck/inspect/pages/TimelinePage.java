package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Story;
import dev.tapedeck.inspect.index.Story.Span;
import dev.tapedeck.inspect.index.Story.What;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Threads, turns, items and requests over time; the table is its own twin of the drawing. */
public final class TimelinePage {
    static final int ROWS = 200;
    /** Width of the drawing, in units that stretch. */
    private static final int WIDTH = 1000;
    /** Nothing happened for longer than that, in µs: the time is folded. */
    private static final long IDLE = 5_000_000;
    /** Share of the width that a folded time keeps. */
    private static final double FOLDED = 0.03;
    private static final List<String> SHOWN = List.of("all", "turns", "items", "requests");

    private final SessionHead head;
    private final Story story;
    private final String shown;
    private final int at;
    private final List<Gap> gaps = new ArrayList<>();
    private final Map<String, Integer> threads = new HashMap<>();
    /** Offset of the first frame in µs, and the time from there to the last one without what is folded. */
    private final long begin;

    private final long span;

    /** A time in which no frame came. */
    private record Gap(long before, long after, long from, long to) {
        long length() {
            return to - from;
        }
    }

    private TimelinePage(SessionHead head, Story story, Query query) {
        this.head = head;
        this.story = story;
        Route here = Route.timeline(head.tape().recording().id());
        this.shown = query.choice("show", here, SHOWN);
        this.at = (int) Math.min(Integer.MAX_VALUE, query.number("at", here).orElse(0L));
        FrameTable frames = head.tape().frames();
        for (int row = 1; row < frames.size(); row++) {
            long from = frames.micros(row - 1);
            if (frames.micros(row) - from > IDLE) {
                gaps.add(new Gap(frames.seq(row - 1), frames.seq(row), from, frames.micros(row)));
            }
        }
        story.spans().stream()
                .filter(each -> each.what() == What.THREAD)
                .forEach(each -> threads.putIfAbsent(each.name(), threads.size()));
        this.begin = frames.size() == 0 ? 0 : frames.micros(0);
        this.span = Math.max(1, frames.lastMicros() - begin - gaps.stream().mapToLong(Gap::length).sum());
    }

    public static Page of(SessionHead head, Story story, Query query) {
        return new TimelinePage(head, story, query).page();
    }

    private Page page() {
        List<Span> spans = story.spans().stream()
                .filter(each -> switch (each.what()) {
                    case THREAD -> threads.size() > 1 && shown.equals("all");
                    case TURN -> shown.equals("all") || shown.equals("turns");
                    case ITEM -> shown.equals("all") || shown.equals("items");
                    case REQUEST -> shown.equals("all") || shown.equals("requests");
                })
                .sorted(Comparator.comparingInt(this::threadOf))
                .toList();
        List<Span> rows = spans.subList(Math.min(at, spans.size()), Math.min(spans.size(), at + ROWS));
        DomContent main = Html.all(
                head.of(SessionHead.View.TIMELINE, ""),
                bar(spans.size()),
                rows.isEmpty() ? empty() : div(grid(rows)).withClass("tbw").withTabindex(0)
                        .attr("role", "region").attr("aria-label", "Timeline"));
        return Page.of(
                "Timeline of " + head.tape().recording().title(), Page.Section.SESSIONS, "p-story", main,
                Html.pages(here(), "Rows", at, rows.size(), spans.size(), ROWS));
    }

    /** Place of a span's thread among the threads, so that what belongs together stands together. */
    private int threadOf(Span span) {
        String thread = span.what() == What.THREAD ? span.name() : span.within();
        return thread == null ? -1 : threads.getOrDefault(thread, -1);
    }

    /** A label with its type in words: {@code user_message} becomes {@code User message}. */
    private static String words(String label) {
        int space = label.indexOf(' ');
        String type = space < 0 ? label : label.substring(0, space);
        return TranscriptPage.word(type) + (space < 0 ? "" : label.substring(space));
    }

    private Route here() {
        return Route.timeline(head.tape().recording().id()).with("show", shown.equals("all") ? null : shown);
    }

    private DomContent bar(int count) {
        return div(
                        div(each(SHOWN, word -> Html.link(
                                                Route.timeline(head.tape().recording().id())
                                                        .with("show", word.equals("all") ? null : word),
                                                word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                                        .condAttr(word.equals(shown), "aria-current", "true")))
                                .withClass("seg")
                                .attr("role", "group")
                                .attr("aria-label", "Rows"),
                        Html.muted(Html.count(count, "row") + " over "
                                + Html.duration(head.tape().frames().lastMicros() - begin)
                                + (story.further() == 0 ? "" : ", " + Html.number(story.further()) + " more not kept")),
                        gaps.isEmpty() ? text("") : span(
                                text("Folded: "),
                                each(gaps.stream().limit(4).toList(), gap -> span(
                                        Html.link(head.frame(gap.after()), Html.duration(gap.length()) + " of silence"
                                                + " before frame " + Html.number(gap.after())).withClass("in"),
                                        text("  "))),
                                text(gaps.size() > 4 ? "and " + (gaps.size() - 4) + " more" : "")))
                .withClass("fl row");
    }

    private DomContent empty() {
        String why = story.spans().isEmpty()
                ? "No frame of this recording became a turn, an item or a request."
                : "Nothing of that sort is in this recording.";
        return div(p(why), p(Html.link(head.frames(), "Its frames").withClass("in"))).withClass("sheet");
    }

    private DomContent grid(List<Span> rows) {
        return table(
                        thead(tr(
                                th("What").attr("scope", "col"),
                                th(axis()).attr("scope", "col").withClass("wfc"),
                                th("From").attr("scope", "col").withClass("r"),
                                th("Took").attr("scope", "col").withClass("r"),
                                th("End").attr("scope", "col"),
                                th("Frames").attr("scope", "col").withClass("r"))),
                        tbody(each(rows, this::row)))
                .withClass("tb tl");
    }

    private DomContent axis() {
        List<DomContent> ticks = new ArrayList<>();
        for (int quarter = 0; quarter <= 4; quarter++) {
            ticks.add(span(Html.duration(time(quarter / 4.0))));
        }
        return div(Html.hidden("When, from the first frame to the last"), div(Html.all(ticks)).withClass("ticks")
                .attr("aria-hidden", "true"));
    }

    private DomContent row(Span span) {
        int depth = switch (span.what()) {
            case THREAD -> 0;
            case TURN -> 1;
            case ITEM, REQUEST -> 2;
        };
        Route frame = head.frame(span.first());
        String type = span.label().isEmpty() ? "" : " " + VisibleText.of(Html.cut(words(span.label()), 60));
        return tr(
                        th(
                                        Html.link(frame, span.name()),
                                        Html.muted(span.what() == What.TURN || span.what() == What.THREAD ? "" : type))
                                .attr("scope", "row")
                                .withClass("d" + depth)
                                .withTitle(VisibleText.of(span.label())),
                        td(Html.link(frame, drawing(span)).withTabindex(-1).attr("aria-hidden", "true"))
                                .withClass("wfc"),
                        td(Html.offset(span.from())).withClass("mono r muted"),
                        td(Html.duration(span.to() - span.from())).withClass("mono r"),
                        td(end(span)),
                        td(Html.number(span.first())
                                        + (span.last() == span.first() ? "" : "–" + Html.number(span.last())))
                                .withClass("mono r muted"))
                .withData("row", "");
    }

    private static DomContent end(Span span) {
        if (span.what() == What.THREAD) {
            return text("");
        }
        if (span.end() == null) {
            return Html.pill(Glyph.NONE, "open");
        }
        return bad(span) ? Html.pill(Glyph.UNMAPPED, span.end()) : Html.muted(span.end());
    }

    private static boolean bad(Span span) {
        return span.end() != null && (span.end().equals("failed") || span.end().equals("declined"));
    }

    private DomContent drawing(Span span) {
        Svg drawing = Svg.of("svg")
                .withClass("wf")
                .attr("viewBox", "0 0 " + WIDTH + " 16")
                .attr("width", "100%")
                .attr("height", 16)
                .attr("preserveAspectRatio", "none");
        gaps.forEach(gap -> drawing.with(
                Svg.rect(x(gap.from()), 0, x(gap.to()) - x(gap.from()), 16).withClass("gapband")));
        double from = x(span.from());
        double width = Math.max(3, x(span.to()) - from);
        String tone = switch (span.what()) {
            case THREAD -> "t-thread";
            case TURN -> "t-turn";
            case ITEM -> "t-item";
            case REQUEST -> "t-req";
        };
        return drawing.with(Svg.rect(Math.min(from, WIDTH - width), 3, width, 10)
                .withClass(tone + (bad(span) ? " bad" : "") + (span.end() == null ? " open" : "")));
    }

    private double scale() {
        return WIDTH * (1 - FOLDED * Math.min(10, gaps.size())) / span;
    }

    private double folded() {
        return gaps.isEmpty() ? 0 : WIDTH * FOLDED * Math.min(10, gaps.size()) / gaps.size();
    }

    private double x(long micros) {
        double x = (micros - begin) * scale();
        for (Gap gap : gaps) {
            if (micros >= gap.to()) {
                x += folded() - gap.length() * scale();
            } else if (micros > gap.from()) {
                x -= (micros - gap.from()) * scale();
            }
        }
        return x;
    }

    /** Time at a share of the width. */
    private long time(double share) {
        double x = share * WIDTH;
        for (Gap gap : gaps) {
            double from = x(gap.from());
            if (share * WIDTH >= from + folded()) {
                x += gap.length() * scale() - folded();
            } else if (share * WIDTH > from) {
                return gap.from();
            }
        }
        return Math.min(head.tape().frames().lastMicros(), begin + Math.round(x / scale()));
    }
}
