package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.h1;
import static j2html.TagCreator.i;
import static j2html.TagCreator.input;
import static j2html.TagCreator.kbd;
import static j2html.TagCreator.label;
import static j2html.TagCreator.p;
import static j2html.TagCreator.span;
import static j2html.TagCreator.strong;
import static j2html.TagCreator.text;

import dev.tapedeck.filter.FilterProblem;
import dev.tapedeck.filter.Narrowing;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameProbe.Probe;
import dev.tapedeck.inspect.index.FrameSearch;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Plan;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.Tape;
import dev.tapedeck.text.VisibleText;
import j2html.tags.DomContent;
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
     * @param source as it is written
     */
    public record Hits(FrameSearch.Result found, String words, String source) {
        BitSet rows() {
            return found.rows();
        }
    }

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
        this.here = plain.with("q", hits.source());
        this.rows = Math.clamp(query.number("n", plain).orElse((long) ROWS), MIN_ROWS, MAX_ROWS);
        Optional<Long> sel = query.number("sel", plain);
        String follow = query.choice("follow", plain, List.of("no", "once", "on"));
        this.newest = !follow.equals("no");
        this.follows = follow.equals("on");
        this.selected = sel.orElseGet(newest ? this::last : this::firstOfInterest);
        long at = query.number("at", plain).orElseGet(this::start);
        this.first = Math.max(0, hits.rows().nextSetBit(frames.rowOf(at)));
    }

    /** The filter as it stands in the address. */
    public static String filter(Recording recording, Query query) {
        return query.text("q", Route.frames(recording.id())).strip();
    }

    /** The filter whose rows stand there while the one in the field cannot be read; empty for none. */
    public static String filterBefore(Recording recording, Query query) {
        return query.text(FilterBar.BEFORE, Route.frames(recording.id())).strip();
    }

    /** Which frame is open on a page, so that its steps can be made. */
    public static @Nullable Long selection(SessionHead head, Hits hits, Query query) {
        return new FramesPage(head, hits, "", null, query).selected;
    }

    /**
     * The page.
     *
     * @param filterError why the filter could not be read; the rows are then those of the one before
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

    private @Nullable Long last() {
        int last = hits.rows().previousSetBit(frames.size());
        return last < 0 ? null : (Long) frames.seq(last);
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
                new FilterBar(head, filterText, filterError).of(hits),
                div(list(shown), panel(probe, query))
                        .withClass("wrap"));
        boolean unfinished = probe.isEmpty() || !hits.found().over() || frames.growing();
        Page page = new Page(
                200, tape.recording().title(), Page.Section.SESSIONS, "p-session", main, foot(shown), unfinished)
                .withHint(Hint.STEPS);
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

    private DomContent list(List<Integer> shown) {
        if (shown.isEmpty()) {
            return div(div(empty()).withClass("sheet")).withClass("ls");
        }
        boolean whole = hits.rows().cardinality() == frames.size();
        return new FrameList(frames, plan, selected, this::select).of(shown, whole);
    }

    private DomContent empty() {
        return frames.size() == 0
                ? p("This recording holds no frames.")
                : Html.all(
                        p(VisibleText.of(hits.words()) + ": no frame of " + Html.number(frames.size()) + "."),
                        hits.found().removal().map(this::removal).orElse(text("")),
                        p(Html.link(head.frames(), "Show all frames").withClass("in")));
    }

    /** The term that keeps most frames out, and a way to go on without it. */
    private DomContent removal(Narrowing.Removal removal) {
        return p(
                text(VisibleText.of(removal.sentence()) + " "),
                Html.link(head.frames().with("q", removal.rest().source()), "Remove it").withClass("in"));
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
                span(text(hits.source().isEmpty() ? "Frames " : "Matches "), strong(range)),
                next < 0 ? text("") : Html.button(page.apply(frames.seq(next)), "Next " + rows + " ›", null),
                Html.reads(Route.frames(tape.recording().id()))
                        .with(
                                FilterBar.planField(plan),
                                hits.source().isEmpty()
                                        ? text("")
                                        : input().withType("hidden").withName("q").withValue(hits.source()),
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
