package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.col;
import static j2html.TagCreator.colgroup;
import static j2html.TagCreator.div;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.i;
import static j2html.TagCreator.iff;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;
import static j2html.TagCreator.pre;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.table;
import static j2html.TagCreator.tbody;
import static j2html.TagCreator.td;
import static j2html.TagCreator.text;
import static j2html.TagCreator.th;
import static j2html.TagCreator.thead;
import static j2html.TagCreator.tr;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.filter.Filter;
import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.FrameTable.Aside;
import dev.tapedeck.inspect.index.FrameTable.Row;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
import j2html.tags.specialized.ATag;
import j2html.tags.specialized.SpanTag;
import j2html.tags.specialized.ThTag;
import j2html.tags.specialized.TrTag;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** A session's frames: where the problems are, the list, and the one frame that is open in three steps. */
public final class FramesPage {
    static final int MIN_ROWS = 50;
    static final int ROWS = 200;
    static final int MAX_ROWS = 500;
    /** A kind of that many characters fits into its column. */
    private static final int SHORT_KIND = 36;
    /** Notes and log lines shown between two frames. */
    private static final int MAX_ASIDES_SHOWN = 20;

    private final Tape tape;
    private final FrameTable frames;
    private final Hits hits;
    private final String filterText;
    private final @Nullable FilterProblem filterError;
    private final int first;
    private final int rows;
    private final @Nullable Long selected;
    private final Route here;
    private final SessionHead head;
    private final Plan plan;
    /** Whether the page shows the newest frames, whichever they are, and whether it goes on to. */
    private final boolean newest;

    private final boolean follows;

    /**
     * Rows that a filter lets pass.
     *
     * @param words the filter in words
     * @param searched rows that were looked at; fewer than there are when time ran out
     */
    public record Hits(BitSet rows, String words, int searched) {}

    private FramesPage(
            SessionHead head,
            Hits hits,
            String filterText,
            @Nullable FilterProblem filterError,
            Query query) {
        this.head = head;
        this.plan = head.plan();
        this.tape = head.tape();
        this.frames = tape.frames();
        this.hits = hits;
        this.filterText = filterText;
        this.filterError = filterError;
        Route plain = head.frames();
        this.here = plain.with("q", filterText);
        this.rows = Math.clamp(query.number("n", plain).orElse((long) ROWS), MIN_ROWS, MAX_ROWS);
        Optional<Long> sel = query.number("sel", plain);
        this.selected = sel.orElseGet(this::firstOfInterest);
        String follow = query.choice("follow", plain, List.of("no", "once", "on"));
        this.newest = !follow.equals("no");
        this.follows = follow.equals("on");
        long at = query.number("at", plain).orElseGet(this::start);
        this.first = Math.max(0, hits.rows().nextSetBit(frames.rowOf(at)));
    }

    /** The filter as it stands in the address. */
    public static String filter(Recording recording, Query query) {
        return query.text("q", Route.frames(recording.id())).strip();
    }

    /** Which frame is open on a page, so that its steps can be made. */
    public static @Nullable Long selection(SessionHead head, Hits hits, Query query) {
        return new FramesPage(head, hits, "", null, query).selected;
    }

    /**
     * The page.
     *
     * @param filterError why the filter could not be read; the rows are then those of no filter
     * @param probe the open frame, if one is; empty while the recording is replayed up to it
     */
    public static Page of(
            SessionHead head,
            Hits hits,
            String filterText,
            @Nullable FilterProblem filterError,
            Optional<Optional<Probe>> probe,
            Query query) {
        FramesPage page = new FramesPage(head, hits, filterText, filterError, query);
        return page.page(probe, query).withStatus(filterError == null ? 200 : 422);
    }

    /** What is shown while a long recording is replayed. */
    public static Page busy(Recording recording, String sentence) {
        DomContent main = div(
                        h1(VisibleText.of(recording.title())),
                        p(sentence).withClass("busy"),
                        p("The page comes back by itself.").withClass("muted"))
                .withClass("sheet");
        return new Page(200, recording.title(), Page.Section.SESSIONS, "p-plain", main, null, true);
    }

    /** Problems first; without one, the first row. */
    private @Nullable Long firstOfInterest() {
        int fallback = hits.rows().nextSetBit(0);
        boolean none = frames.count(Disposition.UNMAPPED) + frames.count(Disposition.FAULTED) == 0;
        if (fallback >= 0 && none && plan.clean()) {
            return frames.seq(fallback);
        }
        for (int row = fallback; row >= 0; row = hits.rows().nextSetBit(row + 1)) {
            boolean lost = !plan.clean() && frames.disposition(row) == Disposition.UNDELIVERED;
            if (lost || frames.isProblem(row)) {
                return frames.seq(row);
            }
        }
        return fallback < 0 ? null : (Long) frames.seq(fallback);
    }

    /** Seq of the first row that is shown when the address names none. */
    private long start() {
        int last = hits.rows().previousSetBit(frames.size());
        if (newest && last >= 0) {
            return frames.seq(earlier(last, rows - 1));
        }
        return selected == null ? 0 : pageStart(frames.rowOf(selected));
    }

    /** The row that is so many hits before another one, or the first hit. */
    private int earlier(int row, int hitsBefore) {
        int earlier = row;
        for (int i = 0; i < hitsBefore; i++) {
            int before = earlier == 0 ? -1 : hits.rows().previousSetBit(earlier - 1);
            if (before < 0) {
                break;
            }
            earlier = before;
        }
        return earlier;
    }

    /** Seq of the first row on the page that holds a row, counted in hits. */
    private long pageStart(int row) {
        int hitsBefore = hits.rows().get(0, Math.min(row, frames.size())).cardinality();
        int skip = hitsBefore / rows * rows;
        if (hitsBefore == Math.min(row, frames.size())) {
            int start = hits.rows().nextSetBit(skip); // no row before it is left out
            return start < 0 ? 0 : frames.seq(start);
        }
        int at = hits.rows().nextSetBit(0);
        for (int i = 0; i < skip && at >= 0; i++) {
            at = hits.rows().nextSetBit(at + 1);
        }
        return at < 0 ? 0 : frames.seq(at);
    }

    private Page page(Optional<Optional<Probe>> probe, Query query) {
        List<Integer> shown = new ArrayList<>();
        for (
                int row = hits.rows().isEmpty()
                        ? -1
                        : first; row >= 0 && shown.size() < rows; row = hits.rows().nextSetBit(row + 1)) {
            shown.add(row);
        }
        DomContent main = Html.all(
                head.of(SessionHead.View.FRAMES, filterText),
                goesOn(),
                Minimap.of(frames, shown, seq -> here.with("at", seq).with("sel", seq)),
                filterBar(),
                div(list(shown), panel(probe, query))
                        .withClass("wrap"));
        boolean unfinished = probe.isEmpty() || hits.searched() < frames.size() || frames.growing();
        Page page = new Page(
                200, tape.recording().title(), Page.Section.SESSIONS, "p-session", main, foot(shown), unfinished);
        return plan.clean() ? page.withLive(new Page.Live(id(), frames.size(), newest(follows), follows)) : page;
    }

    private String id() {
        return tape.recording().id();
    }

    private Route newest(boolean following) {
        return here.with("follow", following ? "on" : "once");
    }

    /** What somebody without a script reads and follows while the recording is written. */
    private DomContent goesOn() {
        if (!tape.recording().growing() || !plan.clean()) {
            return text("");
        }
        return div(
                        span(i()).withClass("live"),
                        span("This recording is being written: " + Html.count(frames.size(), "frame") + " so far."),
                        Html.spacer(),
                        Html.link(newest(false), "Newest frames").withClass("in"),
                        follows
                                ? Html.link(here, "Stop following").withClass("in")
                                : Html.link(newest(true), "Follow").withClass("in"))
                .withClass("note wrapping");
    }

    private DomContent panel(Optional<Optional<Probe>> probe, Query query) {
        return probe.isEmpty()
                ? FramePanel.empty("Replaying the recording up to this frame.")
                : FramePanel.of(tape.recording(), plan, probe.get().orElse(null), this::neighbour, query);
    }

    /** The frame before or after another one among the hits; absent at the ends. */
    private @Nullable Route neighbour(long seq, int step) {
        int row = frames.rowOf(seq);
        int next = step > 0 ? hits.rows().nextSetBit(row + 1) : row == 0 ? -1 : hits.rows().previousSetBit(row - 1);
        return next < 0 ? null : select(frames.seq(next), pageStart(next));
    }

    private Route select(long seq, long at) {
        return here.with("at", at).with("sel", seq);
    }

    private DomContent filterBar() {
        DomContent form = Html.reads(Route.frames(tape.recording().id()))
                .withClass("filter")
                .attr("role", "search")
                .with(
                        planField(),
                        Glyph.drawing("search", "none"),
                        label(Html.hidden("Filter frames")).withFor("q"),
                        input().withId("q")
                                .withName("q")
                                .withValue(filterText)
                                .withPlaceholder("type:item.*  native:turn/*  (is:fault OR is:unmapped)  or a word")
                                .attr("autocomplete", "off")
                                .attr("spellcheck", "false")
                                .attr("maxlength", Filter.MAX_LENGTH)
                                .condAttr(filterError != null, "aria-invalid", "true")
                                .condAttr(filterError != null, "aria-describedby", "q-error"),
                        kbd("/").attr("aria-hidden", "true"));
        DomContent result = filterError != null
                ? div(
                        Glyph.FAULT.drawing(),
                        div(
                                span(VisibleText.of(String.valueOf(filterError.getMessage()))),
                                pre(filterError.underlined(filterText)).withClass("mono")),
                        Html.link(Route.filterHelp(), "The filter’s keys").withClass("in"))
                        .withClass("note bad")
                        .withId("q-error")
                        .attr("role", "alert")
                : span(
                        text(VisibleText.of(hits.words()) + ": "),
                        strong(Html.number(hits.rows().cardinality())),
                        text(" of " + Html.number(frames.size())),
                        iff(hits.searched() < frames.size(), text(", searched " + Html.number(hits.searched()) + " so far")));
        return div(
                        form,
                        result,
                        iff(
                                !filterText.isEmpty(),
                                Html.button(head.frames(), "All frames", null)),
                        quick("Requests", frames.requests(), "is:request"),
                        Html.link(Route.filterHelp(), "Help").withClass("btn ghost"))
                .withClass("fl row");
    }

    private DomContent planField() {
        return plan.clean() ? text("") : input().withType("hidden").withName("plan").withValue(plan.text());
    }

    private DomContent quick(String words, long count, String filter) {
        return count == 0 || filterText.equals(filter)
                ? text("")
                : Html.button(
                        head.frames().with("q", filter), words + " " + Html.number(count), null);
    }

    private DomContent list(List<Integer> shown) {
        if (shown.isEmpty()) {
            return div(div(empty()).withClass("sheet")).withClass("ls");
        }
        long at = frames.seq(shown.getFirst());
        List<DomContent> lines = new ArrayList<>();
        boolean whole = hits.rows().cardinality() == frames.size();
        for (int row : shown) {
            if (whole) {
                asides(row, lines);
            }
            lines.add(line(frames.row(row), at));
        }
        if (whole && shown.getLast() == frames.size() - 1) {
            asides(frames.size(), lines);
        }
        return div(table(
                                colgroup(
                                        col().attr("width", 20),
                                        col().attr("width", 66),
                                        col().attr("width", 92),
                                        col().attr("width", 30),
                                        col(),
                                        col().attr("width", 266),
                                        col().attr("width", 76)),
                                thead(tr(
                                        head(Html.hidden("Batch")),
                                        head(text("Frame")).withClass("r"),
                                        head(text("Time")),
                                        head(Html.hidden("Direction")),
                                        head(text("Native kind")),
                                        head(text("Canonical events")),
                                        head(text("Size")).withClass("r"))),
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

    private static ThTag head(DomContent content) {
        return th(content).attr("scope", "col");
    }

    private DomContent empty() {
        return frames.size() == 0
                ? p("This recording holds no frames.")
                : Html.all(
                        p(VisibleText.of(hits.words()) + ": no frame of " + Html.number(frames.size()) + "."),
                        p(Html.link(head.frames(), "Show all frames").withClass("in")));
    }

    private void asides(int before, List<DomContent> lines) {
        List<Aside> here = frames.asides(before);
        here.stream().limit(MAX_ASIDES_SHOWN).map(this::line).forEach(lines::add);
        if (here.size() > MAX_ASIDES_SHOWN) {
            lines.add(tr(
                            td(),
                            td(Html.muted("… " + Html.count(here.size() - MAX_ASIDES_SHOWN, "further line") + " here"))
                                    .attr("colspan", 6))
                    .withClass("log"));
        }
    }

    private DomContent line(Aside aside) {
        DomContent content =
                switch (aside.what()) {
                    case NOTE, WARNING, FAILURE, RESYNC, CLOSED -> Html.all(
                            FramePanel.hostPill(aside.what()),
                            text(" "),
                            span(VisibleText.of(FramePanel.withoutWord(aside.what(), aside.text()))));
                    case ACT -> Html.all(Html.muted("recorder "), span(VisibleText.of(aside.text())));
                    case LOG -> Html.mono(aside.text()).withClass("mono muted");
                };
        return tr(
                        td(),
                        td(aside.what().byHost() ? "–" : FramePanel.number(plan, aside.seq()))
                                .withClass("mono r muted"),
                        td(Html.offset(aside.micros())).withClass("mono muted"),
                        td(content).attr("colspan", 4).withTitle(VisibleText.of(aside.text())))
                .withClass(aside.what().byHost() ? "host" : "log");
    }

    private DomContent line(Row row, long at) {
        Long seq = row.seq();
        boolean open = seq.equals(selected);
        ATag link = Html.link(select(row.seq(), at), FramePanel.number(plan, row.seq()));
        if (open) {
            link.attr("aria-current", "true");
        }
        boolean in = row.direction() == Direction.OUT;
        TrTag line = tr(
                        td(bracket(row)),
                        td(link).withClass("mono r"),
                        td(Html.offset(row.micros())).withClass("mono muted"),
                        td(arrow(in ? "→" : "←", in ? "provider to host" : "host to provider")
                                .withClass(in ? "dir in" : "dir out")),
                        td(VisibleText.of(kind(row)))
                                .withClass("mono nat")
                                .condAttr(kind(row).length() > SHORT_KIND, "title", VisibleText.of(kind(row))),
                        td(outcome(row)),
                        td(Html.size(row.size())).withClass("mono r muted"))
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
        String steps = row.opens() ? "M9 28V8a4 4 0 0 1 4-4h3" : row.closes() ? "M9 0v20a4 4 0 0 0 4 4h3" : "M9 28V0";
        return Svg.svg(18, 28).withClass("brk").attr("aria-hidden", "true").with(Svg.path(steps));
    }

    private DomContent foot(List<Integer> shown) {
        if (shown.isEmpty()) {
            return text("");
        }
        int before = hits.rows().get(0, shown.getFirst()).cardinality();
        int next = hits.rows().nextSetBit(shown.getLast() + 1);
        LongFunction<Route> page = seq -> here.with("at", seq).with("n", rows == ROWS ? null : rows);
        int previous = earlier(shown.getFirst(), rows);
        String range = "%s–%s of %s".formatted(
                Html.number(before + 1), Html.number(before + shown.size()), Html.number(hits.rows().cardinality()));
        return Html.all(
                before == 0 ? text("") : Html.button(page.apply(frames.seq(previous)), "‹ Previous " + rows, null),
                span(text(filterText.isEmpty() ? "Frames " : "Matches "), strong(range)),
                next < 0 ? text("") : Html.button(page.apply(frames.seq(next)), "Next " + rows + " ›", null),
                Html.reads(Route.frames(tape.recording().id()))
                        .with(
                                planField(),
                                filterText.isEmpty()
                                        ? text("")
                                        : input().withType("hidden").withName("q").withValue(filterText),
                                label(
                                        text("Go to frame "),
                                        input()
                                                .withName("sel")
                                                .withClass("goto mono")
                                                .attr("size", 8)
                                                .attr("inputmode", "numeric"))),
                Html.spacer(),
                keys("move", "j", "k"),
                keys("next problem", "n"),
                keys("batch", "[", "]"));
    }

    private static DomContent keys(String what, String... keys) {
        return span(
                Html.all(java.util.Arrays.stream(keys).map(key -> Html.all(kbd(key), text(" "))).toList()), text(what))
                .withClass("keys");
    }
}
