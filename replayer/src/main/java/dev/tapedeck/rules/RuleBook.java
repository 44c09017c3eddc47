package dev.tapedeck.rules;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.ItemType;
import dev.tapedeck.canonical.Refs;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.scratch.Scratch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All rules of one wire: the only place where its native names are matched.
 *
 * <p>A kind takes the most special rule: {@code a:b:c}, then {@code a:b}, then {@code a}, then the fallback for its
 * role. A kind without any is unmapped, by construction.
 */
public final class RuleBook {
    /** Kind of the rule for answers of the provider that no rule names. */
    public static final String ANY_ANSWER = RuleTable.fallback(Direction.OUT, Role.RESULT);

    private final Wire wire;
    private final Dialect dialect;
    private final List<String> lacks;
    private final @Nullable Dialect own;
    private final TypedDialect.@Nullable Shape shape;
    private final Map<String, JsonPointer> requests;
    private final Map<String, TypedDialect.Answer> answers;
    private final Map<String, String> callAnswers;
    private final List<Sequence> sequences;
    private final RuleTable table;
    private final Map<String, List<JsonPointer>> discriminators;
    private final Map<String, Send.Reader> sends;
    private final Map<String, JsonNode> cancelAnswers;
    private final Set<ItemType> streamed;
    private final Places places;
    private final Map<SourceKey, String> sources;
    private final List<JsonPointer> times;
    private final List<Resumed.Adoption> adoptions;
    private final List<Resumed.Keeping> keepings;

    private RuleBook(Builder builder) {
        this.wire = builder.wire;
        this.discriminators = Map.copyOf(builder.discriminators);
        this.shape = builder.shape;
        this.requests = Map.copyOf(builder.requests);
        this.answers = Map.copyOf(builder.answers);
        this.callAnswers = Map.copyOf(builder.callAnswers);
        this.sequences = List.copyOf(builder.sequences);
        this.table = builder.table.copy();
        this.lacks = List.copyOf(builder.lacks);
        this.own = builder.dialect;
        this.dialect = own == null ? usualDialect() : own;
        this.sends = Map.copyOf(builder.sends);
        this.cancelAnswers = Map.copyOf(builder.cancelAnswers);
        this.streamed = Set.copyOf(builder.streamed);
        this.places = new Places(builder.scopes);
        this.sources = Map.copyOf(builder.sources);
        this.times = List.copyOf(builder.times);
        this.adoptions = List.copyOf(builder.adoptions);
        this.keepings = List.copyOf(builder.keepings);
    }

    private Dialect usualDialect() {
        return shape == null
                ? new JsonRpcDialect(discriminators)
                : new TypedDialect(shape, discriminators, requests, answers, table.kinds(), callAnswers);
    }

    /** Starts a book for a wire that speaks JSON-RPC. */
    public static Builder jsonRpc(Wire wire) {
        return new Builder(wire, null);
    }

    /** Starts a book for a wire whose frames say at this pointer what they are. */
    public static Builder typed(Wire wire, String type) {
        return typed(wire, type, "", "");
    }

    /**
     * The same for frames that keep what they say in one member, from which rules read.
     *
     * @param body that member; a frame without it is read as a whole
     * @param wrapper a member in which such a frame stands on some streams, type and all; empty when there is none
     */
    public static Builder typed(Wire wire, String type, String body, String wrapper) {
        return new Builder(wire, new TypedDialect.Shape(type, body, wrapper));
    }

    /** Starts a book for a wire with a dialect of its own, in which nothing else is told apart. */
    public static Builder speaking(Wire wire, Dialect dialect) {
        Builder builder = new Builder(wire, null);
        builder.dialect = dialect;
        return builder;
    }

    public Wire wire() {
        return wire;
    }

    public Dialect dialect() {
        return dialect;
    }

    /** What a file of this wire does not hold, though the session had it; empty where all of it is on the wire. */
    public List<String> lacks() {
        return lacks;
    }

    /** A builder that begins with everything in this book. */
    public Builder extended() {
        return new Builder(this);
    }

    /** All rules, fallbacks included, in the order in which they are written. */
    public Collection<Rule> rules() {
        return table.all();
    }

    /** The rule for a message, or empty when nobody wrote one. */
    public Optional<Rule> ruleFor(Message message) {
        return Optional.ofNullable(table.ruleFor(message));
    }

    /** What a client frame sends to a thread, or empty when it sends nothing that a provider echoes. */
    public Optional<Send.Reader> sendOf(Message message) {
        return message.direction() == Direction.IN
                ? Optional.ofNullable(sends.get(message.kind().path()))
                : Optional.empty();
    }

    /** The answer that withdraws a request of this method, or empty when an error does. */
    public Optional<JsonNode> cancelAnswer(String method) {
        return Optional.ofNullable(cancelAnswers.get(method));
    }

    /** Whether frames of this wire name what is of that scope; else it is counted (decision D6). */
    public boolean names(Scope scope) {
        return places.names(scope);
    }

    /** Items of these types are only streamed: no later frame holds their whole text (decision D4). */
    public Set<ItemType> streamed() {
        return streamed;
    }

    /** Where events are numbered, in the order in which to look; none on wires that do not number them. */
    public List<Sequence> sequences() {
        return sequences;
    }

    /** Whom a frame is about; of requests only the provider's own count, since a client knows its own. */
    public Refs refs(FrameView frame) {
        return places.refs(frame);
    }

    /** The seed's source name for a message (canonical-events 1.1), else the wire's name. */
    public String source(Message message) {
        return sources.getOrDefault(new SourceKey(message.direction(), message.role()), wire.name());
    }

    /** After frames were lost: history knows these threads and no others. */
    public void keep(Set<String> threads, Scratch.Editor scratch) {
        keepings.forEach(keeping -> keeping.keep(threads, scratch));
    }

    /** Takes over into scratch what history said of a thread after frames were lost. */
    public void resume(Resumed thread, Scratch.Editor scratch) {
        OpenRequests.resume(thread, scratch);
        adoptions.forEach(adoption -> adoption.adopt(thread, scratch));
    }

    /** Where frames of this wire tell their own time, best first. */
    public List<JsonPointer> times() {
        return times;
    }

    /**
     * Checks that an event names what it is about, as far as this wire names it at all; without that, nobody could
     * file the event.
     *
     * @throws FrameFault if an id is missing that events of this type need
     */
    public void check(Refs refs, EventType type, FrameView frame) {
        places.check(refs, type, frame);
    }

    /** What an id in a frame names. */
    public enum Scope {
        SESSION,
        THREAD,
        TURN,
        ITEM
    }

    private record SourceKey(Direction direction, Role role) {}

    /** Writes a book down, one line a rule. */
    public static final class Builder {
        private final Wire wire;
        private final TypedDialect.@Nullable Shape shape;
        private final Map<String, JsonPointer> requests = new HashMap<>();
        private final Map<String, TypedDialect.Answer> answers = new HashMap<>();
        private final Map<String, String> callAnswers = new HashMap<>();
        private final List<Sequence> sequences = new ArrayList<>();
        private final RuleTable table;
        private final Map<String, List<JsonPointer>> discriminators = new HashMap<>();
        private final Map<String, Send.Reader> sends = new HashMap<>();
        private final Map<String, JsonNode> cancelAnswers = new HashMap<>();
        private final Set<ItemType> streamed = EnumSet.noneOf(ItemType.class);
        private final Map<Scope, List<String>> scopes = new HashMap<>();
        private final Map<SourceKey, String> sources = new HashMap<>();
        private final List<JsonPointer> times = new ArrayList<>();
        private final List<Resumed.Adoption> adoptions = new ArrayList<>();
        private final List<Resumed.Keeping> keepings = new ArrayList<>();
        private final List<String> lacks = new ArrayList<>();
        private @Nullable Dialect dialect;

        private Builder(Wire wire, TypedDialect.@Nullable Shape shape) {
            this.wire = wire;
            this.shape = shape;
            this.table = new RuleTable(wire);
        }

        private Builder(RuleBook book) {
            wire = book.wire;
            table = book.table.copy();
            shape = book.shape;
            dialect = book.own;
            lacks.addAll(book.lacks);
            requests.putAll(book.requests);
            answers.putAll(book.answers);
            callAnswers.putAll(book.callAnswers);
            sequences.addAll(book.sequences);
            discriminators.putAll(book.discriminators);
            sends.putAll(book.sends);
            cancelAnswers.putAll(book.cancelAnswers);
            streamed.addAll(book.streamed);
            scopes.putAll(book.places.scopes());
            sources.putAll(book.sources);
            times.addAll(book.times);
            adoptions.addAll(book.adoptions);
            keepings.addAll(book.keepings);
        }

        /** This kind goes deeper, by the values at these pointers; a frame without the first is a fault. */
        public Builder discriminate(String kind, String... pointers) {
            discriminators.put(kind, pointers(pointers));
            String first = pointers[0];
            return map(kind + ':' + Kind.UNTOLD, Concept.OTHER, Set.of(), (frame, out) -> frame.text(first));
        }

        /** This kind goes deeper where there is something at these pointers; without it, it is told by itself. */
        public Builder refine(String kind, String... pointers) {
            discriminators.put(kind, pointers(pointers));
            return this;
        }

        /**
         * Frames of this type, or of this kind where only some of a type do, ask for an answer; their id stands at
         * the pointer. JSON-RPC knows that by itself.
         */
        public Builder request(String kind, String id) {
            requests.put(kind, JsonPointer.compile(id));
            return this;
        }

        /**
         * Frames of this type answer a request, and so have its kind with {@code #result} or {@code #error}.
         *
         * @param id where the request's id stands
         * @param verdict where it stands whether the request is refused
         * @param refused the word that says so
         */
        public Builder answer(String frameType, String id, String verdict, String refused) {
            return answer(frameType, id, null, verdict, refused);
        }

        /**
         * The same, where requests may lack an id.
         *
         * @param method where it stands what is answered, which joins an answer without an id
         */
        public Builder answer(String frameType, String id, @Nullable String method, String verdict, String refused) {
            answers.put(
                    frameType,
                    new TypedDialect.Answer(
                            JsonPointer.compile(id),
                            method == null ? null : JsonPointer.compile(method),
                            JsonPointer.compile(verdict),
                            refused));
            return this;
        }

        /**
         * This HTTP call answers a request, and so has its kind with {@code #result}.
         *
         * @param call its method and the template of its path; its response keeps that for its kind
         * @param id the parameter of the path that is the request's id
         */
        public Builder answerCall(String call, String id) {
            callAnswers.put(call, id);
            return this;
        }

        /**
         * Events that the provider keeps are numbered here, from the frame's root; of several places the first that is
         * there counts.
         */
        public Builder sequence(String of, String number) {
            sequences.add(new Sequence(JsonPointer.compile(of), JsonPointer.compile(number)));
            return this;
        }

        /**
         * Where frames of this wire name a session, thread, turn or item: a pointer, or a parameter of a call's path in
         * braces. The first that is there counts.
         */
        public Builder scope(Scope scope, String... places) {
            scopes.put(scope, List.of(places));
            return this;
        }

        /**
         * Where frames of this wire tell their own time, in what they say or beside it; the first that is there
         * counts.
         */
        public Builder time(String... pointers) {
            times.addAll(pointers(pointers));
            return this;
        }

        /** Files of this wire are what a program keeps or exports, not what it says; these things are not in them. */
        public Builder lacks(String... things) {
            lacks.addAll(List.of(things));
            return this;
        }

        /** The seed's source name for frames of that direction and role. */
        public Builder source(Direction direction, Role role, String name) {
            sources.put(new SourceKey(direction, role), name);
            return this;
        }

        /** Frames of this kind become events of one type. */
        public Builder map(String kind, Concept concept, EventType emits, Rule.Mapping mapping) {
            return map(kind, concept, EnumSet.of(emits), mapping);
        }

        /** Frames of this kind become events of these types. */
        public Builder map(String kind, Concept concept, Set<EventType> emits, Rule.Mapping mapping) {
            return add(new Rule.Map(kind, List.of(concept), emits, mapping, List.of()));
        }

        /** Further rows of the matrix that the rule just written serves, with those of its frames that carry them. */
        public Builder also(Concept... further) {
            table.also(List.of(further));
            return this;
        }

        /** What the events of the rule just written do not carry. */
        public Builder gap(String sentence) {
            table.gap(sentence);
            return this;
        }

        /** The answer with which the host withdraws a request of this method. */
        public Builder cancelAnswer(String method, JsonNode answer) {
            cancelAnswers.put(method, answer);
            return this;
        }

        /** This wire tells items of these types only in pieces, so its history holds what came so far (decision D4). */
        public Builder streamsOnly(ItemType... types) {
            streamed.addAll(List.of(types));
            return this;
        }

        /** What this wire's scratch takes over from history after frames were lost. */
        public Builder resumes(Resumed.Adoption adoption) {
            adoptions.add(adoption);
            return this;
        }

        /**
         * What this wire's scratch lets go of, because history knows only these threads; before it takes over theirs.
         */
        public Builder keeps(Resumed.Keeping keeping) {
            keepings.add(keeping);
            return this;
        }

        /** Client frames of this kind send text that the provider echoes. */
        public Builder send(String kind, Send.Reader reader) {
            sends.put(kind, reader);
            return this;
        }

        /** Frames of this kind repeat what frames of another kind say. */
        public Builder duplicate(String kind, String viewOf) {
            return add(new Rule.Duplicate(kind, viewOf));
        }

        /** Frames of this kind are left out, for a reason that a user would accept. */
        public Builder drop(String kind, String reason) {
            return add(new Rule.Drop(kind, reason));
        }

        /** Frames of this kind are left out when they come from that side; the other side has rules of its own. */
        public Builder dropFrom(Direction direction, String kind, String reason) {
            table.dropFrom(direction, kind, reason);
            return this;
        }

        /** Frames of that direction and role are left out unless a rule names their kind. */
        public Builder dropOthers(Direction direction, Role role, String reason) {
            return add(new Rule.Drop(RuleTable.fallback(direction, role), reason));
        }

        /** Frames of that direction and role become events unless a rule names their kind. */
        public Builder mapOthers(
                Direction direction, Role role, Concept concept, EventType emits, Rule.Mapping mapping) {
            return mapOthers(direction, role, concept, Set.of(emits), mapping);
        }

        /** The same, with several events. */
        public Builder mapOthers(
                Direction direction, Role role, Concept concept, Set<EventType> emits, Rule.Mapping mapping) {
            return map(RuleTable.fallback(direction, role), concept, emits, mapping);
        }

        /** Rules of one family, written down in a class of their own. */
        public Builder include(Consumer<Builder> family) {
            family.accept(this);
            return this;
        }

        public RuleBook build() {
            return new RuleBook(this);
        }

        private Builder add(Rule rule) {
            table.add(rule);
            return this;
        }

        private static List<JsonPointer> pointers(String... pointers) {
            return List.of(pointers).stream().map(JsonPointer::compile).toList();
        }
    }
}
