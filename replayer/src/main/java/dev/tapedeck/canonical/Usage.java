package dev.tapedeck.canonical;

import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Tokens used within one scope (decision D9); an absent number was not told, which is not 0.
 *
 * @param scope what the figures count
 * @param exact whether the provider counted, rather than estimated
 * @param billable whether these tokens may be summed for a bill
 * @param inputTokens input, cached tokens included where the vendor says so
 * @param cachedInputTokens part of the input that was read from a cache
 * @param cacheWriteTokens input written to a cache
 * @param outputTokens output, reasoning included where the vendor says so
 * @param reasoningTokens part of the output spent on reasoning
 * @param totalTokens the vendor's own total
 * @param costUsd US dollars, decimal and finite
 */
public record Usage(
        UsageScope scope,
        boolean exact,
        boolean billable,
        @Nullable Long inputTokens,
        @Nullable Long cachedInputTokens,
        @Nullable Long cacheWriteTokens,
        @Nullable Long outputTokens,
        @Nullable Long reasoningTokens,
        @Nullable Long totalTokens,
        @Nullable BigDecimal costUsd) {

    /** The same figures where nobody can tell whether they hold all and nothing else. */
    public Usage estimated() {
        return new Usage(
                scope,
                false,
                billable,
                inputTokens,
                cachedInputTokens,
                cacheWriteTokens,
                outputTokens,
                reasoningTokens,
                totalTokens,
                costUsd);
    }
}
