package dev.tapedeck.replay;

import dev.tapedeck.events.CanonicalIds;
import dev.tapedeck.events.Ordinals;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.fault.Sink;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Header;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.Limit;
import dev.tapedeck.host.Limits;
import dev.tapedeck.host.Streams;
import dev.tapedeck.invariant.Invariants;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.MapperSource;
import dev.tapedeck.mapping.NativeMapper;
import dev.tapedeck.mapping.Projection;
import dev.tapedeck.projection.RuntimeProjection;
import dev.tapedeck.recording.EntrySource;
import dev.tapedeck.recording.LoadedRecording;
import dev.tapedeck.recording.RecordingReader;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A replay of one recording through mapper and host, under a plan of faults or without any.
 *
 * <p>Unless the plan says otherwise the subscriber drains whenever a batch is full, when the transport fails, when a
 * process ends, and at the end. Nothing waits and nothing asks for the time, so two runs of the same recording give the
 * same bytes. Memory does not grow with the recording.
 */
public final class Replay {
    private final Path path;
    private final @Nullable Source source;
    private Limits limits = Limits.STANDARD;
    private long until = Long.MAX_VALUE;
    private long rest;
    private ReplayListener listener = new ReplayListener() {};
    private boolean tracing;
    private Strictness strictness = Strictness.TOLERANT;
    private @Nullable Wire wire;
    private Function<Wire, Optional<RuleBook>> books = RuleBooks::of;
    private Projection projection = new RuntimeProjection();
    private FaultPlan plan = FaultPlan.NONE;
    private @Nullable MapperSource mappers;
    private int waypointsEvery;
    private Consumer<Supplier<Waypoint>> waypoints = waypoint -> {};

    private Replay(Path path, @Nullable Source source) {
        this.path = path;
        this.source = source;
    }

    /** Where entries come from instead of a file that is whole; a plan of faults opens it twice. */
    @FunctionalInterface
    public interface Source {
        /** @throws IOException if it cannot be read */
        EntrySource open() throws IOException;
    }

    public static Replay of(Path path) {
        return new Replay(path, null);
    }

    /**
     * Replays what was read before, so that {@link #wire} and {@link #strictness} change nothing.
     *
     * @param path where it was read from, for messages
     */
    public static Replay of(LoadedRecording recording, Path path) {
        return new Replay(path, recording::open);
    }

    /**
     * Replays what comes from elsewhere, so that {@link #wire} and {@link #strictness} change nothing. Whenever nothing
     * more is there yet, the subscriber takes what is queued, as it would in life.
     *
     * @param path what messages name
     */
    public static Replay of(Source entries, Path path) {
        return new Replay(path, entries);
    }

    /** Most frames of one batch; the standard is 1024. */
    public Replay batch(int frames) {
        limits = limits.with(Limit.BATCH, frames);
        return this;
    }

    /** Other limits than the standard ones. */
    public Replay limits(Limits bounds) {
        limits = bounds;
        return this;
    }

    /** Stops after the entry with that number; the process then lives on. */
    public Replay until(long seq) {
        until = seq;
        return this;
    }

    public Replay listener(ReplayListener watcher) {
        listener = watcher;
        return this;
    }

    /** Whether emissions tell what they were read from and state changes are told. */
    public Replay tracing(boolean on) {
        tracing = on;
        return this;
    }

    /** What damage does; the standard is to skip the damaged line and to say so. */
    public Replay strictness(Strictness reading) {
        strictness = reading;
        return this;
    }

    /** What goes wrong, and when the subscriber drains; a batch is never larger than {@link #batch} says. */
    public Replay plan(FaultPlan faults) {
        plan = faults;
        return this;
    }

    /** Lets the subscriber drain behind one more entry, so that a listener sees how the host stands there. */
    public Replay rest(long seq) {
        rest = seq;
        return this;
    }

    /** Reads the recording as this wire, whatever it says or looks like. */
    public Replay wire(@Nullable Wire forced) {
        wire = forced;
        return this;
    }

    /**
     * Another mapper than the native one. The wire's rule book still reads the frames, since joining requests with
     * answers and reading claims is the transport's work and never the mapper's.
     */
    public Replay mapper(MapperSource source) {
        mappers = source;
        return this;
    }

    /** Other rules than those that ship with Tapedeck. */
    public Replay rules(RuleBook book, Projection onto) {
        books = any -> Optional.of(book);
        projection = onto;
        return this;
    }

    /**
     * Offers a waypoint after about every so many entries, where the host is at rest; taking one costs a copy of its
     * state. There is none in a file without a header or a packed one, under a plan, or with another mapper.
     */
    public Replay waypoints(int every, Consumer<Supplier<Waypoint>> taker) {
        waypointsEvery = every;
        waypoints = taker;
        return this;
    }

    /**
     * Replays.
     *
     * @throws IOException if the recording cannot be read, or its wire has no rule book
     */
    public ReplayReport run() throws IOException {
        try (EntrySource reader = open()) {
            Header header = reader.header();
            Entry first = reader.next();
            Optional<RuleBook> book = books.apply(header.wire());
            if (book.isEmpty() && first != null) {
                boolean unsaid = reader.headerless() && wire == null;
                String hint = unsaid ? " (the file has no header; --wire says what it is)" : "";
                throw new IOException(path + ": expected a wire with a rule book, found " + header.wire() + hint
                        + "; there are " + RuleBooks.names());
            }
            listener.header(header);
            return run(reader, book.orElseGet(() -> RuleBook.jsonRpc(header.wire()).build()), first);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private ReplayReport run(EntrySource reader, RuleBook book, @Nullable Entry first) throws IOException {
        Header header = reader.header();
        Streams streams = Streams.of(header, books);
        Mapper mapper = mappers == null
                ? new NativeMapper(book, projection, header.started(), tracing)
                : mappers.open(header);
        Tally tally = new Tally();
        Function<HostListener, Host> fresh = watcher -> new Host(
                header.id(), header.started(), book, streams, mapper, limits, History.NONE, watcher, false);
        Limits bounds = plan.limits(limits);
        CleanRun clean = new CleanRun(fresh, book, plan, bounds.of(Limit.LINE), this::open, until);
        Invariants invariants = new Invariants(mapper).converging(clean, clean.altered());
        HostListener all = new Listeners(new Listeners(tally, invariants), listener);
        try (clean) {
            Host host = new Host(
                    header.id(), header.started(), book, streams, mapper, bounds, clean, all, tracing);
            Ending ending = play(reader, host, first, offers(header, book, fresh));
            invariants.over(host);
            return new ReplayReport(
                    header,
                    reader.headerless(),
                    tally.totals().values().stream().mapToLong(Long::longValue).sum(),
                    tally.totals(),
                    tally.kinds(),
                    tally.unmapped(),
                    tally.notes(),
                    tally.noteCount(),
                    host.counters(),
                    tally.epochs(),
                    host.maps().json(new Ordinals()),
                    host.maps().json(),
                    host.maps().json(new CanonicalIds(header.id(), tally.epochs())),
                    ending,
                    reader.damages(),
                    invariants.names(),
                    invariants.violations(),
                    invariants.excepted());
        }
    }

    private @Nullable Offers offers(Header header, RuleBook book, Function<HostListener, Host> fresh) {
        boolean possible = waypointsEvery > 0 && mappers == null && plan.equals(FaultPlan.NONE);
        Waypoint.Rules rules = new Waypoint.Rules(book, projection, header.started(), fresh);
        return possible ? new Offers(rules, waypointsEvery, waypoints) : null;
    }

    private @Nullable Ending play(
            EntrySource reader, Host host, @Nullable Entry first, @Nullable Offers offers) throws IOException {
        FaultPlan scheduled = plan.schedule() instanceof Schedule.Every(int frames)
                ? plan.with(new Schedule.Every(Math.min(frames, host.limits().count(Limit.BATCH))))
                : plan;
        Sink stream = plan.before(new Conductor(host, scheduled, plan.spacing()), plan.spacing());
        for (Entry entry = first; entry != null; entry = reader.next()) {
            if (entry.seq() > until) {
                host.drainAll();
                return null;
            }
            stream.entry(entry);
            if (reader.waits() || entry.seq() == rest) {
                host.drainAll();
            }
            if (offers != null) {
                offers.entry(reader, host);
            }
        }
        Ending ending = reader.ending();
        stream.ends(ending);
        return ending;
    }

    private EntrySource open() throws IOException {
        return source == null ? RecordingReader.open(path, strictness, wire) : source.open();
    }
}
