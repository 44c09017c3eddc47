package dev.tapedeck.host;

import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.RuleBook;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the parts of one host share: its settings, how far it is, and whom it tells. */
final class Run {
    final String session;
    final Instant started;
    final RuleBook book;
    final Mapper mapper;
    final Streams streams;
    final Limits limits;
    final HostListener listener;
    final @Nullable Trace trace;
    final Counters counters;
    final Answers answers = new Answers(this);

    Epoch epoch;
    long arrivedSeq;
    long arrivedMicros;
    /** Seq of the frame that the subscriber came to last. */
    long seenSeq;
    /** Number of the batch that was taken last. */
    long batch;

    Run(
            String session,
            Instant started,
            RuleBook book,
            Streams streams,
            Mapper mapper,
            Limits limits,
            HostListener listener,
            boolean tracing) {
        this.session = session;
        this.started = started;
        this.book = book;
        this.streams = streams;
        this.mapper = mapper;
        this.limits = limits;
        this.listener = listener;
        this.trace = tracing ? new Trace() : null;
        this.counters = new Counters();
        this.epoch = new Epoch(1, this);
    }

    /** A copy that goes its own way, with another mapper of the same rules, and tells somebody else. */
    Run(Run other, Mapper mapper, HostListener listener, boolean tracing) {
        this.session = other.session;
        this.started = other.started;
        this.book = other.book;
        this.streams = other.streams;
        this.mapper = mapper;
        this.limits = other.limits;
        this.listener = listener;
        this.trace = tracing ? new Trace() : null;
        this.counters = new Counters(other.counters);
        this.epoch = new Epoch(other.epoch, this);
        this.arrivedSeq = other.arrivedSeq;
        this.arrivedMicros = other.arrivedMicros;
        this.seenSeq = other.seenSeq;
        this.batch = other.batch;
    }

    void note(HostNote note) {
        listener.note(note);
    }

    /** Tells events that belong to no frame. */
    void written(List<Emission> emissions) {
        emissions.forEach(emission -> listener.written(arrivedSeq, emission));
    }

    /** Looks at what the frame changes, if anybody wants to know. */
    void look(long seq) {
        if (trace != null) {
            trace.look(listener.wantsChanges(seq));
        }
    }

    /** Tells what a step changed in the maps, when tracing. */
    void changes(long seq) {
        if (trace != null) {
            trace.take().forEach(change -> listener.changed(seq, change));
        }
    }

    /** Arrival of what arrived last. */
    Instant now() {
        return time(arrivedMicros);
    }

    Instant time(long micros) {
        return started.plusNanos(micros * 1000);
    }
}
