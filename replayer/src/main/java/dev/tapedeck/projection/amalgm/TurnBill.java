package dev.tapedeck.projection.amalgm;

import dev.tapedeck.canonical.Usage;
import dev.tapedeck.canonical.UsageScope;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * What one turn costs: the one place where that is computed (decision D9). The provider's own figure for the turn
 * counts; where it tells only steps, or no cost, their sum does.
 */
final class TurnBill {
    private @Nullable Usage steps;
    private boolean billable;

    TurnBill() {}

    TurnBill(TurnBill other) {
        steps = other.steps;
        billable = other.billable;
    }

    /** Counts one more call of the model. */
    void add(Usage step) {
        Usage before = steps;
        steps = before == null ? asTurn(step) : sum(before, step);
        billable |= step.billable();
    }

    /** Whether the wire bills by calls of the model, not by turns. */
    boolean billsSteps() {
        return billable;
    }

    /**
     * What the turn used; null when nobody told anything.
     *
     * @param told the provider's own figure for the turn
     */
    @Nullable Usage of(@Nullable Usage told) {
        Usage summed = steps;
        if (told == null || summed == null) {
            return told == null ? summed : told;
        }
        BigDecimal cost = told.costUsd() == null ? summed.costUsd() : told.costUsd();
        return new Usage(
                UsageScope.TURN,
                told.exact(),
                true,
                told.inputTokens(),
                told.cachedInputTokens(),
                told.cacheWriteTokens(),
                told.outputTokens(),
                told.reasoningTokens(),
                told.totalTokens(),
                cost);
    }

    private static Usage asTurn(Usage step) {
        return new Usage(
                UsageScope.TURN,
                step.exact(),
                true,
                step.inputTokens(),
                step.cachedInputTokens(),
                step.cacheWriteTokens(),
                step.outputTokens(),
                step.reasoningTokens(),
                step.totalTokens(),
                step.costUsd());
    }

    private static Usage sum(Usage one, Usage other) {
        return new Usage(
                UsageScope.TURN,
                one.exact() && other.exact(),
                true,
                sum(one.inputTokens(), other.inputTokens()),
                sum(one.cachedInputTokens(), other.cachedInputTokens()),
                sum(one.cacheWriteTokens(), other.cacheWriteTokens()),
                sum(one.outputTokens(), other.outputTokens()),
                sum(one.reasoningTokens(), other.reasoningTokens()),
                sum(one.totalTokens(), other.totalTokens()),
                one.costUsd() == null
                        ? other.costUsd()
                        : other.costUsd() == null ? one.costUsd() : one.costUsd().add(other.costUsd()));
    }

    private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
        return one == null ? other : other == null ? one : (Long) (one + other);
    }
}
