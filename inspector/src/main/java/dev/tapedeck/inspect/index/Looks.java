package dev.tapedeck.inspect.index;

import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;
import dev.tapedeck.inspect.index.Story.Gauge;
import dev.tapedeck.inspect.index.Story.Point;
import dev.tapedeck.replay.ReplayListener;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Looks at how full a host is after every step. */
final class Looks implements ReplayListener {
    private final Map<Limit, List<Point>> points = new EnumMap<>(Limit.class);
    private final Map<Limit, Long> bounds = new EnumMap<>(Limit.class);

    @Override
    public void stepped(HostView host) {
        add(host, Limit.ITEMS, host.maps().items().size());
        add(host, Limit.ITEM_TEXT, host.maps().textBytes());
        add(host, Limit.SCRATCH, host.scratch().bytes());
        add(host, Limit.REQUESTS, host.outstandingRequests());
        add(host, Limit.IDLE_TURNS, host.maps().idleTurns());
        add(host, Limit.THREADS, host.maps().threads().size());
    }

    private void add(HostView host, Limit limit, long value) {
        bounds.put(limit, host.limits().of(limit));
        points.computeIfAbsent(limit, unused -> new ArrayList<>()).add(new Point(host.arrivedSeq(), value));
    }

    List<Gauge> gauges() {
        List<Gauge> gauges = new ArrayList<>();
        points.forEach((limit, seen) -> gauges.add(new Gauge(limit, name(limit), bounds.get(limit), false, seen)));
        return gauges;
    }

    static String name(Limit limit) {
        return switch (limit) {
            case QUEUE -> "Queue";
            case BATCH -> "Batch";
            case EMITTED -> "Emitted by a call";
            case SCRATCH -> "Scratch";
            case ITEMS -> "Items";
            case ITEM_TEXT -> "Item text";
            case REQUESTS -> "Open requests";
            case IDLE_TURNS -> "Idle turns";
            case THREADS -> "Threads";
            case STATE_BLOB, TEXT_TAIL, SETTLED, PREAMBLE_LINES, PREAMBLE, LINE, HISTORY_PAGE -> limit.word();
        };
    }
}
