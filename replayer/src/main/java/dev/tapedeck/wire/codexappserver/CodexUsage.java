package dev.tapedeck.wire.codexappserver;

import static dev.tapedeck.canonical.EventType.ACCOUNT_RATE_LIMITS_UPDATED;
import static dev.tapedeck.canonical.EventType.THREAD_TOKEN_USAGE_UPDATED;
import static dev.tapedeck.rules.Concept.USAGE;

import dev.tapedeck.canonical.TelemetryPayload.AccountRateLimitsUpdated;
import dev.tapedeck.canonical.ThreadPayload.ThreadTokenUsageUpdated;
import dev.tapedeck.canonical.UsageFigures;
import dev.tapedeck.canonical.UsageScope;
import dev.tapedeck.rules.Emitter;
import dev.tapedeck.rules.FrameView;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.rules.TokenCounts;
import dev.tapedeck.rules.TurnTokens;
import java.util.List;

/**
 * Token usage and quota windows (decision D9).
 *
 * <p>{@code total} is cumulative for the thread, {@code last} is the last model call and, with it, what fills the
 * context. A turn used the difference of totals; cached tokens are part of input, reasoning is part of output. Only
 * the figure at a turn's end is billable, so that a sum counts every token once.
 */
final class CodexUsage {
    private static final List<String> MEMBERS = List.of(
            "inputTokens",
            "cachedInputTokens",
            "cacheWriteInputTokens",
            "outputTokens",
            "reasoningOutputTokens",
            "totalTokens");

    private CodexUsage() {}

    static void rules(RuleBook.Builder book) {
        book.resumes(TurnTokens::resume)
                .map("thread/tokenUsage/updated", USAGE, THREAD_TOKEN_USAGE_UPDATED, CodexUsage::updated)
                .gap("no cost is told")
                .duplicate("rawResponse/completed", "thread/tokenUsage/updated")
                .map("account/rateLimits/updated", USAGE, ACCOUNT_RATE_LIMITS_UPDATED, CodexUsage::limits);
    }

    /** What the running turn of the frame's thread used. */
    static TurnTokens tokens(Emitter out) {
        return new TurnTokens(out, out.refs().thread());
    }

    private static void updated(FrameView frame, Emitter out) {
        TokenCounts total = TokenCounts.read(frame, "/params/tokenUsage/total", MEMBERS);
        TokenCounts last = TokenCounts.read(frame, "/params/tokenUsage/last", MEMBERS);
        TurnTokens.Counted counted = tokens(out).add(frame.text("/params/turnId"), total, last);
        out.emit(new ThreadTokenUsageUpdated(
                frame.node("/params/tokenUsage"),
                new UsageFigures(
                        total.isSumAlone() ? null : total.as(UsageScope.THREAD, false),
                        counted.turn() == null ? null : counted.turn().as(UsageScope.TURN, false),
                        counted.isStep() ? last.as(UsageScope.STEP, false) : null,
                        last.totalTokens(),
                        frame.optionalInteger("/params/tokenUsage/modelContextWindow"))));
    }

    /** A null is only not told this time, by the vendor's own word. */
    private static void limits(FrameView frame, Emitter out) {
        out.emit(new AccountRateLimitsUpdated(frame.node("/params/rateLimits"), true));
    }
}
