package dev.tapedeck.projection;

import dev.tapedeck.canonical.Refs;
import dev.tapedeck.canonical.StepStatus;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnPayload.TurnAborted;
import dev.tapedeck.canonical.TurnPayload.TurnCompleted;
import dev.tapedeck.canonical.TurnPayload.TurnDiffUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnPlanUpdated;
import dev.tapedeck.canonical.TurnPayload.TurnStarted;
import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.runtime.ItemKind;
import dev.tapedeck.runtime.ItemPatch;
import dev.tapedeck.runtime.ItemState;
import dev.tapedeck.runtime.Patch;
import dev.tapedeck.runtime.RuntimeEvent;
import dev.tapedeck.runtime.RuntimeEvent.TurnUpdated;
import dev.tapedeck.runtime.RuntimeEvent.UsageUpdated;
import dev.tapedeck.runtime.TextPatch;
import dev.tapedeck.runtime.TurnDetail;
import dev.tapedeck.runtime.TurnPhase;
import dev.tapedeck.scratch.Scratch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** {@code turn.*} as TurnUpdated and UsageUpdated, and a turn's plan as one item. */
final class TurnProjection {
    private static final String PLAN = "plan:";

    private final Refs refs;
    private final boolean history;
    private final Scratch.Editor scratch;

    TurnProjection(Refs refs, boolean history, Scratch.Editor scratch) {
        this.refs = refs;
        this.history = history;
        this.scratch = scratch;
    }

    List<RuntimeEvent> project(TurnPayload payload) {
        String thread = refs.thread();
        if (thread == null) {
            return List.of();
        }
        return switch (payload) {
            case TurnStarted started -> history ? List.of() : List.of(started(thread, started));
            case TurnCompleted completed -> completed(thread, completed);
            case TurnAborted aborted -> ended(thread, Patch.set(TurnDetail.INTERRUPTED), aborted.reason(), null, null);
            case TurnPlanUpdated plan -> List.of(plan(thread, plan));
            case TurnDiffUpdated diff -> List.of();
        };
    }

    private RuntimeEvent started(String thread, TurnStarted started) {
        return new TurnUpdated(
                thread,
                refs.turn(),
                TurnPhase.WORKING,
                Patch.keep(),
                Patch.keep(),
                Patch.told(new ThreadParents(scratch).of(thread)),
                Patch.told(started.startedAt()),
                Patch.keep());
    }

    private List<RuntimeEvent> completed(String thread, TurnCompleted completed) {
        return switch (completed.state()) {
            case COMPLETED -> ended(thread, Patch.clear(), completed);
            case FAILED -> ended(thread, Patch.set(TurnDetail.FAILED), completed);
            case INTERRUPTED, CANCELLED -> ended(thread, Patch.set(TurnDetail.INTERRUPTED), completed);
            case IN_PROGRESS -> List.of(TurnUpdated.phase(thread, refs.turn(), TurnPhase.WORKING));
        };
    }

    private List<RuntimeEvent> ended(String thread, Patch<TurnDetail> detail, TurnCompleted told) {
        return ended(thread, detail, told.errorMessage(), told.completedAt(), told.turnUsage());
    }

    private List<RuntimeEvent> ended(
            String thread,
            Patch<TurnDetail> detail,
            @Nullable String statusLine,
            @Nullable Instant completedAt,
            @Nullable Usage usage) {
        List<RuntimeEvent> events = new ArrayList<>(3);
        String planned = scratch.text(ScratchKeys.plan(thread));
        if (planned != null) {
            events.add(planItem(thread, planned).state(ItemState.COMPLETED).event());
        }
        scratch.remove(ScratchKeys.plan(thread));
        scratch.remove(ScratchKeys.compaction(thread));
        if (usage != null) {
            events.add(new UsageUpdated(thread, refs.turn(), new UsageFigures(null, usage, null, null, null)));
        }
        events.add(new TurnUpdated(
                thread,
                refs.turn(),
                TurnPhase.IDLE,
                detail,
                Patch.told(statusLine),
                Patch.keep(),
                Patch.keep(),
                Patch.told(completedAt)));
        return events;
    }

    /**
     * A plan without an item of its own stays open until its turn ends, since each update replaces the one before. Then
     * the list is complete, whatever of it is left to do: its steps tell that, and no plan fails (beside decision D2).
     */
    private RuntimeEvent plan(String thread, TurnPlanUpdated plan) {
        StringBuilder text = new StringBuilder();
        for (TurnPlanUpdated.Step step : plan.plan()) {
            text.append(text.isEmpty() ? "" : "\n").append(box(step.status())).append(' ').append(step.step());
        }
        TextPatch whole = new TextPatch.Replace(text.toString());
        if (refs.item() != null) {
            return new ItemPatch(thread, refs.turn(), refs.item(), ItemKind.PLAN)
                    .detail(plan.explanation())
                    .text(whole)
                    .event();
        }
        String turn = Objects.requireNonNullElse(refs.turn(), "");
        if (!turn.equals(scratch.text(ScratchKeys.plan(thread)))) {
            scratch.put(ScratchKeys.plan(thread), turn);
        }
        return planItem(thread, turn)
                .state(ItemState.OPEN)
                .detailOrNone(plan.explanation())
                .text(whole)
                .event();
    }

    /** The turn whose plan an item of that id is; null when it is none. */
    static @Nullable String turnOfPlan(String item) {
        return item.startsWith(PLAN) ? item.substring(PLAN.length()) : null;
    }

    private static ItemPatch planItem(String thread, String turn) {
        return new ItemPatch(thread, turn.isEmpty() ? null : turn, PLAN + turn, ItemKind.PLAN);
    }

    private static String box(StepStatus status) {
        return switch (status) {
            case PENDING -> "[ ]";
            case IN_PROGRESS -> "[>]";
            case COMPLETED -> "[x]";
        };
    }
}
