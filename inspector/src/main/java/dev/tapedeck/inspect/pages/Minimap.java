package dev.tapedeck.inspect.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.li;
import static j2html.TagCreator.text;
import static j2html.TagCreator.ul;

import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.FrameTable.TurnSpan;
import j2html.tags.DomContent;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;

/** A recording at a glance: how dense its frames are, its turns, where its problems lie, and what the list shows. */
final class Minimap {
    private static final int BUCKETS = 352;
    private static final int WIDTH = 1408;
    private static final int HEIGHT = 63;
    private static final int BASE = 40;
    private static final int TALLEST = 28;
    /** Places that a click leads to. */
    private static final int ZONES = 64;
    /** Problems that are drawn. */
    private static final int MAX_MARKS = 400;
    /** Recordings shorter than that need no map. */
    private static final int WORTH_IT = 12;

    private final FrameTable frames;
    /** Offset of the first frame in µs; what went before it is no time of the provider's frames. */
    private final long begin;

    private final long span;

    private Minimap(FrameTable frames) {
        this.frames = frames;
        this.begin = frames.micros(0);
        this.span = Math.max(1, frames.lastMicros() - begin);
    }

    static DomContent of(FrameTable frames, List<Integer> shown, LongFunction<Route> place) {
        return frames.size() < WORTH_IT ? text("") : new Minimap(frames).draw(shown, place);
    }

    private DomContent draw(List<Integer> shown, LongFunction<Route> place) {
        Svg map = Svg.of("svg")
                .withClass("mini")
                .attr("viewBox", "0 0 " + WIDTH + " " + HEIGHT)
                .attr("width", "100%")
                .attr("height", HEIGHT)
                .attr("preserveAspectRatio", "none")
                .attr("role", "img")
                .attr("aria-label", words());
        density(map);
        turns(map);
        problems(map);
        if (shown.size() < frames.size() && !shown.isEmpty()) {
            double from = x(frames.micros(shown.getFirst()));
            double to = x(frames.micros(shown.getLast()));
            map.with(Svg.rect(from, 1, Math.max(6, to - from), HEIGHT - 2).withClass("vw").attr("rx", 3));
        }
        return div(div(map, zones(place)).withClass("mapped"), legend()).withClass("mm");
    }

    private double x(long micros) {
        return (double) (micros - begin) / span * (WIDTH - 4);
    }

    private void density(Svg map) {
        FrameTable.Density density = frames.density(BUCKETS);
        int[] deltas = density.deltas();
        int[] others = density.others();
        int most = 1;
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            most = Math.max(most, deltas[bucket] + others[bucket]);
        }
        StringBuilder below = new StringBuilder();
        StringBuilder above = new StringBuilder();
        for (int bucket = 0; bucket < BUCKETS; bucket++) {
            double low = height(deltas[bucket], most);
            double high = height(deltas[bucket] + others[bucket], most);
            if (low > 0) {
                below.append(Svg.box(bucket * 4, BASE - low, 3, low));
            }
            if (high > low) {
                above.append(Svg.box(bucket * 4, BASE - high, 3, high - low));
            }
        }
        draw(map, below, "b1");
        draw(map, above, "b2");
    }

    private static void draw(Svg map, StringBuilder steps, String tone) {
        if (!steps.isEmpty()) {
            map.with(Svg.path(steps.toString()).withClass(tone));
        }
    }

    /** A square root, so that one burst does not flatten everything else. */
    private static double height(int count, int most) {
        return count == 0 ? 0 : Math.max(3, Math.sqrt((double) count / most) * TALLEST);
    }

    /** A turn that would only lie over the one before is not drawn, so that a page does not grow with them. */
    private void turns(Svg map) {
        double drawn = -1;
        double drawnFailed = -1;
        StringBuilder fine = new StringBuilder();
        StringBuilder bad = new StringBuilder();
        for (TurnSpan turn : frames.turns()) {
            double from = x(frames.micros(turn.first()));
            double to = x(turn.state() == null ? frames.lastMicros() : frames.micros(turn.last()));
            boolean failed = turn.state() == TurnState.FAILED;
            if (to < (failed ? drawnFailed : drawn)) {
                continue;
            }
            drawn = failed ? drawn : to + 4;
            drawnFailed = failed ? to + 4 : drawnFailed;
            (failed ? bad : fine).append(Svg.box(from, 44, Math.max(3, to - from), 15));
        }
        draw(map, fine, "turn");
        draw(map, bad, "turn bad");
    }

    private void problems(Svg map) {
        int drawn = 0;
        StringBuilder marks = new StringBuilder();
        long all = Math.min(MAX_MARKS, frames.count(Disposition.UNMAPPED) + frames.count(Disposition.FAULTED));
        for (int row = 0; row < frames.size() && drawn < all; row++) {
            Disposition disposition = frames.disposition(row);
            double x = Math.max(5, x(frames.micros(row)));
            if (disposition == Disposition.UNMAPPED) {
                marks.append(steps(x, "m0-5l5 5-5 5-5-5z"));
                drawn++;
            } else if (disposition == Disposition.FAULTED) {
                marks.append(steps(x, "m-5-4h10l-5 9z"));
                drawn++;
            }
        }
        draw(map, marks, "b3");
    }

    private static String steps(double x, String shape) {
        return "M" + Math.round(x) + " 7" + shape;
    }

    /** Places to click, laid over the drawing; the buttons below the list lead everywhere too. */
    private DomContent zones(LongFunction<Route> place) {
        List<DomContent> zones = new ArrayList<>();
        for (int zone = 0; zone < ZONES; zone++) {
            int row = Math.min(frames.size() - 1, frames.rowAt(begin + span * zone / ZONES));
            zones.add(Html.link(place.apply(frames.seq(row))).withTabindex(-1));
        }
        return div(Html.all(zones)).withClass("zones").attr("aria-hidden", "true");
    }

    private String words() {
        long failed = frames.turns().stream().filter(turn -> turn.state() == TurnState.FAILED).count();
        return "Frame density over " + Html.duration(span) + ": "
                + Html.count(frames.turns().size(), "turn") + ", " + failed + " failed, "
                + Html.count(frames.count(Disposition.FAULTED), "fault") + ", "
                + Html.number(frames.count(Disposition.UNMAPPED)) + " unmapped";
    }

    private static DomContent legend() {
        return ul(
                        li(box("b1"), text("deltas")),
                        li(box("b2"), text("other")),
                        li(box("turn"), text("turn")),
                        li(Glyph.UNMAPPED.drawing(), text("unmapped")),
                        li(Glyph.FAULT.drawing(), text("fault")))
                .withClass("lg");
    }

    private static DomContent box(String tone) {
        return Svg.svg(12, 12).attr("aria-hidden", "true").with(Svg.rect(2, 2, 8, 8).withClass(tone));
    }
}
