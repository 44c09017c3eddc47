package dev.tapedeck.host;

import dev.tapedeck.mapping.MapContext;
import dev.tapedeck.mapping.MapResult;
import dev.tapedeck.mapping.Mapper;
import dev.tapedeck.rules.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls the mapping hook and keeps it to its budgets (runtime-event-path, Batch mapping and Budgets). */
final class Hook {
    /** How a call ended. */
    sealed interface Answer {
        record Mapped(MapResult result) implements Answer {}

        /** One failed call is one failure, however many frames it held. */
        record Failed(FailureKind kind, String reason) implements Answer {}
    }

    private final Run run;
    private @Nullable String nextFails;

    Hook(Run run) {
        this.run = run;
    }

    /** Fault: the next call outside of a resync fails. */
    void failNext(String reason) {
        nextFails = reason;
    }

    /** Whether the next call is to fail. */
    boolean fails() {
        return nextFails != null;
    }

    Answer call(List<Message> frames, boolean inResync) {
        Epoch epoch = run.epoch;
        boolean resumes = inResync || frames.getLast().seq() > epoch.covered;
        MapContext context = new MapContext(
                run.session,
                epoch.maps.boundThread,
                epoch.number,
                epoch.claims.waiting(),
                inResync ? 0 : epoch.covered,
                resumes ? epoch.resumed : List.of());
        MapResult result = null;
        Answer.Failed failed = null;
        long emitted = 0;
        if (nextFails != null && !inResync) {
            failed = new Answer.Failed(FailureKind.HOOK, nextFails);
            nextFails = null;
        } else {
            try {
                result = run.mapper.mapFrames(context, frames, epoch.scratch);
                emitted = EmittedBytes.of(result.emissions());
                failed = overflow(emitted, result.scratch().bytes());
            } catch (RuntimeException e) {
                // A mapper is a guest: whatever it throws is a failed call, never the end of the host.
                String reason = e instanceof Mapper.HookFailure ? String.valueOf(e.getMessage()) : e.toString();
                failed = new Answer.Failed(FailureKind.HOOK, reason);
            }
        }
        run.listener.called(new HookCall(
                run.batch,
                context,
                frames,
                epoch.scratch,
                result,
                emitted,
                failed == null ? null : failed.reason(),
                inResync));
        if (failed == null && resumes && !inResync) {
            epoch.resumed = List.of();
        }
        return failed == null ? new Answer.Mapped(result) : failed;
    }

    private Answer.@Nullable Failed overflow(long emitted, long scratch) {
        if (emitted > run.limits.of(Limit.EMITTED)) {
            return new Answer.Failed(FailureKind.EMITTED, expected(Limit.EMITTED, emitted));
        }
        Limit kept = run.mapper.reduces() ? Limit.STATE_BLOB : Limit.SCRATCH;
        if (scratch > run.limits.of(kept)) {
            return new Answer.Failed(FailureKind.SCRATCH, kept.word() + ": " + expected(kept, scratch));
        }
        return null;
    }

    private String expected(Limit limit, long found) {
        return "expected %d bytes at most, found %d".formatted(run.limits.of(limit), found);
    }
}
