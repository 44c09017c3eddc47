package dev.tapedeck.replay;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.ThreadPayload.ThreadStarted;
import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.History;
import dev.tapedeck.host.Host;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.host.Item;
import dev.tapedeck.host.Maps;
import dev.tapedeck.invariant.Convergence;
import dev.tapedeck.invariant.Naming;
import dev.tapedeck.invariant.Subjects;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.rules.RuleBook;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
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
    private final Host host;
    private final Conductor conductor;
    private final Arrivals arrivals;
    private final int spacing;
    private final long longest;
    private final RuleBook book;
    private final Naming naming;
    private final Set<Long> altered = new HashSet<>();
    private final Map<Long, Subjects> subjects = new HashMap<>();
    /** Altered requests, whose answers nobody can join with them. */
    private final Map<RequestRef, Long> asked = new HashMap<>();
    /** Frames that told what was before. */
    private final Set<Long> history = new HashSet<>();
    /** Threads whose beginning the process told that runs now. */
    private final Set<String> begun = new HashSet<>();
    /** Whether that process took over in the middle of another's stream. */
    private boolean inMidstream;

    /**
     * @param host makes a host, without history, that tells this listener
     * @param book of the primary wire
     * @param plan of the faulty run
     * @param longest bytes of the longest line that the faulty run reads
     * @param until number of the last entry that counts
     */
    CleanRun(
            Function<HostListener, Host> host,
            RuleBook book,
            FaultPlan plan,
            long longest,
            Replay.Source source,
            long until) {
        this.longest = longest;
        this.spacing = plan.spacing();
        plan.altered().forEach(frame -> altered.add(frame * spacing));
        this.book = book;
        this.naming = Naming.of(book);
        this.host = host.apply(new Watching());
        FaultPlan reference = plan.reference();
        this.conductor = new Conductor(this.host, reference, spacing);
        this.arrivals = new Arrivals(source, reference, spacing, until);
    }

    /** Frames that reach the faulty host otherwise than the provider sent them, by the numbers that hosts see. */
    Set<Long> altered() {
        return altered;
    }

    /** @throws UncheckedIOException if the recording can no longer be read */
    @Override
    public Maps at(long seq) {
        arrivals.upTo(seq, conductor::entry);
        host.drainAll();
        return host.maps();
    }

    /** @throws UncheckedIOException if the recording can no longer be read */
    @Override
    public Maps atEnd() {
        arrivals.upTo(Long.MAX_VALUE, conductor::entry);
        Arrivals.End end = arrivals.takeEnd();
        if (end != null) {
            conductor.ends(end.ending());
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
    public boolean toldHistory(long seq) {
        atEnd();
        return history.contains(seq);
    }

    @Override
    public long openedBy(String thread, String item) {
        Item known = atEnd().item(thread, item);
        return known == null ? 0 : known.openedBy();
    }

    @Override
    public boolean countsTurns() {
        return naming != Naming.ITEMS;
    }

    @Override
    public boolean outOfPlace(long seq) {
        return seq % spacing != 0;
    }

    @Override
    public Subjects subjects(FrameResult result) {
        return Subjects.of(result, naming, named(result.message()));
    }

    private @Nullable String named(@Nullable Message message) {
        return message == null ? null : book.refs(new FrameView(message, null)).thread();
    }

    @Override
    public Set<RequestRef> askedByAltered() {
        atEnd();
        return asked.keySet();
    }

    @Override
    public boolean isHeadless(String thread) {
        atEnd();
        return inMidstream && naming != Naming.ITEMS && !begun.contains(thread);
    }

    @Override
    public Subjects subjects(Emission emission) {
        return Subjects.of(List.of(emission), naming);
    }

    @Override
    public void close() throws IOException {
        arrivals.close();
    }

    private static boolean isHistory(Emission emission) {
        return emission.canonical() != null && emission.canonical().history();
    }

    /** Takes note of what the altered frames were about. */
    private final class Watching implements HostListener {
        private final Set<String> spokenOf = new HashSet<>();
        /** Threads that processes before this one spoke of. */
        private final Set<String> earlier = new HashSet<>();
        /** What the client asked the process that runs now. */
        private final Set<RequestRef> askedHere = new HashSet<>();

        @Override
        public void note(HostNote note) {
            if (note instanceof HostNote.EpochOpened opened) {
                inMidstream = outOfPlace(opened.seq());
                earlier.addAll(spokenOf);
                begun.clear();
                askedHere.clear();
            }
        }

        @Override
        public void frame(FrameResult result) {
            begin(result);
            long seq = result.frame().seq();
            if (result.emissions().stream().anyMatch(CleanRun::isHistory)) {
                history.add(seq);
            }
            Message message = result.message();
            RequestRef id = message == null ? null : message.id();
            if (altered.contains(seq) || result.frame().payload().size() > longest) {
                subjects.put(seq, subjects(result));
                if (id != null && message.role() == Role.REQUEST) {
                    asked.put(id, seq);
                }
            } else if (id != null && message.role() != Role.REQUEST && asked.containsKey(id)) {
                subjects.merge(asked.get(id), subjects(result), Subjects::and);
            }
        }

        /**
         * A thread of an earlier process does not begin, nor what answers something that such a process was asked,
         * nor a child of either.
         */
        private void begin(FrameResult result) {
            Message message = result.message();
            RequestRef id = message == null ? null : message.id();
            if (id != null && message.direction() == Direction.IN) {
                askedHere.add(id);
            }
            boolean answersOthers = id != null && message.direction() == Direction.OUT
                    && message.role() != Role.REQUEST && !askedHere.contains(id);
            String answered = answersOthers ? named(message) : null;
            if (answered != null) {
                earlier.add(answered);
            }
            for (Emission emission : result.emissions()) {
                CanonicalEvent event = emission.canonical();
                String thread = event == null ? null : event.refs().thread();
                if (thread != null && answersOthers) {
                    earlier.add(thread);
                } else if (thread != null
                        && event.payload() instanceof ThreadStarted started
                        && begins(thread, started)) {
                    begun.add(thread);
                }
                if (thread != null) {
                    spokenOf.add(thread);
                }
            }
        }

        private boolean begins(String thread, ThreadStarted started) {
            // What a book only infers from a thread's words has no settings.
            return !earlier.contains(thread)
                    && (started.settings() != null || started.facts() != null || started.parentThread() != null)
                    && (started.parentThread() == null || begun.contains(started.parentThread()));
        }
    }
}
