package dev.tapedeck.replay;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.Sink;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.Maps;
import dev.tapedeck.invariant.Convergence;
import dev.tapedeck.invariant.Subjects;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.recording.EntrySource;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.rules.RuleBook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The same recording through a second host in which nothing goes wrong but the process itself. It is the provider's
 * history (decision D4), and what the faulty run is compared with at the end.
 *
 * <p>A second reader feeds it, as far as anybody asks; so memory stays flat and no frame is passed twice.
 */
final class CleanRun implements History, Convergence.Reference, AutoCloseable {
    private final Replay.Source source;
    private final Host host;
    private final Conductor conductor;
    private final Sink stream;
    private final int spacing;
    private final long until;
    private final boolean wireNamesThreads;
    private final boolean wireNamesTurns;
    private final Set<Long> altered = new HashSet<>();
    private final Map<Long, Subjects> subjects = new HashMap<>();
    private @Nullable EntrySource entries;
    private @Nullable Entry ahead;
    private boolean done;
    private boolean ended;
    /** The end of the process, once the stream is over and until the end is asked for. */
    private @Nullable Runnable over;

    /**
     * @param host makes a host, without history, that tells this listener
     * @param book of the primary wire
     * @param plan of the faulty run
     * @param until number of the last entry that counts
     */
    CleanRun(Function<HostListener, Host> host, RuleBook book, FaultPlan plan, Replay.Source source, long until) {
        this.source = source;
        this.spacing = plan.spacing();
        this.until = until;
        plan.altered().forEach(frame -> altered.add(frame * spacing));
        this.wireNamesThreads = book.names(RuleBook.Scope.THREAD);
        this.wireNamesTurns = book.names(RuleBook.Scope.TURN) && book.names(RuleBook.Scope.ITEM);
        this.host = host.apply(new Watching());
        FaultPlan reference = plan.reference();
        this.conductor = new Conductor(this.host, reference, spacing);
        this.stream = reference.before(new Arriving(), spacing);
    }

    /** Frames that reach the faulty host otherwise than the provider sent them, by the numbers that hosts see. */
    Set<Long> altered() {
        return altered;
    }

    /** @throws UncheckedIOException if the recording can no longer be read */
    @Override
    public Maps at(long seq) {
        pass(seq / spacing);
        endOfStream();
        host.drainAll();
        return host.maps();
    }

    /** @throws UncheckedIOException if the recording can no longer be read */
    @Override
    public Maps atEnd() {
        pass(until);
        endOfStream();
        if (over != null) {
            over.run();
            over = null;
        }
        host.drainAll();
        return host.maps();
    }

    @Override
    public Subjects subjects(long seq) {
        atEnd();
        return subjects.getOrDefault(seq, Subjects.NONE);
    }

    @Override
    public boolean outOfPlace(long seq) {
        return seq % spacing != 0;
    }

    @Override
    public Subjects subjects(FrameResult result) {
        return Subjects.of(result, wireNamesTurns);
    }

    /** Where frames do not name their thread, the start of one is also about the thread that is left with it. */
    private Subjects leftBehind(FrameResult result) {
        Set<String> threads = new HashSet<>();
        for (Emission emission : result.emissions()) {
            CanonicalEvent event = emission.canonical();
            if (!wireNamesThreads && event != null && event.payload() instanceof ThreadStarted started
                    && started.parentThread() != null) {
                threads.add(started.parentThread());
            }
        }
        return new Subjects(Set.of(), threads);
    }

    /** What was held back for what follows arrives, when nothing follows; the process may live on. */
    private void endOfStream() {
        if (done && !ended && entries != null) {
            ended = true;
            stream.ends(entries.ending());
        }
    }

    @Override
    public Subjects subjects(Emission emission) {
        return Subjects.of(emission, wireNamesTurns);
    }

    /** Passes log lines behind that entry too, so that it is seen when no frame follows. */
    private void pass(long last) {
        try {
            for (Entry entry = peek(); entry != null && (entry.seq() <= last || isLog(entry)); entry = peek()) {
                ahead = null;
                stream.entry(entry);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isLog(Entry entry) {
        return entry instanceof LogLine && entry.seq() <= until;
    }

    private @Nullable Entry peek() throws IOException {
        if (ahead == null && !done) {
            if (entries == null) {
                entries = source.open();
            }
            if (entries.waits()) {
                return null; // what comes later is no history yet
            }
            ahead = entries.next();
            done = ahead == null;
        }
        return ahead;
    }

    @Override
    public void close() throws IOException {
        if (entries != null) {
            entries.close();
        }
    }

    private final class Arriving implements Sink {
        @Override
        public void entry(Entry entry) {
            conductor.entry(entry);
        }

        @Override
        public void ends(@Nullable Ending ending) {
            over = () -> conductor.ends(ending);
        }
    }

    /** Takes note of what the altered frames were about. */
    private final class Watching implements HostListener {
        /** Altered requests, whose answers nobody can join with them. */
        private final Map<RequestRef, Long> asked = new HashMap<>();

        @Override
        public void frame(FrameResult result) {
            long seq = result.frame().seq();
            Message message = result.message();
            RequestRef id = message == null ? null : message.id();
            if (altered.contains(seq)) {
                subjects.put(seq, subjects(result).and(leftBehind(result)));
                if (id != null && message.role() == Role.REQUEST) {
                    asked.put(id, seq);
                }
            } else if (id != null && message.role() != Role.REQUEST && asked.containsKey(id)) {
                subjects.merge(asked.get(id), subjects(result), Subjects::and);
            }
        }
    }
}
