package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.ItemPayload;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.RequestPayload;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.frame.Header;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HookCall;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.HostView;
import dev.tapedeck.host.Limit;
import dev.tapedeck.inspect.index.Story.Gauge;
import dev.tapedeck.inspect.index.Story.Line;
import dev.tapedeck.inspect.index.Story.Point;
import dev.tapedeck.inspect.index.Story.Span;
import dev.tapedeck.inspect.index.Story.What;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Gathers spans and lines while a replay runs. */
final class Teller implements ReplayListener {
    /** With that many items in the maps some may soon retire, so they are taken down after every step. */
    private static final int MANY_ITEMS = 500;
    /** Points of the gauges of calls. */
    private static final int MAX_POINTS = 2_000;

    private final CanonicalJson names;
    private final Map<String, Span> spans = new LinkedHashMap<>();
    private final Map<String, Line> lines = new LinkedHashMap<>();
    /** Frames that items of the maps began with, by the provider's ids: only events give ordinals while frames come. */
    private final Map<String, Long> firsts = new HashMap<>();
    private final List<Point> batches = new ArrayList<>();
    private final List<Point> emitted = new ArrayList<>();
    private final List<HostNote> overflows = new ArrayList<>();
    private long further;
    private int epoch = 1;
    private long seq;
    private long micros;
    private @Nullable HostView host;

    Teller(Header header) {
        this.names = new CanonicalJson(header, new Ordinals());
    }

    Story story(List<Gauge> looks, int every) {
        takeDown();
        List<Gauge> gauges = new ArrayList<>();
        gauge(Limit.QUEUE, batches, gauges);
        gauge(Limit.BATCH, batches, gauges);
        gauge(Limit.EMITTED, emitted, gauges);
        gauges.addAll(looks);
        return new Story(List.copyOf(spans.values()), List.copyOf(lines.values()), further, gauges, overflows, every);
    }

    private void gauge(Limit limit, List<Point> points, List<Gauge> into) {
        if (host != null) {
            into.add(new Gauge(limit, Looks.name(limit), host.limits().of(limit), true, points));
        }
    }

    @Override
    public void frame(FrameResult result) {
        seq = result.frame().seq();
        micros = result.frame().micros();
        result.emissions().forEach(this::emitted);
    }

    @Override
    public void written(long at, Emission emission) {
        emitted(emission);
    }

    @Override
    public void note(HostNote note) {
        if (note instanceof HostNote.Closed) {
            takeDown(); // a new process starts with empty maps
        } else if (note instanceof HostNote.EpochOpened opened) {
            epoch = opened.epoch();
        }
        boolean tells = note instanceof HostNote.Failed
                || note instanceof HostNote.Trimmed
                || note instanceof HostNote.RequestRefused;
        if (tells && overflows.size() < Story.MAX_NOTES) {
            overflows.add(note);
        }
    }

    @Override
    public void called(HookCall call) {
        if (batches.size() < MAX_POINTS && !call.frames().isEmpty()) {
            long last = call.frames().getLast().seq();
            batches.add(new Point(last, call.frames().size()));
            emitted.add(new Point(last, call.emittedBytes()));
        }
    }

    @Override
    public void stepped(HostView view) {
        host = view;
        if (view.maps().items().size() > MANY_ITEMS || view.closed() != null) {
            takeDown();
        }
    }

    private void takeDown() {
        if (host == null || host.epoch() != epoch) {
            return;
        }
        JsonNode items = names.maps(host.maps()).path("items");
        Map<String, Long> began = new HashMap<>();
        host.maps().items().forEach(item -> began.put(
                key(names.ordinals().thread(item.thread()), names.ordinals().item(item.thread(), item.id())),
                firsts.getOrDefault(key(item.thread(), item.id()), 0L)));
        for (JsonNode node : items) {
            ObjectNode item = (ObjectNode) node;
            String key = key(item.path("thread").asText(), item.path("item").asText());
            Line known = lines.get(key);
            if (known == null && lines.size() >= Story.MAX_LINES) {
                further++;
            } else {
                lines.put(key, new Line(epoch, item, began.getOrDefault(key, 0L)));
            }
        }
    }

    private String key(String thread, String item) {
        return epoch + " " + thread + " " + item;
    }

    private void emitted(Emission emission) {
        CanonicalEvent event = emission.canonical();
        if (event == null) {
            return;
        }
        names.pass(event);
        for (RuntimeEvent runtime : emission.events()) {
            if (runtime instanceof RuntimeEvent.ItemUpdated item && firsts.size() < Story.MAX_LINES) {
                firsts.putIfAbsent(key(item.thread(), item.item()), seq);
            }
        }
        Refs refs = event.refs();
        String thread = refs.thread() == null ? null : names.ordinals().thread(refs.thread());
        if (thread != null) {
            told(What.THREAD, thread, null, "thread", null);
        }
        switch (event.payload()) {
            case TurnPayload.TurnCompleted done -> turn(refs, thread, done.state().word());
            case TurnPayload.TurnAborted aborted -> turn(refs, thread, "interrupted");
            case TurnPayload turn -> turn(refs, thread, null);
            case ItemPayload.ItemStarted started -> item(refs, thread, started.item(), null);
            case ItemPayload.ItemUpdated updated -> item(refs, thread, updated.item(), null);
            case ItemPayload.ItemCompleted done -> item(refs, thread, done.item(), end(done.item()));
            case ItemPayload.ContentDelta delta -> item(refs, thread, delta.streamKind().word(), null);
            case RequestPayload.RequestOpened opened -> request(refs, thread, opened.requestType().word(), null);
            case RequestPayload.RequestResolved resolved -> request(
                    refs, thread, resolved.requestType().word(), answer(resolved));
            case RequestPayload.UserInputRequested asked -> request(refs, thread, "questions", null);
            case RequestPayload.UserInputResolved answered -> request(refs, thread, "questions", "answered");
            default -> {}
        }
    }

    private static String end(ItemSnapshot item) {
        return item.status() == null ? "completed" : item.status().word();
    }

    private static String answer(RequestPayload.RequestResolved resolved) {
        if (Boolean.TRUE.equals(resolved.cancelled())) {
            return "cancelled";
        }
        return resolved.decision() == null ? "answered" : resolved.decision();
    }

    private void turn(Refs refs, @Nullable String thread, @Nullable String end) {
        if (refs.turn() != null) {
            told(What.TURN, names.ordinals().turn(refs.thread(), refs.turn()), thread, "turn", end);
        }
    }

    private void item(Refs refs, @Nullable String thread, ItemSnapshot item, @Nullable String end) {
        String title = item.title() == null ? item.tool() : item.title();
        item(refs, thread, item.itemType().word() + (title == null ? "" : " " + title), end);
    }

    private void item(Refs refs, @Nullable String thread, String label, @Nullable String end) {
        if (refs.item() != null) {
            told(What.ITEM, names.ordinals().item(refs.thread(), refs.item()), thread, label, end);
        }
    }

    private void request(Refs refs, @Nullable String thread, String label, @Nullable String end) {
        if (refs.request() != null) {
            told(What.REQUEST, names.ordinals().request(refs.request()), thread, label, end);
        }
    }

    private void told(What what, String name, @Nullable String within, String label, @Nullable String end) {
        String key = what + " " + epoch + " " + (within == null ? "" : within) + " " + name;
        Span known = spans.get(key);
        if (known != null) {
            // What is told after the end, for instance a usage, makes it no longer.
            if (known.end() == null) {
                Span longer = known.until(seq, micros, end);
                spans.put(key, label.length() > known.label().length() ? longer.called(label) : longer);
            }
        } else if (spans.size() < Story.MAX_SPANS) {
            spans.put(key, new Span(what, name, within, label, seq, seq, micros, micros, end));
        } else {
            further++;
        }
    }
}
