package dev.tapedeck.host;

import com.fasterxml.jackson.databind.JsonNode;
import dev.tapedeck.canonical.ExitKind;
import dev.tapedeck.canonical.RequestRef;
import dev.tapedeck.canonical.SessionPayload.SessionExited;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.FrameFault;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.Kind;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.Send;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The host under test: takes what arrives, drains it in batches through the hook, folds the events into its maps, and
 * keeps to budgets and failure policy (runtime-event-path; decisions D1 to D14).
 *
 * <p>A simulation: it has no thread and no clock. Whoever drives it says when the subscriber drains, so every
 * schedule can be played and every run repeats to the byte.
 */
public final class Host implements HostView {
    private final String session;
    private final Instant started;
    private final RuleBook book;
    private final Mapper mapper;
    private final Limits limits;
    private final History history;
    private final HostListener listener;
    private final @Nullable Trace trace;
    private final Counters counters = new Counters();
    private final FrameQueue queue;
    private final boolean[] trimmed = new boolean[Limit.values().length];

    private Epoch epoch;
    private long arrivedSeq;
    private long arrivedFrames;
    private long arrivedMicros;
    private long batch;
    private boolean failing;
    private boolean resyncing;
    private @Nullable String nextCallFails;
    private @Nullable String nextSubscriptionRefused;
    private @Nullable String lastLog;
    private @Nullable String broken;

    /**
     * @param session the host's id of the session
     * @param started when the recording began, the base of arrival times
     * @param tracing whether state changes are told; costs a copy of every entry that changes
     */
    public Host(
            String session,
            Instant started,
            RuleBook book,
            Mapper mapper,
            Limits limits,
            History history,
            HostListener listener,
            boolean tracing) {
        this.session = session;
        this.started = started;
        this.book = book;
        this.mapper = mapper;
        this.limits = limits;
        this.history = history;
        this.listener = listener;
        this.trace = tracing ? new Trace() : null;
        this.queue = new FrameQueue(limits.count(Limit.QUEUE), this::settle);
        this.epoch = newEpoch(1);
    }

    /** Something arrives. It waits in the queue until {@link #drain()}; nothing here ever blocks. */
    public void arrive(Entry entry) {
        arrivedSeq = entry.seq();
        arrivedMicros = entry.micros();
        switch (entry) {
            case Frame frame -> arrive(frame);
            case LogLine line -> {
                lastLog = line.payload().display();
                queue.add(new Arrival.Beside(line));
            }
            case HostAct act -> arrive(act);
        }
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
            fail(FailureKind.LAG, lag + (lag == 1 ? " frame" : " frames") + " lost before the subscriber took them");
            recover();
        }
        List<Arrival> taken = queue.take(limits.count(Limit.BATCH));
        batch++;
        map(taken);
        writeDueErrors();
        recover();
        listener.stepped(this);
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
        boolean graceful = signal == null && (exit == null ? !reason.equals("start-failed") : exit == 0);
        String how = signal != null ? "signal " + signal : exit != null ? "exit code " + exit : reason;
        if (!graceful && lastLog != null) {
            how += ": " + lastLog;
        }
        if (broken != null && epoch.closed == CloseCause.PROTOCOL) {
            broken = null;
            note(new HostNote.Closed(arrivedSeq, epoch.number, CloseCause.PROTOCOL, "stdin broke, " + how, false));
        } else if (epoch.closed == null) {
            close(CloseCause.EXIT, how, graceful);
        }
        listener.stepped(this);
    }

    /** Writing to the provider failed: a protocol failure; its reason waits for the exit that explains it. */
    public void stdinBreaks() {
        if (epoch.closed == null) {
            drainAll();
            broken = "stdin broke";
            close(CloseCause.PROTOCOL, broken, false);
        }
    }

    /** Fault: the subscriber was too slow for the oldest queued frames; returns how many were lost. */
    public int lag(int frames) {
        return queue.lose(frames);
    }

    /** Fault: the next call of the hook that a drain makes fails as a whole. */
    public void failNextCall(String reason) {
        nextCallFails = reason;
    }

    /** Fault: the provider refuses the next subscription, so that the next resync cannot read history. */
    public void refuseNextSubscription(String reason) {
        nextSubscriptionRefused = reason;
    }

    /** The recording ends and the process lives on, as far as anybody knows. */
    public void recordingEnds() {
        drainAll();
        if (broken != null) {
            note(new HostNote.Closed(arrivedSeq, epoch.number, CloseCause.PROTOCOL, broken, false));
            broken = null;
        }
    }

    /** A resync that the user asks for. */
    public void retry() {
        if (epoch.closed == null) {
            resync();
            listener.stepped(this);
        }
    }

    @Override
    public int epoch() {
        return epoch.number;
    }

    @Override
    public long arrivedSeq() {
        return arrivedSeq;
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
        return epoch.requests.outstanding();
    }

    @Override
    public @Nullable String boundThread() {
        return epoch.maps.boundThread;
    }

    @Override
    public Scratch scratch() {
        return epoch.scratch;
    }

    @Override
    public Maps maps() {
        return epoch.maps;
    }

    @Override
    public Limits limits() {
        return limits;
    }

    @Override
    public @Nullable CloseCause closed() {
        return epoch.closed;
    }

    /** What was counted so far, over all epochs. */
    public Counters counters() {
        return counters;
    }

    private void arrive(HostAct act) {
        if (act.act().equals(HostAct.SPAWN) && !(epoch.fresh && epoch.closed == null)) {
            if (epoch.closed == null) {
                processEnds(null, null, "a new process took its place");
            }
            queue.add(new Arrival.Beside(act));
            epoch = newEpoch(epoch.number + 1);
            note(new HostNote.EpochOpened(act.seq(), epoch.number));
            return;
        }
        queue.add(new Arrival.Beside(act));
    }

    private void arrive(Frame frame) {
        epoch.fresh = false;
        if (epoch.closed != null) {
            arrivedFrames++;
            queue.add(undelivered(frame, null, "after the close: " + epoch.closeReason));
            return;
        }
        Decoder.Decoded decoded = epoch.decoder.decode(frame);
        if (decoded instanceof Decoder.Decoded.Broken(String reason)) {
            drainAll();
            arrivedFrames++;
            tell(new Arrival.Settled(frame, null, Disposition.FAULTED, reason));
            close(CloseCause.PROTOCOL, reason, false);
            listener.stepped(this);
            return;
        }
        arrivedFrames++;
        switch (decoded) {
            case Decoder.Decoded.Read(Message message) -> arrive(message);
            case Decoder.Decoded.Skipped(Disposition disposition, String reason) ->
                queue.add(new Arrival.Settled(frame, null, disposition, reason));
            case Decoder.Decoded.Broken broken -> throw new IllegalStateException(broken.reason());
        }
    }

    private void arrive(Message message) {
        RequestRef id = message.id();
        if (id != null && message.isServerRequest()) {
            String refused = epoch.requests.register(id, message);
            if (refused != null) {
                note(new HostNote.RequestRefused(
                        message.seq(), epoch.number, id, message.kind().path(), refused));
                queue.add(new Arrival.Settled(
                        message.frame(), message, Disposition.DROPPED, "refused with a protocol error: " + refused));
                writeDueErrors();
                return;
            }
        }
        if (message.direction() == Direction.IN) {
            if (id != null && isClientAnswer(message)) {
                epoch.requests.answerArrived(id);
            }
            claim(message);
        }
        queue.add(new Arrival.Mappable(message));
    }

    private void claim(Message message) {
        Send.Reader reader = book.sendOf(message).orElse(null);
        if (reader == null) {
            return;
        }
        try {
            Send send = reader.read(new FrameView(message, null));
            Claim claim = new Claim(
                    Long.toString(message.seq()),
                    message.seq(),
                    send.thread(),
                    send.text(),
                    send.attachments(),
                    epoch.claims.nonce());
            epoch.claims.add(claim);
            listener.claimed(claim);
        } catch (FrameFault fault) {
            // A send that cannot be read claims nothing; the mapper tells what is wrong with the frame.
            return;
        }
    }

    /** Maps and applies one batch. */
    private void map(List<Arrival> taken) {
        List<Message> frames = new ArrayList<>(taken.size());
        for (Arrival arrival : taken) {
            if (arrival instanceof Arrival.Mappable(Message message)) {
                frames.add(message);
            }
        }
        MapResult result = frames.isEmpty() ? new MapResult(List.of(), epoch.scratch, List.of()) : call(frames);
        if (result == null) {
            for (Arrival arrival : taken) {
                settle(arrival instanceof Arrival.Mappable(Message message)
                        ? undelivered(message.frame(), message, "part of a failed batch")
                        : arrival);
            }
            return;
        }
        epoch.scratch = result.scratch();
        List<Emission> emissions = result.emissions();
        int frame = 0;
        int next = 0;
        for (Arrival arrival : taken) {
            if (!(arrival instanceof Arrival.Mappable(Message message))) {
                settle(arrival);
                continue;
            }
            int from = next;
            while (next < emissions.size() && emissions.get(next).frame() == frame) {
                next++;
            }
            apply(message, frame, emissions.subList(from, next), result.outcomes().get(frame));
            frame++;
        }
    }

    /** Calls the hook; null when the call failed as a whole. */
    private @Nullable MapResult call(List<Message> frames) {
        MapContext context =
                new MapContext(
                        session, epoch.maps.boundThread, epoch.number, epoch.claims.waiting(), lastTurn(frames), 0);
        MapResult result = null;
        FailureKind kind = FailureKind.HOOK;
        String failure = resyncing ? null : nextCallFails;
        long emitted = 0;
        if (failure == null) {
            try {
                result = mapper.mapFrames(context, frames, epoch.scratch);
                emitted = EmittedBytes.of(result.emissions());
                if (emitted > limits.of(Limit.EMITTED)) {
                    kind = FailureKind.EMITTED;
                    failure = overflow(Limit.EMITTED, emitted);
                } else if (result.scratch().bytes() > limits.of(Limit.SCRATCH)) {
                    kind = FailureKind.SCRATCH;
                    failure = overflow(Limit.SCRATCH, result.scratch().bytes());
                }
            } catch (RuntimeException e) {
                // A mapper is a guest: whatever it throws is a failed call, never the end of the host.
                failure = e instanceof Mapper.HookFailure ? e.getMessage() : e.toString();
            }
        }
        nextCallFails = resyncing ? nextCallFails : null;
        listener.called(new HookCall(
                batch, context, frames, epoch.scratch, result, emitted, failure, resyncing));
        if (failure != null) {
            fail(kind, failure);
            return null;
        }
        return result;
    }

    /** Frames that a resync covers still count their turns by themselves; only later ones go on from its number. */
    private int lastTurn(List<Message> frames) {
        return frames.getFirst().seq() > epoch.covered ? epoch.lastTurn : 0;
    }

    private String overflow(Limit limit, long found) {
        return "expected %d bytes at most, found %d".formatted(limits.of(limit), found);
    }

    private void apply(Message message, int frame, List<Emission> emissions, Outcome outcome) {
        boolean covered = message.seq() <= epoch.covered;
        Instant arrived = time(message.frame().micros());
        boolean counts = isClientAnswer(message) && answer(message);
        List<Emission> applied =
                emissions.isEmpty() ? List.of() : epoch.fold.frame(message, frame, emissions, arrived, covered);
        List<Emission> ignored = emissions.isEmpty() ? List.of() : epoch.fold.ignored();
        if (counts) {
            List<Emission> all = new ArrayList<>(applied);
            all.addAll(epoch.fold.answered(message, frame, arrived));
            applied = all;
        }
        changes(message.seq());
        if (covered) {
            listener.frame(new FrameResult(
                    message.frame(),
                    message,
                    Disposition.UNDELIVERED,
                    null,
                    "covered by a resync",
                    List.of(),
                    applied,
                    batch,
                    ignored));
            return;
        }
        if (message.isServerRequest() && message.id() != null) {
            decide(message, outcome);
        }
        if (outcome instanceof Outcome.Faulted(String reason)) {
            fail(FailureKind.FRAME_FAULT, "frame " + message.seq() + " (" + message.kind() + "): " + reason);
        }
        listener.frame(result(message, outcome, applied, ignored));
    }

    /** The client's answer takes its turn; returns whether it counts. */
    private boolean answer(Message message) {
        RequestRef id = Objects.requireNonNull(message.id());
        String refused = epoch.requests.answer(id, message.seq());
        if (refused != null) {
            note(new HostNote.AnswerRefused(message.seq(), epoch.number, id, refused));
        }
        return refused == null;
    }

    /** A request that opened nothing in the maps is answered with a protocol error, in its turn. */
    private void decide(Message message, Outcome outcome) {
        String error = switch (outcome) {
            case Outcome.Mapped mapped -> null;
            case Outcome.Duplicate duplicate -> null;
            case Outcome.Dropped(String reason) -> "not supported: " + reason;
            case Outcome.Unmapped unmapped -> "method not found";
            case Outcome.Faulted(String reason) -> "invalid request: " + reason;
        };
        epoch.requests.decide(message.seq(), error);
    }

    private void writeDueErrors() {
        for (Requests.Registered due : epoch.requests.dueErrors()) {
            note(new HostNote.ErrorWritten(
                    arrivedSeq, epoch.number, due.seq, due.ref, due.method, Objects.requireNonNull(due.error)));
        }
    }

    private FrameResult result(
            Message message, Outcome outcome, List<Emission> applied, List<Emission> ignored) {
        Disposition disposition = switch (outcome) {
            case Outcome.Mapped mapped -> Disposition.MAPPED;
            case Outcome.Duplicate duplicate -> Disposition.DUPLICATE;
            case Outcome.Dropped dropped -> Disposition.DROPPED;
            case Outcome.Unmapped unmapped -> Disposition.UNMAPPED;
            case Outcome.Faulted faulted -> Disposition.FAULTED;
        };
        String reason = switch (outcome) {
            case Outcome.Mapped mapped -> null;
            case Outcome.Duplicate(String viewOf) -> "a view of " + viewOf;
            case Outcome.Dropped(String why) -> why;
            case Outcome.Unmapped unmapped -> null;
            case Outcome.Faulted(String why) -> why;
        };
        Outcome.Mapped mapped = outcome instanceof Outcome.Mapped by ? by : null;
        return new FrameResult(
                message.frame(),
                message,
                disposition,
                mapped == null ? null : mapped.rule(),
                reason,
                mapped == null ? List.of() : mapped.unmapped(),
                applied,
                batch,
                ignored);
    }

    private static Arrival.Settled undelivered(Frame frame, @Nullable Message message, String reason) {
        return new Arrival.Settled(frame, message, Disposition.UNDELIVERED, reason);
    }

    /** Tells what became of something that no mapper decided about. */
    private void settle(Arrival arrival) {
        switch (arrival) {
            case Arrival.Settled settled -> {
                if (settled.disposition() == Disposition.FAULTED) {
                    fail(FailureKind.FRAME_FAULT, "frame " + settled.frame().seq() + ": " + settled.reason());
                }
                Message message = settled.message();
                if (message != null && isClientAnswer(message)) {
                    // What the subscriber missed was still written to the provider.
                    answer(message);
                }
                tell(settled);
            }
            case Arrival.Beside(LogLine line) -> listener.log(line);
            case Arrival.Beside(HostAct act) -> listener.hostAct(act);
            case Arrival.Beside(Frame frame) -> throw new IllegalStateException("a frame beside frames: " + frame.seq());
            case Arrival.Mappable mappable -> throw new IllegalStateException("not mapped: " + mappable.message().seq());
        }
    }

    private void tell(Arrival.Settled settled) {
        listener.frame(new FrameResult(
                settled.frame(), settled.message(), settled.disposition(), null, settled.reason(), List.of(), 0));
    }

    private void fail(FailureKind kind, String reason) {
        note(new HostNote.Failed(arrivedSeq, epoch.number, kind, reason, resyncing));
        failing |= !resyncing;
        if (!epoch.warned) {
            epoch.warned = true;
            String visible = kind.word() + ": " + reason;
            epoch.maps.warning = visible;
            note(new HostNote.Warned(arrivedSeq, epoch.number, visible));
            listener.written(arrivedSeq, Writer.warning(time(arrivedMicros), visible));
        }
    }

    /** The failures of one call share one resync (decision D13). */
    private void recover() {
        if (failing) {
            failing = false;
            resync();
        }
    }

    private void resync() {
        resyncing = true;
        if (nextSubscriptionRefused != null) {
            fail(FailureKind.RESUBSCRIPTION, nextSubscriptionRefused);
            nextSubscriptionRefused = null;
        } else {
            Maps told = history.at(arrivedSeq);
            if (told != null) {
                reconcile(told);
            }
        }
        changes(arrivedSeq);
        resyncing = false;
    }

    private void reconcile(Maps told) {
        Resync resync = new Resync(epoch, limits, told);
        List<Emission> applied = epoch.fold.reconcile(arrivedSeq, time(arrivedMicros));
        resync.resumeThreads();
        applied.forEach(emission -> listener.written(arrivedSeq, emission));
        mapRegistered();
        applied = epoch.fold.reconcile(arrivedSeq, time(arrivedMicros));
        resync.readHistory();
        applied.forEach(emission -> listener.written(arrivedSeq, emission));
        epoch.covered = arrivedSeq;
        epoch.lastTurn = resync.lastTurn();
        note(resync.note(arrivedSeq, epoch.covered));
        writeDueErrors();
    }

    /** Requests whose frames the subscriber missed are mapped from the registry (decision D3). */
    private void mapRegistered() {
        List<Message> frames = epoch.requests.unmapped();
        if (frames.isEmpty()) {
            return;
        }
        MapResult result = call(frames);
        if (result == null) {
            frames.forEach(frame -> epoch.requests.decide(frame.seq(), "could not be mapped"));
            return;
        }
        if (queue.size() == 0) {
            epoch.scratch = result.scratch();
        }
        for (int i = 0; i < frames.size(); i++) {
            int frame = i;
            Message message = frames.get(i);
            List<Emission> emissions =
                    result.emissions().stream().filter(emission -> emission.frame() == frame).toList();
            Outcome outcome = result.outcomes().get(i);
            decide(message, outcome);
            epoch.fold
                    .frame(message, i, emissions, time(message.frame().micros()), false)
                    .forEach(emission -> listener.written(message.seq(), emission));
        }
    }

    private void close(CloseCause cause, String reason, boolean graceful) {
        TurnDetail detail = graceful ? TurnDetail.INTERRUPTED : TurnDetail.FAILED;
        Instant now = time(arrivedMicros);
        for (Emission emission : epoch.fold.processEnded(arrivedSeq, now, detail, reason)) {
            listener.written(arrivedSeq, emission);
        }
        changes(arrivedSeq);
        ExitKind kind = graceful ? ExitKind.GRACEFUL : ExitKind.ERROR;
        listener.written(arrivedSeq, Writer.sessionExited(now, new SessionExited(reason, true, kind)));
        epoch.closed = cause;
        epoch.closeReason = reason;
        if (broken == null) {
            note(new HostNote.Closed(arrivedSeq, epoch.number, cause, reason, graceful));
        }
    }

    private Epoch newEpoch(int number) {
        Arrays.fill(trimmed, false);
        return new Epoch(
                number, session + "#" + number, limits, book.dialect().open(), counters, new Acts(), trace);
    }

    private void changes(long seq) {
        if (trace != null) {
            trace.take().forEach(change -> listener.changed(seq, change));
        }
    }

    private void note(HostNote note) {
        listener.note(note);
    }

    private Instant time(long micros) {
        return started.plusNanos(micros * 1000);
    }

    private static boolean isClientAnswer(Message message) {
        return message.direction() == Direction.IN
                && message.id() != null
                && (message.role() == Role.RESULT || message.role() == Role.ERROR);
    }

    private final class Acts implements Fold.Acts {
        @Override
        public void cancelled(long seq, Requests.Registered request) {
            note(new HostNote.CancelWritten(
                    seq,
                    epoch.number,
                    request.ref,
                    request.method,
                    cancelAnswer(new Kind(request.method))));
        }

        private @Nullable JsonNode cancelAnswer(Kind kind) {
            return book.cancelAnswer(kind.path())
                    .or(() -> kind.parent().map(this::cancelAnswer))
                    .orElse(null);
        }

        @Override
        public void evidenceRefused(long seq, String send, String reason) {
            note(new HostNote.EvidenceRefused(seq, epoch.number, send, reason));
        }

        @Override
        public void trimmed(long seq, Limit limit, String what) {
            if (!trimmed[limit.ordinal()]) {
                trimmed[limit.ordinal()] = true;
                note(new HostNote.Trimmed(seq, epoch.number, limit, what));
            }
        }
    }
}
