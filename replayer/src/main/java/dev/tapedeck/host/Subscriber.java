package dev.tapedeck.host;

import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Message;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes batches from the queue through the hook into the maps, and tells what became of every frame. */
final class Subscriber {
    private final Run run;
    private final Hook hook;
    private final Recovery recovery;

    Subscriber(Run run, Hook hook, Recovery recovery) {
        this.run = run;
        this.hook = hook;
        this.recovery = recovery;
    }

    /** Maps one batch with one call and applies it, or nothing of it. */
    void map(List<Arrival> taken) {
        List<Message> frames = new ArrayList<>(taken.size());
        for (Arrival arrival : taken) {
            if (arrival instanceof Arrival.Mappable(Message message)) {
                frames.add(message);
            }
        }
        if (frames.isEmpty()) {
            taken.forEach(this::settle);
            return;
        }
        switch (hook.call(frames, false)) {
            case Hook.Answer.Mapped(MapResult result) -> apply(taken, result);
            case Hook.Answer.Failed(FailureKind kind, String reason) -> {
                recovery.fail(kind, reason);
                for (Arrival arrival : taken) {
                    settle(arrival instanceof Arrival.Mappable(Message message)
                            ? Arrival.undelivered(message, "part of a failed batch")
                            : arrival);
                }
            }
        }
    }

    /** Tells what became of something that no mapper decided about. */
    void settle(Arrival arrival) {
        switch (arrival) {
            case Arrival.Settled settled -> {
                run.seenSeq = settled.frame().seq();
                if (settled.disposition() == Disposition.FAULTED) {
                    recovery.fail(
                            FailureKind.FRAME_FAULT, "frame " + settled.frame().seq() + ": " + settled.reason());
                }
                Message message = settled.message();
                if (message != null && Answers.isClientAnswer(message)) {
                    // What the subscriber missed was still written to the provider.
                    run.answers.judge(message);
                }
                tell(settled);
            }
            case Arrival.Failure(FailureKind kind, String reason) -> recovery.fail(kind, reason);
            case Arrival.Beside(LogLine line) -> run.listener.log(line);
            case Arrival.Beside(HostAct act) -> run.listener.hostAct(act);
            case Arrival.Beside(Frame frame) ->
                throw new IllegalStateException("a frame beside frames: " + frame.seq());
            case Arrival.Mappable mappable ->
                throw new IllegalStateException("not mapped: " + mappable.message().seq());
        }
    }

    void tell(Arrival.Settled settled) {
        run.listener.frame(new FrameResult(
                settled.frame(), settled.message(), settled.disposition(), null, settled.reason(), List.of(), 0));
    }

    private void apply(List<Arrival> taken, MapResult result) {
        run.epoch.scratch = result.scratch();
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

    private void apply(Message message, int frame, List<Emission> emissions, Outcome outcome) {
        Fold fold = run.epoch.fold;
        run.seenSeq = message.seq();
        run.look(message.seq());
        boolean covered = message.seq() <= run.epoch.covered;
        Instant arrived = run.time(message.frame().micros());
        boolean counts = Answers.isClientAnswer(message) && run.answers.judge(message);
        List<Emission> applied = List.of();
        List<Emission> ignored = List.of();
        if (!emissions.isEmpty()) {
            applied = fold.frame(message, frame, emissions, arrived, covered);
            ignored = fold.ignored();
        }
        if (counts) {
            applied = new ArrayList<>(applied);
            applied.addAll(fold.answered(message, frame, arrived));
        }
        run.changes(message.seq());
        if (!covered) {
            run.answers.decide(message, outcome);
            if (outcome instanceof Outcome.Faulted(String reason)) {
                recovery.fail(
                        FailureKind.FRAME_FAULT, "frame " + message.seq() + " (" + message.kind() + "): " + reason);
            }
        }
        run.listener.frame(result(message, outcome, covered, applied, ignored));
    }

    private FrameResult result(
            Message message, Outcome outcome, boolean covered, List<Emission> applied, List<Emission> ignored) {
        Outcome.Mapped mapped = !covered && outcome instanceof Outcome.Mapped by ? by : null;
        return new FrameResult(
                message.frame(),
                message,
                covered ? Disposition.UNDELIVERED : disposition(outcome),
                mapped == null ? null : mapped.rule(),
                covered ? "covered by a resync" : reason(outcome),
                mapped == null ? List.of() : mapped.unmapped(),
                applied,
                run.batch,
                ignored);
    }

    private static Disposition disposition(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Mapped mapped -> Disposition.MAPPED;
            case Outcome.Duplicate duplicate -> Disposition.DUPLICATE;
            case Outcome.Dropped dropped -> Disposition.DROPPED;
            case Outcome.Unmapped unmapped -> Disposition.UNMAPPED;
            case Outcome.Faulted faulted -> Disposition.FAULTED;
        };
    }

    private static @Nullable String reason(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Mapped mapped -> null;
            case Outcome.Duplicate(String viewOf) -> "a view of " + viewOf;
            case Outcome.Dropped(String why) -> why;
            case Outcome.Unmapped unmapped -> null;
            case Outcome.Faulted(String why) -> why;
        };
    }
}
