package dev.tapedeck.matrix;

import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.Attachment;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.frame.Carrier;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Origin;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.Streams;
import dev.tapedeck.json.Shape;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.projection.amalgm.AmalgmProjection;
import dev.tapedeck.projection.amalgm.Projected;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.FrameFault;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.wire.RuleBooks;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What replays of recordings show, gathered in one pass over each. Its size grows with the number of kinds, not of
 * frames. Not for several threads.
 */
public final class Evidence {
    private final SortedMap<Column, StreamEvidence> streams = new TreeMap<>();

    /** Streams that were seen. */
    public SortedMap<Column, StreamEvidence> streams() {
        return Collections.unmodifiableSortedMap(streams);
    }

    /**
     * Takes in one more recording, whose frames are then told one by one.
     *
     * @param fixture path of the recording below the folder that is read
     * @param book rules of its wire; absent when there are none
     * @param expects canonical events that its scenario should bring forth
     */
    public OneRecording recording(
            Header header, String fixture, @Nullable RuleBook book, Set<EventType> expects) {
        StreamEvidence stream =
                streams.computeIfAbsent(new Column(header.provider(), header.wire()), key -> new StreamEvidence());
        stream.addRecording(header.version(), spoken(header), header.origin() == Origin.RECORDED);
        return new OneRecording(header, fixture, book, expects, stream, views(header));
    }

    /** The version of the wire: what was negotiated, else the provider's own. */
    private static @Nullable String spoken(Header header) {
        return header.protocol() == null ? header.version() : header.protocol();
    }

    /**
     * What the other streams of a recording show, by path. Their events are views of the ones that are mapped, so they
     * show which kinds their wire has and make no session of it.
     */
    private Map<String, View> views(Header header) {
        Map<String, View> views = new HashMap<>();
        header.streams().forEach((path, wire) -> {
            if (!wire.equals(header.wire())) {
                StreamEvidence stream =
                        streams.computeIfAbsent(new Column(header.provider(), wire), key -> new StreamEvidence());
                views.put(Streams.path(path), new View(stream, RuleBooks.of(wire).orElse(null)));
            }
        });
        return views;
    }

    /** A stream beside the mapped one, and the rules of its wire. */
    private record View(StreamEvidence stream, @Nullable RuleBook book) {}

    /** Takes in what other recordings show, as if they had been told after those that were told already. */
    public void add(Evidence other) {
        other.streams.forEach((column, stream) ->
                streams.computeIfAbsent(column, key -> new StreamEvidence()).add(stream));
    }

    /** Takes in the frames of one recording. */
    public static final class OneRecording {
        private final Header header;
        private final String fixture;
        private final @Nullable RuleBook book;
        private final StreamEvidence stream;
        private final Map<String, View> views;
        private final Set<EventType> expected;
        /** Messages of the user's that are open, by item. */
        private final Set<String> userMessages = new HashSet<>();
        private AmalgmProjection amalgm = new AmalgmProjection();

        private OneRecording(
                Header header,
                String fixture,
                @Nullable RuleBook book,
                Set<EventType> expects,
                StreamEvidence stream,
                Map<String, View> views) {
            this.header = header;
            this.fixture = fixture;
            this.book = book;
            this.stream = stream;
            this.views = Map.copyOf(views);
            this.expected = expects.isEmpty() ? EnumSet.noneOf(EventType.class) : EnumSet.copyOf(expects);
        }

        /** What became of the next frame. */
        public void frame(FrameResult result) {
            Message message = result.message();
            if (message == null) {
                return;
            }
            View of = viewOf(result.frame());
            Rule rule = of.book == null ? null : of.book.ruleFor(message).orElse(null);
            KindEvidence kind =
                    of.stream.kind(message.kind().path(), message.direction(), rule == null ? null : rule.kind());
            if (kind == null) {
                return;
            }
            FrameRef ref = new FrameRef(header.id(), fixture, message.seq());
            Instant at = header.started().plusNanos(result.frame().micros() * 1000);
            kind.add(ref, at, result.disposition(), header.origin() == Origin.RECORDED, header.version());
            String spoken = spoken(header);
            if (spoken != null && header.origin() == Origin.RECORDED) {
                kind.addSpoken(spoken);
            }
            kind.addShape(Shape.of(message.json()), ref);
            sent(message, kind, ref);
            switch (result.disposition()) {
                case MAPPED -> {
                    Became became = new Became();
                    for (Emission emission : result.emissions()) {
                        boolean about = !endsOfUsers(emission.canonical(), rule);
                        emitted(emission, ref, about, became);
                        facets(kind, emission, about, ref);
                    }
                    // What only repeats an earlier frame proves the rule all the same.
                    result.ignored().forEach(emission -> emitted(emission, ref, true, became));
                    result.ignored().forEach(emission -> repeats(kind, emission, ref));
                    became.addTo(kind, ref);
                }
                case FAULTED -> kind.addFault(result.reason());
                case UNMAPPED, DROPPED, DUPLICATE, UNDELIVERED -> {}
            }
        }

        /** What a client attaches is there, whether or not the provider tells it again. */
        private void sent(Message message, KindEvidence kind, FrameRef ref) {
            Send.Reader reader = book == null ? null : book.sendOf(message).orElse(null);
            if (reader == null) {
                return;
            }
            try {
                Send send = reader.read(new FrameView(message, null));
                for (Facet facet : Facets.all()) {
                    TreeSet<String> words = send.attachments().stream()
                            .map(Attachment::kind)
                            .filter(word -> facet.sent() != null && facet.sent().test(word))
                            .collect(Collectors.toCollection(TreeSet::new));
                    if (!words.isEmpty()) {
                        boolean recorded = header.origin() == Origin.RECORDED;
                        stream.sentToFill(facet).add(new FacetEvidence.Sight(
                                kind.kind(), kind.rule(), ref, recorded, words, List.of()));
                    }
                }
            } catch (FrameFault fault) {
                // The mapper tells what is wrong with the frame.
                return;
            }
        }

        private View viewOf(Frame frame) {
            View own = new View(stream, book);
            return frame.carrier() instanceof Carrier.SseEvent event
                    ? views.getOrDefault(Streams.path(event.stream()), own)
                    : own;
        }

        /** An event that the host wrote by itself, for instance when the process ended. */
        public void written(long seq, Emission emission) {
            if (emission.canonical() != null) {
                amalgm.project(emission.canonical());
                hostWrote(emission.canonical().type(), new FrameRef(header.id(), fixture, seq));
            }
        }

        /** A new process of the provider begins. */
        public void newEpoch() {
            amalgm = new AmalgmProjection();
        }

        /** The recording is over: what its scenario should have brought forth and did not is noted. */
        public void end() {
            expected.forEach(type -> stream.addMissed(type, fixture));
        }

        /** Whether a frame that is about something else ends what the user said. */
        private boolean endsOfUsers(@Nullable CanonicalEvent event, @Nullable Rule rule) {
            ItemSnapshot item = event == null ? null : Looks.snapshot(event.payload());
            if (item == null || item.itemType() != ItemType.USER_MESSAGE || event.refs().item() == null) {
                return false;
            }
            if (event.type() == EventType.ITEM_COMPLETED) {
                boolean said = rule instanceof Rule.Map map && map.concepts().contains(Concept.DROPPED_TODAY);
                return userMessages.remove(event.refs().item()) && !said;
            }
            userMessages.add(event.refs().item());
            return false;
        }

        private void facets(KindEvidence kind, Emission emission, boolean about, FrameRef ref) {
            CanonicalEvent event = emission.canonical();
            if (event != null) {
                Projected projected = amalgm.project(event);
                if (event.raw() != null && about && !endsRetold(event)) {
                    look(event, projected, kind, emission, ref);
                }
            }
        }

        /** Where a turn that is told again ends is seen from what follows it; it is no shape of a turn's end. */
        private static boolean endsRetold(CanonicalEvent event) {
            return event.history() && event.type() == EventType.TURN_COMPLETED;
        }

        private void repeats(KindEvidence kind, Emission emission, FrameRef ref) {
            if (emission.canonical() != null) {
                look(emission.canonical(), new Projected(List.of(), Omission.SAID_ALREADY), kind, emission, ref);
            }
        }

        private void look(
                CanonicalEvent event, Projected projected, KindEvidence kind, Emission emission, FrameRef ref) {
            for (Facet facet : Facets.all()) {
                if (facet.filling() instanceof Facet.Shown(Facet.Look look, Omission left)) {
                    Set<String> words = look.seen(event, projected);
                    if (words != Facet.NO) {
                        stream.facetToFill(facet).add(new FacetEvidence.Sight(
                                kind.kind(),
                                kind.rule(),
                                ref,
                                header.origin() == Origin.RECORDED,
                                new TreeSet<>(words),
                                emission.reads()));
                    }
                }
            }
        }

        /** @param about whether the frame is about what the event tells */
        private void emitted(Emission emission, FrameRef ref, boolean about, Became became) {
            if (emission.canonical() == null) {
                return;
            }
            if (emission.canonical().raw() == null) {
                hostWrote(emission.canonical().type(), ref);
                return;
            }
            became.events.add(emission.canonical().type());
            if (about && !endsRetold(emission.canonical())) {
                Carried.by(emission.canonical().payload(), became.concepts);
            }
            expected.remove(emission.canonical().type());
            for (RuntimeEvent event : emission.events()) {
                became.runtime.add(RuntimeRow.of(event));
            }
        }

        private void hostWrote(EventType type, FrameRef ref) {
            stream.addHostWritten(type, ref);
            expected.remove(type);
        }
    }
}
