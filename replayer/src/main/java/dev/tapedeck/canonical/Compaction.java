package dev.tapedeck.canonical;

import org.jspecify.annotations.Nullable;

/**
 * What a compaction did to the context.
 *
 * @param trigger who asked for it, in the provider's word
 * @param preTokens tokens in context before
 * @param postTokens tokens in context after
 * @param durationMillis how long it took, in milliseconds
 */
public record Compaction(
        @Nullable String trigger, @Nullable Long preTokens, @Nullable Long postTokens, @Nullable Long durationMillis) {}
