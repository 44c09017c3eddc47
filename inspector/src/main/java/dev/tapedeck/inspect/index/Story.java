package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.Limit;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What happened in a recording, for people: spans of time, what was said, and how full the host was. Made by two
 * replays, one as usual and one that looks more often.
 *
 * @param spans in the order in which they began: the first {@value #MAX_SPANS}
 * @param lines projected items in the order in which they began: the first {@value #MAX_LINES}
 * @param further spans and lines beyond those
 * @param gauges every budget that a replay shows
 * @param overflows failures of bookkeeping, budgets reached and requests refused: the first {@value #MAX_NOTES}
 * @param every frames between two looks of the second replay
 */
public record Story(
        List<Span> spans, List<Line> lines, long further, List<Gauge> gauges, List<HostNote> overflows, int every) {
    static final int MAX_SPANS = 4_000;
    static final int MAX_LINES = 2_000;
    static final int MAX_NOTES = 200;
    /** Looks of the second replay. */
    private static final int LOOKS = 240;

    public Story {
        spans = List.copyOf(spans);
        lines = List.copyOf(lines);
        gauges = List.copyOf(gauges);
        overflows = List.copyOf(overflows);
    }

    /** What a span is. */
    public enum What {
        THREAD,
        TURN,
        ITEM,
        REQUEST
    }

    /**
     * Something that took time.
     *
     * @param name ordinal, for instance {@code item_3}
     * @param within ordinal of the thread that it belongs to; absent when none was told
     * @param label type and title
     * @param first frame that it began with
     * @param last last frame that told of it
     * @param from arrival of the first frame in µs
     * @param to arrival of the last one in µs
     * @param end how it ended; absent while it has not
     */
    public record Span(
            What what,
            String name,
            @Nullable String within,
            String label,
            long first,
            long last,
            long from,
            long to,
            @Nullable String end) {

        Span until(long seq, long micros, @Nullable String ended) {
            return new Span(what, name, within, label, first, seq, from, micros, ended == null ? end : ended);
        }

        Span called(String better) {
            return new Span(what, name, within, better, first, last, from, to, end);
        }
    }

    /**
     * One projected item.
     *
     * @param epoch number of the process that it belongs to
     * @param item the item as the host's maps hold it, in golden form
     * @param first frame that it began with; 0 when the host wrote it by itself
     */
    public record Line(int epoch, ObjectNode item, long first) {}

    /**
     * A budget over time.
     *
     * @param limit the bound, and its unit
     * @param bound its value in this replay
     * @param calls whether each point stands for one call of the hook rather than for the state at that time
     */
    public record Gauge(Limit limit, String name, long bound, boolean calls, List<Point> points) {
        public Gauge {
            points = List.copyOf(points);
        }

        /** The fullest point, the first of them; absent when there is none. */
        public @Nullable Point peak() {
            Point peak = null;
            for (Point point : points) {
                peak = peak == null || point.value() > peak.value() ? point : peak;
            }
            return peak;
        }
    }

    /** How full it was when that frame had been handled. */
    public record Point(long seq, long value) {}

    static Story of(Survey survey, Recording recording, FrameTable frames) throws IOException {
        Teller teller = new Teller(recording.header());
        survey.replay(recording, Plan.CLEAN, Long.MAX_VALUE, false, teller);
        int every = Math.clamp(frames.size() / LOOKS, 1, (int) Limit.BATCH.standard());
        Looks looks = new Looks();
        survey.replay(recording, Plan.often(every), Long.MAX_VALUE, false, looks);
        return teller.story(looks.gauges(), every);
    }
}
