package dev.tapedeck.host;

import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.canonical.EventType;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Outcome;
import dev.tapedeck.rules.Message;
import dev.tapedeck.runtime.RuntimeEvent;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The failure policy (runtime-event-path, Failures; decision D13): the first failure of an epoch is one visible
 * warning, the failures of one call share one resync, and a failure inside a resync causes none.
 */
final class Recovery {
    private final Run run;
    private final Hook hook;
    private final FrameQueue queue;
    private final History history;
    private boolean due;
    private boolean resyncing;
    private @Nullable String nextSubscriptionRefused;

    Recovery(Run run, Hook hook, FrameQueue queue, History history) {
        this.run = run;
        this.hook = hook;
        this.queue = queue;
        this.history = history;
    }

    /** Fault: the next resync cannot subscribe. */
    void refuseNextSubscription(String reason) {
        nextSubscriptionRefused = reason;
    }

    /** Whether a resync, or the failure of one, is still to come. */
    boolean isDue() {
        return due || nextSubscriptionRefused != null;
    }

    /** Something failed; the process stays up. */
    void fail(FailureKind kind, String reason) {
        Epoch epoch = run.epoch;
        run.note(new HostNote.Failed(run.arrivedSeq, epoch.number, kind, reason, resyncing));
        due |= !resyncing;
        epoch.lastSound = Math.min(epoch.lastSound, run.seenSeq);
        if (!epoch.warned) {
            epoch.warned = true;
            String visible = kind.word() + ": " + reason;
            epoch.maps.warning = visible;
            run.note(new HostNote.Warned(run.arrivedSeq, epoch.number, visible));
            run.written(List.of(Writer.warning(run.now(), visible)));
        }
    }

    /** Resyncs if anything failed since this was asked last. */
    void recover() {
        if (due) {
            due = false;
            resync();
        }
    }

    /** Subscribes, then reads history. */
    void resync() {
        resyncing = true;
        if (nextSubscriptionRefused != null) {
            fail(FailureKind.RESUBSCRIPTION, nextSubscriptionRefused);
            nextSubscriptionRefused = null;
        } else {
            Maps told = history.at(run.arrivedSeq);
            if (told != null) {
                reconcile(told);
            }
        }
        run.changes(run.arrivedSeq);
        resyncing = false;
    }

    private void reconcile(Maps told) {
        Epoch epoch = run.epoch;
        Resync resync = new Resync(epoch, run.limits, told);
        Reconciliation maps = reconciliation(epoch);
        resync.resumeThreads(maps);
        run.written(maps.applied());
        epoch.resumed = resync.resumed();
        mapRegistered(told);
        maps = reconciliation(epoch);
        maps.deny(told);
        resync.readHistory(maps);
        run.written(maps.applied());
        epoch.covered = run.arrivedSeq;
        epoch.lastSound = Long.MAX_VALUE;
        run.note(resync.note(run.arrivedSeq, epoch.covered));
        run.answers.writeDueErrors();
    }

    private Reconciliation reconciliation(Epoch epoch) {
        return epoch.fold.reconciliation(run.arrivedSeq, run.now(), run.book.streamed(), epoch.lastSound);
    }

    /** Requests whose frames the subscriber missed are mapped from the registry (decision D3). */
    private void mapRegistered(Maps told) {
        List<Message> frames = run.epoch.requests.unmapped();
        if (frames.isEmpty()) {
            return;
        }
        switch (hook.call(frames, true)) {
            case Hook.Answer.Mapped(MapResult result) -> apply(frames, result, told);
            case Hook.Answer.Failed(FailureKind kind, String reason) -> {
                fail(kind, reason);
                frames.forEach(frame -> run.epoch.requests.decide(frame.seq(), "could not be mapped: " + reason));
            }
        }
    }

    /**
     * Of a request that history knows, only the request is news: what else its frame told, an approval's item or a plan
     * perhaps, stands there.
     */
    private static @Nullable Emission news(Emission emission, Message message, Maps told) {
        CanonicalEvent event = emission.canonical();
        RequestEntry known = message.id() == null ? null : told.request(message.id());
        if (event == null || known == null || known.openedBy != message.seq()) {
            return emission;
        }
        List<RuntimeEvent> requests =
                emission.events().stream().filter(RuntimeEvent.RequestUpdated.class::isInstance).toList();
        return event.type().family() == EventType.Family.REQUEST
                ? new Emission(emission.frame(), event, requests, emission.reads())
                : null;
    }

    private void apply(List<Message> frames, MapResult result, Maps told) {
        if (queue.size() == 0) {
            // With frames still queued they will advance scratch themselves, in their own order.
            run.epoch.scratch = result.scratch();
        }
        for (int i = 0; i < frames.size(); i++) {
            int frame = i;
            Message message = frames.get(i);
            List<Emission> emissions = result.emissions().stream()
                    .filter(emission -> emission.frame() == frame)
                    .map(emission -> news(emission, message, told))
                    .filter(Objects::nonNull)
                    .toList();
            Outcome outcome = result.outcomes().get(i);
            run.answers.decide(message, outcome);
            run.epoch
                    .fold
                    .frame(message, i, emissions, run.time(message.frame().micros()), false)
                    .forEach(emission -> run.listener.written(message.seq(), emission));
        }
    }
}
