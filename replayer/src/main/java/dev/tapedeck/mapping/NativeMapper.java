package dev.tapedeck.mapping;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.CanonicalPayload;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeWarning;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameFault;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Resumed;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The mapper that ships with Tapedeck: a rule book, then the projection onto runtime events. */
public final class NativeMapper implements Mapper {
    private final RuleBook book;
    private final Projection projection;
    private final Instant started;
    private final boolean tracing;

    /**
     * @param started start of the recording, the base of arrival times
     * @param tracing whether emissions tell which raw paths they were read from
     */
    public NativeMapper(RuleBook book, Projection projection, Instant started, boolean tracing) {
        this.book = book;
        this.projection = projection;
        this.started = started;
        this.tracing = tracing;
    }

    @Override
    public MapResult mapFrames(MapContext context, List<Message> frames, Scratch scratch) {
        Scratch.Editor editor = scratch.edit();
        List<Emission> emissions = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>(frames.size());
        boolean resumes = !context.resumed().isEmpty();
        for (int i = 0; i < frames.size(); i++) {
            if (resumes && frames.get(i).seq() > context.covered()) {
                resumes = false;
                resume(context.resumed(), editor);
            }
            outcomes.add(new OneFrame(context, i, frames.get(i), editor, emissions).map());
        }
        return new MapResult(emissions, editor.done(), outcomes);
    }

    private void resume(List<Resumed> threads, Scratch.Editor editor) {
        book.keep(threads.stream().map(Resumed::thread).collect(Collectors.toSet()), editor);
        for (Resumed thread : threads) {
            book.resume(thread, editor);
            projection.resume(thread, editor);
        }
    }

    private final class OneFrame implements Emitter {
        private final MapContext context;
        private final int index;
        private final Message message;
        private final Scratch.Editor scratch;
        private final List<Emission> emissions;
        private final int emittedBefore;
        private final List<String> reads = new ArrayList<>(0);
        private final List<String> unmapped = new ArrayList<>(0);
        private final FrameView view;
        private @Nullable Refs refs;
        private @Nullable Instant time;

        OneFrame(MapContext context, int index, Message message, Scratch.Editor scratch, List<Emission> emissions) {
            this.context = context;
            this.index = index;
            this.message = message;
            this.scratch = scratch;
            this.emissions = emissions;
            this.emittedBefore = emissions.size();
            this.view = new FrameView(message, tracing ? reads::add : null);
        }

        Outcome map() {
            scratch.mark();
            Optional<Rule> rule = book.ruleFor(message);
            if (rule.isEmpty()) {
                warnOfUnmapped();
                return Outcome.UNMAPPED;
            }
            return switch (rule.get()) {
                case Rule.Drop drop -> new Outcome.Dropped(drop.reason());
                case Rule.Duplicate duplicate -> new Outcome.Duplicate(duplicate.viewOf());
                case Rule.Map map -> apply(map);
            };
        }

        private Outcome apply(Rule.Map rule) {
            try {
                rule.mapping().map(view, this);
                return new Outcome.Mapped(rule.kind(), unmapped);
            } catch (FrameFault fault) {
                scratch.undo();
                emissions.subList(emittedBefore, emissions.size()).clear();
                return new Outcome.Faulted(fault.getMessage());
            }
        }

        /** Decision D5: a canonical warning with the frame attached, nothing in the runtime vocabulary. */
        private void warnOfUnmapped() {
            if (message.direction() == Direction.OUT) {
                warnOfUnmapped(message.kind(), message.json());
            }
        }

        private void warnOfUnmapped(Kind kind, JsonNode what) {
            ObjectNode detail = JsonNodeFactory.instance.objectNode().put("kind", kind.path());
            CanonicalPayload warning = new RuntimeWarning("no rule for " + kind, detail);
            CanonicalEvent.Raw raw = new CanonicalEvent.Raw(book.source(message), kind.path(), what);
            emissions.add(new Emission(
                    index, new CanonicalEvent(refs(), frameTime(), warning, raw), List.of(), List.of()));
        }

        @Override
        public void unmapped(String kind, JsonNode part) {
            Kind bounded = new Kind(kind);
            unmapped.add(bounded.path());
            warnOfUnmapped(bounded, part);
        }

        @Override
        public int epoch() {
            return context.epoch();
        }

        @Override
        public Refs refs() {
            if (refs == null) {
                refs = book.refs(view);
            }
            return refs;
        }

        @Override
        public void emit(Refs about, @Nullable Instant createdAt, CanonicalPayload payload) {
            emit(about, createdAt, payload, false);
        }

        @Override
        public Emitter asHistory() {
            return new AsHistory(this);
        }

        private void emit(Refs about, @Nullable Instant createdAt, CanonicalPayload payload, boolean history) {
            book.check(about, payload.type(), view);
            CanonicalEvent event = event(about, createdAt, payload, history);
            List<RuntimeEvent> events = projection.project(event, message, context, scratch);
            emissions.add(new Emission(index, event, events, reads));
            reads.clear();
        }

        private CanonicalEvent event(
                Refs about, @Nullable Instant createdAt, CanonicalPayload payload, boolean history) {
            CanonicalEvent.Raw raw =
                    new CanonicalEvent.Raw(book.source(message), message.kind().path(), message.json());
            return new CanonicalEvent(about, createdAt == null ? frameTime() : createdAt, payload, raw, history);
        }

        @Override
        public Scratch.Editor scratch() {
            return scratch;
        }

        private Instant frameTime() {
            if (time == null) {
                time = readTime();
            }
            return time;
        }

        private Instant readTime() {
            for (JsonPointer pointer : book.times()) {
                JsonNode node = message.body().at(pointer);
                Instant told = FrameView.timeOf(node.isMissingNode() ? message.json().at(pointer) : node);
                if (told != null) {
                    return told;
                }
            }
            return started.plusNanos(message.frame().micros() * 1000);
        }
    }

    /** Marks what is emitted as history. */
    private record AsHistory(OneFrame frame) implements Emitter {
        @Override
        public Refs refs() {
            return frame.refs();
        }

        @Override
        public void emit(Refs about, @Nullable Instant createdAt, CanonicalPayload payload) {
            frame.emit(about, createdAt, payload, true);
        }

        @Override
        public Emitter asHistory() {
            return this;
        }

        @Override
        public Scratch.Editor scratch() {
            return frame.scratch();
        }

        @Override
        public void unmapped(String kind, JsonNode part) {
            frame.unmapped(kind, part);
        }

        @Override
        public int epoch() {
            return frame.epoch();
        }
    }
}
