package dev.tapedeck.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LineEnd;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.frame.Payload;
import dev.tapedeck.invariant.Invariants;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.runtime.RuntimeEvent;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A host with a scripted provider and client in front of it; everything that it does is kept for assertions. */
final class Stage {
    static final Instant STARTED = Instant.parse("2026-11-30T12:00:00Z");

    final List<FrameResult> results = new ArrayList<>();
    final List<HostNote> notes = new ArrayList<>();
    final List<Emission> written = new ArrayList<>();
    final List<Emission> events = new ArrayList<>();
    final List<HookCall> calls = new ArrayList<>();
    final List<StateChange> changes = new ArrayList<>();
    final Host host;

    private final List<Entry> entries = new ArrayList<>();
    private final Invariants invariants;
    private final int drainEvery;
    private long seq;

    Stage() {
        this(Limits.STANDARD, 1);
    }

    /** @param drainEvery frames after which the subscriber drains; 0 when only the test says so */
    Stage(Limits limits, int drainEvery) {
        this(Toy.BOOK, limits, drainEvery, false);
    }

    Stage(RuleBook book, Limits limits, int drainEvery, boolean tracing) {
        this(book, Streams.NONE, limits, drainEvery, tracing);
    }

    /** A host that reads event streams. */
    Stage(RuleBook book, Streams streams) {
        this(book, streams, Limits.STANDARD, 1, false);
    }

    private Stage(RuleBook book, Streams streams, Limits limits, int drainEvery, boolean tracing) {
        this.drainEvery = drainEvery;
        Mapper mapper = new NativeMapper(book, new RuntimeProjection(), STARTED, tracing);
        invariants = new Invariants(mapper);
        HostListener both = new Both();
        Host clean = new Host(
                "s", STARTED, book, streams, mapper, limits, History.NONE, new HostListener() {}, false);
        int[] told = {0};
        History history = upTo -> {
            while (told[0] < entries.size() && entries.get(told[0]).seq() <= upTo) {
                clean.arrive(entries.get(told[0]++));
                clean.drainAll();
            }
            return clean.maps();
        };
        host = new Host("s", STARTED, book, streams, mapper, limits, history, both, tracing);
    }

    Stage out(String... lines) {
        for (String line : lines) {
            arrive(Direction.OUT, payload(line), LineEnd.LF);
        }
        return this;
    }

    Stage in(String... lines) {
        for (String line : lines) {
            arrive(Direction.IN, payload(line), LineEnd.LF);
        }
        return this;
    }

    Stage arrive(Direction direction, Payload payload, LineEnd end) {
        seq++;
        return arrive(new Frame(seq, seq * 1000, direction, payload, Carrier.LINE, end, List.of()));
    }

    Stage event(String stream, String json) {
        seq++;
        Carrier carrier = new Carrier.SseEvent(stream, null, null);
        return arrive(new Frame(seq, seq * 1000, Direction.OUT, payload(json), carrier, LineEnd.LF, List.of()));
    }

    Stage exchange(Carrier carrier, String body) {
        seq++;
        Direction direction = carrier instanceof Carrier.HttpRequest ? Direction.IN : Direction.OUT;
        return arrive(new Frame(seq, seq * 1000, direction, payload(body), carrier, LineEnd.LF, List.of()));
    }

    /** An event stream ends; {@code by} is provider or host. */
    Stage streamEnds(String stream, String by, boolean alive) {
        seq++;
        Map<String, Object> facts = Map.of("stream", stream, "by", by, "alive", alive);
        return arrive(new HostAct(seq, seq * 1000, HostAct.STREAM_END, facts));
    }

    Stage subscribed(String stream) {
        seq++;
        return arrive(new HostAct(seq, seq * 1000, HostAct.SUBSCRIBE, Map.of("stream", stream)));
    }

    Stage spawn() {
        seq++;
        return arrive(new HostAct(seq, seq * 1000, HostAct.SPAWN, Map.of("pid", 1)));
    }

    Stage signal(String name) {
        seq++;
        return arrive(new HostAct(seq, seq * 1000, HostAct.SIGNAL, Map.of("signal", name)));
    }

    Stage act(String act, Map<String, Object> facts) {
        seq++;
        return arrive(new HostAct(seq, seq * 1000, act, facts));
    }

    Stage stderr(String text) {
        seq++;
        return arrive(new LogLine(seq, seq * 1000, "stderr", new Payload.Text(text)));
    }

    private Stage arrive(Entry entry) {
        entries.add(entry);
        host.arrive(entry);
        while (drainEvery > 0 && host.queued() >= drainEvery) {
            host.drain();
        }
        return this;
    }

    Stage drain() {
        host.drainAll();
        return this;
    }

    /** Everything is drained and every invariant held. */
    Stage over() {
        host.recordingEnds();
        return checked();
    }

    Stage exit(@Nullable Integer code, @Nullable String signal) {
        host.processEnds(code, signal, signal == null ? "exited" : "signalled");
        return checked();
    }

    Stage checked() {
        invariants.over(host);
        assertEquals(List.of(), invariants.violations());
        return this;
    }

    Item item(String thread, String item) {
        Item found = host.maps().item(thread, item);
        if (found == null) {
            throw new AssertionError(thread + "/" + item + " expected, found " + host.maps().json());
        }
        return found;
    }

    Turn turn(String thread, String turn) {
        Turn found = host.maps().turn(thread, turn);
        if (found == null) {
            throw new AssertionError(thread + "/" + turn + " expected, found " + host.maps().json());
        }
        return found;
    }

    FrameResult result(long ofSeq) {
        return results.stream().filter(result -> result.frame().seq() == ofSeq).findFirst().orElseThrow();
    }

    <N extends HostNote> List<N> notes(Class<N> type) {
        return notes.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Canonical event types in order, frames' and the host's own. */
    List<String> canonical() {
        return events.stream()
                .filter(emission -> emission.canonical() != null)
                .map(emission -> emission.canonical().type().word())
                .toList();
    }

    long canonical(EventType type) {
        return canonical().stream().filter(type.word()::equals).count();
    }

    <E extends RuntimeEvent> List<E> runtime(Class<E> type) {
        return events.stream().flatMap(emission -> emission.events().stream())
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    Map<Disposition, Integer> dispositions() {
        Map<Disposition, Integer> counts = new LinkedHashMap<>();
        results.forEach(result -> counts.merge(result.disposition(), 1, Integer::sum));
        return counts;
    }

    private static Payload payload(String line) {
        byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
        return line.startsWith("{") ? new Payload.Json(bytes) : new Payload.Text(line);
    }

    private final class Both implements HostListener {
        @Override
        public void frame(FrameResult result) {
            results.add(result);
            events.addAll(result.emissions());
            invariants.frame(result);
        }

        @Override
        public void hostAct(HostAct act) {
            invariants.hostAct(act);
        }

        @Override
        public void note(HostNote note) {
            notes.add(note);
            invariants.note(note);
        }

        @Override
        public void written(long at, Emission emission) {
            written.add(emission);
            events.add(emission);
            invariants.written(at, emission);
        }

        @Override
        public void changed(long at, StateChange change) {
            changes.add(change);
        }

        @Override
        public void claimed(Claim claim) {
            invariants.claimed(claim);
        }

        @Override
        public void called(HookCall call) {
            calls.add(call);
            invariants.called(call);
        }

        @Override
        public void stepped(HostView view) {
            invariants.stepped(view);
        }
    }
}
