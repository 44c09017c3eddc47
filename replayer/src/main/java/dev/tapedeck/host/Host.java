package dev.tapedeck.host;

import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.FrameFault;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The host under test: takes what arrives, drains it in batches through the hook, folds the events into its maps, and
 * keeps to budgets and failure policy (runtime-event-path; decisions D1 to D14).
 *
 * <p>A simulation: it has no thread and no clock. Whoever drives it says when the subscriber drains, so every
 * schedule can be played and every run repeats to the byte.
 */
public final class Host implements HostView {
    /** Signals by which a host ends a provider on purpose. */
    private static final Set<String> FAREWELLS = Set.of("SIGTERM", "SIGINT", "SIGHUP");

    private final Run run;
    private final FrameQueue queue;
    private final Hook hook;
    private final Recovery recovery;
    private final Subscriber subscriber;
    private final EpochEnd end;
    private long arrivedFrames;

    /**
     * @param session the host's id of the session
     * @param started when the recording began, the base of arrival times
     * @param streams the event streams, where frames come on such
     * @param tracing whether state changes are told; costs a copy of every entry that changes
     */
    public Host(
            String session,
            Instant started,
            RuleBook book,
            Streams streams,
            Mapper mapper,
            Limits limits,
            History history,
            HostListener listener,
            boolean tracing) {
        this(new Run(session, started, book, streams, mapper, limits, listener, tracing), history);
    }

    private Host(Run run, History history) {
        this.run = run;
        this.queue = new FrameQueue(run.limits.count(Limit.QUEUE), this::settle);
        this.hook = new Hook(run);
        this.recovery = new Recovery(run, hook, queue, history);
        this.subscriber = new Subscriber(run, hook, recovery);
        this.end = new EpochEnd(run);
    }

    /**
     * A host that stands where this one does and goes its own way.
     *
     * @param mapper of the same rules
     * @param history what resyncs will read
     * @throws IllegalStateException unless this one is at rest
     */
    public Host fork(Mapper mapper, History history, HostListener listener, boolean tracing) {
        if (!atRest()) {
            throw new IllegalStateException("only a host at rest can be forked");
        }
        Host fork = new Host(new Run(run, mapper, listener, tracing), history);
        fork.arrivedFrames = arrivedFrames;
        fork.end.like(end);
        return fork;
    }

    Run run() {
        return run;
    }

    /** Whether nothing waits: no frame, no fault, no resync, no exit that has to explain a close. */
    public boolean atRest() {
        return queue.isEmpty() && !queue.lagging() && !hook.fails() && !recovery.isDue() && !end.waitsForExit();
    }

    /** Something arrives. It waits in the queue until {@link #drain()}; nothing here ever blocks. */
    public void arrive(Entry entry) {
        run.arrivedSeq = entry.seq();
        run.arrivedMicros = entry.micros();
        switch (entry) {
            case Frame frame -> arrive(frame);
            case LogLine line -> {
                end.heard(line);
                queue.add(new Arrival.Beside(line));
            }
            case HostAct act -> arrive(act);
        }
    }

    /** Whether a failure of the transport waits in the queue, for which a subscriber that keeps up would resync now. */
    public boolean failing() {
        return queue.failing();
    }

    /**
     * The subscriber takes what is queued, at most one batch, and calls the hook once.
     *
     * @return whether there was anything to take
     */
    public boolean drain() {
        if (queue.isEmpty() && !queue.lagging()) {
            return false;
        }
        long lag = queue.takeLag();
        if (lag > 0) {
            recovery.fail(
                    FailureKind.LAG,
                    lag + (lag == 1 ? " frame" : " frames") + " lost before the subscriber took them");
            recovery.recover();
        }
        List<Arrival> taken = queue.take(run.limits.count(Limit.BATCH));
        run.batch++;
        subscriber.map(taken);
        run.answers.writeDueErrors();
        recovery.recover();
        run.listener.stepped(this);
        return true;
    }

    /** Drains until nothing waits. */
    public void drainAll() {
        while (drain()) {}
    }

    /**
     * The process ends: what is queued is drained, what is open ends with it.
     *
     * @param exit exit code, absent when a signal ended it or it is unknown
     * @param signal name of the signal that ended it
     * @param reason word of the recording, for instance {@code exited}
     */
    public void processEnds(@Nullable Integer exit, @Nullable String signal, String reason) {
        drainAll();
        end.exited(exit, signal, reason);
        run.listener.stepped(this);
    }

    /** Writing to the provider failed: a protocol failure; its reason waits for the exit that explains it. */
    public void stdinBreaks() {
        breaks("stdin broke");
    }

    private void breaks(String what) {
        if (run.epoch.closed == null) {
            drainAll();
            end.broke(what);
            run.listener.stepped(this);
        }
    }

    /** Fault: the subscriber was too slow for the oldest queued frames; returns how many were lost. */
    public int lag(int frames) {
        return queue.lose(frames);
    }

    /** Fault: the next call of the hook that a drain makes fails as a whole. */
    public void failNextCall(String reason) {
        hook.failNext(reason);
    }

    /** Fault: the provider refuses the next subscription, so that the next resync cannot read history. */
    public void refuseNextSubscription(String reason) {
        recovery.refuseNextSubscription(reason);
    }

    /** Fault: an event stream ends while the process lives. */
    public void streamEnds(String stream) {
        if (run.epoch.closed == null) {
            queue.add(new Arrival.Failure(FailureKind.STREAM_ENDED, stream + " ended while the process lives"));
        }
    }

    /** The recording ends and the process lives on, as far as anybody knows. */
    public void recordingEnds() {
        drainAll();
        end.unexplained();
    }

    /** A resync that the user asks for. */
    public void retry() {
        if (run.epoch.closed == null) {
            recovery.resync();
            run.listener.stepped(this);
        }
    }

    @Override
    public int epoch() {
        return run.epoch.number;
    }

    @Override
    public long arrivedSeq() {
        return run.arrivedSeq;
    }

    @Override
    public long arrivedFrames() {
        return arrivedFrames;
    }

    @Override
    public int queuedFrames() {
        return queue.frames();
    }

    @Override
    public int queued() {
        return queue.size();
    }

    @Override
    public int outstandingRequests() {
        return run.epoch.requests.outstanding();
    }

    @Override
    public @Nullable String boundThread() {
        return run.epoch.maps.boundThread;
    }

    @Override
    public Scratch scratch() {
        return run.epoch.scratch;
    }

    @Override
    public Maps maps() {
        return run.epoch.maps;
    }

    @Override
    public Limits limits() {
        return run.limits;
    }

    @Override
    public @Nullable CloseCause closed() {
        return run.epoch.closed;
    }

    /** What was counted so far, over all epochs. */
    public Counters counters() {
        return run.counters;
    }

    private void arrive(HostAct act) {
        String stream = act.text("stream");
        if (stream != null) {
            run.epoch.decoder.streamIs(act.act().equals(HostAct.SUBSCRIBE), stream);
        }
        String signal = act.text("signal");
        if (act.act().equals(HostAct.SIGNAL) && signal != null) {
            run.epoch.signal = signal;
            run.epoch.farewell = FAREWELLS.contains(signal) ? signal : run.epoch.farewell;
        }
        if (act.act().equals(HostAct.STREAM_END)) {
            queue.add(new Arrival.Beside(act));
            streamEnds(act);
            return;
        }
        boolean successor = act.act().equals(HostAct.SPAWN) && !(run.epoch.fresh && run.epoch.closed == null);
        if (successor && (run.epoch.closed == null || end.waitsForExit())) {
            processEnds(null, null, "a new process took its place");
        }
        queue.add(new Arrival.Beside(act));
        if (successor) {
            run.epoch = new Epoch(run.epoch.number + 1, run);
            run.note(new HostNote.EpochOpened(act.seq(), run.epoch.number));
        }
        run.epoch.fresh &= !act.act().equals(HostAct.SPAWN);
    }

    /**
     * While the process lives, the end of the stream that is mapped is a failure and no reason to close. Where the
     * process is gone, the signal that it was sent is why, or else the exit that explains it is still to come.
     */
    private void streamEnds(HostAct act) {
        String stream = Objects.requireNonNullElse(act.text("stream"), "(unnamed)");
        if ("host".equals(act.text("by")) || !run.streams.isPrimary(stream)) {
            return;
        }
        boolean gone = Boolean.FALSE.equals(act.facts().get("alive"));
        if (gone && run.epoch.signal != null) {
            processEnds(null, run.epoch.signal, "signalled");
        } else if (gone) {
            breaks("event stream " + stream + " broke");
        } else {
            streamEnds(stream);
        }
    }

    private void arrive(Frame frame) {
        run.epoch.fresh = false;
        if (run.epoch.closed != null) {
            arrivedFrames++;
            queue.add(settled(frame, Disposition.UNDELIVERED, "after the close: " + run.epoch.closeReason));
            return;
        }
        switch (run.epoch.decoder.decode(frame)) {
            case Decoder.Decoded.Read(Message message) -> {
                arrivedFrames++;
                arrive(message);
            }
            case Decoder.Decoded.Seen(Message message, String stream) -> {
                arrivedFrames++;
                queue.add(new Arrival.Settled(
                        frame, message, Disposition.DUPLICATE, "a view of the events of " + stream));
            }
            case Decoder.Decoded.Skipped(Disposition disposition, String reason) -> {
                arrivedFrames++;
                queue.add(settled(frame, disposition, reason));
            }
            case Decoder.Decoded.Broken(String problem) -> {
                drainAll();
                arrivedFrames++;
                String reason = "frame " + frame.seq() + " " + problem;
                subscriber.tell(settled(frame, Disposition.FAULTED, reason));
                end.undecodable(reason, "a frame " + problem);
                run.listener.stepped(this);
            }
        }
    }

    private void arrive(Message message) {
        String gap = run.epoch.sequences.gapBefore(message);
        if (gap != null) {
            queue.add(new Arrival.Failure(FailureKind.GAP, gap));
        }
        RequestRef id = message.id();
        if (id != null && message.isServerRequest()) {
            String refused = run.answers.register(id, message);
            if (refused != null) {
                queue.add(new Arrival.Settled(
                        message.frame(), message, Disposition.DROPPED, "refused with a protocol error: " + refused));
                run.answers.writeDueErrors();
                return;
            }
        }
        if (message.direction() == Direction.IN) {
            if (id != null && Answers.isClientAnswer(message)) {
                run.epoch.requests.answerArrived(id);
            }
            claim(message);
        }
        queue.add(new Arrival.Mappable(message));
    }

    private void claim(Message message) {
        Send.Reader reader = run.book.sendOf(message).orElse(null);
        if (reader == null) {
            return;
        }
        try {
            Claim claim = run.epoch.claims.add(message.seq(), reader.read(new FrameView(message, null)));
            run.listener.claimed(claim);
        } catch (FrameFault fault) {
            // A send that cannot be read claims nothing; the mapper tells what is wrong with the frame.
            return;
        }
    }

    private void settle(Arrival arrival) {
        subscriber.settle(arrival);
    }

    private static Arrival.Settled settled(Frame frame, Disposition disposition, String reason) {
        return new Arrival.Settled(frame, null, disposition, reason);
    }
}
