package dev.tapedeck.canonical;

import org.jspecify.annotations.Nullable;

/**
 * Usage seen from each side that a notification tells of.
 *
 * @param thread the running total of the thread
 * @param turn what the running turn used so far: a difference of totals; absent outside a turn
 * @param step what the last model call used
 * @param contextTokens tokens now in context
 * @param contextWindow size of the context in tokens
 */
public record UsageFigures(
        @Nullable Usage thread,
        @Nullable Usage turn,
        @Nullable Usage step,
        @Nullable Long contextTokens,
        @Nullable Long contextWindow) {

    /** These figures, and for those that are absent the ones that were told before. */
    public UsageFigures over(@Nullable UsageFigures before) {
        return before == null
                ? this
                : new UsageFigures(
                        thread == null ? before.thread : thread,
                        turn == null ? before.turn : turn,
                        step == null ? before.step : step,
                        contextTokens == null ? before.contextTokens : contextTokens,
                        contextWindow == null ? before.contextWindow : contextWindow);
    }
}
