package dev.tapedeck.projection.amalgm;

import dev.tapedeck.amalgm.AmalgmPayload.Done;
import dev.tapedeck.amalgm.AmalgmPayload.Failure;
import dev.tapedeck.amalgm.AmalgmPayload.UsageFinal;
import dev.tapedeck.amalgm.AmalgmPayload.Warning;
import dev.tapedeck.amalgm.Cadence;
import dev.tapedeck.amalgm.Omission;
import dev.tapedeck.canonical.ErrorKind;
import dev.tapedeck.canonical.ItemSnapshot;
import dev.tapedeck.canonical.StopReason;
import dev.tapedeck.canonical.TelemetryPayload.RuntimeError;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Ends of turns, what they used, and the errors that they ended with. */
final class Turns {
    private final Recent<TurnBill> bills;
    /** For each thread, the context figures that were told last. */
    private final Recent<UsageFinal> contexts;
    /** For each thread, what all its turns used, as far as the running turn told it. */
    private final Recent<Usage> totals;
    /** For each thread, the turn that ended last. */
    private final Recent<String> ended;
    /** For each thread, whether the running turn's error is told; {@code ""} stands for errors about no thread. */
    private final Recent<Boolean> failures;

    /** The failed login that was told last, as long as no error repeats it. */
    private @Nullable String loginFailure;

    Turns() {
        bills = new Recent<>();
        contexts = new Recent<>();
        totals = new Recent<>();
        ended = new Recent<>();
        failures = new Recent<>();
    }

    /** A copy that goes its own way. */
    Turns(Turns other) {
        bills = other.bills.copy(TurnBill::new);
        contexts = other.contexts.copy(each -> each);
        totals = other.totals.copy(each -> each);
        ended = other.ended.copy(each -> each);
        failures = other.failures.copy(each -> each);
        loginFailure = other.loginFailure;
    }

    void started(Output out) {
        failures.remove(out.thread());
        failures.remove("");
    }

    /** A step outside of turns, a compaction for instance, is on no turn's bill and so bears its own cost. */
    void used(ThreadTokenUsageUpdated used, Output out) {
        Usage step = used.figures().step();
        if (step != null) {
            boolean alone = out.refs().turn() == null && step.billable();
            if (!alone) {
                bills.computeIfAbsent(turn(out), key -> new TurnBill()).add(step);
            }
            out.emit(figure(Cadence.CHAT_STEP, alone, step));
        }
        if (used.figures().thread() != null) {
            totals.put(out.thread(), used.figures().thread());
        }
        if (used.figures().contextTokens() != null) {
            context(used.figures(), out);
        }
    }

    /** The size of the context is told now and then; how full it is counts when it changed. */
    private void context(UsageFigures figures, Output out) {
        UsageFinal before = contexts.get(out.thread());
        boolean known = figures.contextWindow() == null && before != null;
        Long window = known ? before.contextWindow() : figures.contextWindow();
        UsageFinal snapshot = new UsageFinal(
                Cadence.CONTEXT_SNAPSHOT,
                false,
                false,
                figures.contextTokens(),
                null,
                null,
                null,
                null,
                null,
                window,
                null);
        if (!snapshot.equals(before)) {
            contexts.put(out.thread(), snapshot);
            out.emit(snapshot);
        }
    }

    void loginFailed(String message, Output out) {
        loginFailure = message;
        out.emit(new Failure(ErrorKind.AUTH, message));
    }

    void error(RuntimeError error, Output out) {
        if (error.message().equals(loginFailure)) {
            loginFailure = null;
            failed(out);
            out.omit(Omission.SAID_ALREADY);
            return;
        }
        ErrorKind kind = error.kind() == null ? ErrorKind.of(error.errorClass()) : error.kind();
        if (Objects.equals(error.willRetry(), true)) {
            out.emit(new Warning(error.message(), kind));
        } else {
            failed(out);
            out.emit(new Failure(kind, error.message()));
        }
    }

    void error(ItemSnapshot item, Output out) {
        failed(out);
        out.emit(new Failure(ErrorKind.UNKNOWN, Objects.requireNonNullElse(item.text(), "no message was told")));
    }

    /** An error of the running turn is told. */
    void failed(Output out) {
        failures.put(out.thread(), true);
    }

    void completed(TurnCompleted completed, Output out) {
        if (completed.state() == TurnState.IN_PROGRESS) {
            out.omit(Omission.TURN_START);
            return;
        }
        if (completed.errorMessage() != null && completed.state() == TurnState.FAILED && !failureTold(out)) {
            out.emit(new Failure(ErrorKind.UNKNOWN, completed.errorMessage()));
        }
        StopReason stop = completed.stop() == null ? StopReason.of(completed.state()) : completed.stop();
        end(completed.turnUsage(), out.ofSubAgent(), new Done(stop, completed.stopReason()), out);
    }

    void aborted(TurnAborted aborted, Output out) {
        StopReason stop = aborted.stop() == null ? StopReason.CANCELLED : aborted.stop();
        end(null, false, new Done(stop, aborted.reason()), out);
    }

    private boolean failureTold(Output out) {
        return failures.containsKey(out.thread()) || failures.containsKey("");
    }

    /**
     * A turn ends once, whichever of its ends is told first.
     *
     * @param inParent whether a turn that its provider does not count by itself is counted with the turn it works for
     */
    private void end(@Nullable Usage told, boolean inParent, Done done, Output out) {
        String turn = turn(out);
        if (out.refs().turn() != null && turn.equals(ended.put(out.thread(), turn))) {
            out.omit(Omission.SAID_ALREADY);
            return;
        }
        TurnBill bill = bills.remove(turn);
        Usage used = (bill == null ? new TurnBill() : bill).of(told);
        boolean billable = told != null || !inParent || bill != null && bill.billsSteps();
        Usage total = totals.remove(out.thread());
        if (used != null) {
            out.emit(figure(Cadence.CHAT_TURN, billable, used));
        } else if (total != null) {
            out.emit(figure(Cadence.THREAD_TOTAL, false, total));
        }
        failures.remove(out.thread());
        out.emit(done);
    }

    private static String turn(Output out) {
        return out.thread() + '\0' + out.refs().turn();
    }

    private static UsageFinal figure(Cadence cadence, boolean billable, Usage usage) {
        return new UsageFinal(
                cadence,
                billable,
                usage.exact(),
                usage.inputTokens(),
                usage.outputTokens(),
                usage.cachedInputTokens(),
                usage.cacheWriteTokens(),
                usage.reasoningTokens(),
                usage.totalTokens(),
                null,
                billable ? usage.costUsd() : null);
    }
}
