package dev.tapedeck.golden;

import org.jspecify.annotations.Nullable;

/**
 * What takes an approval or a discard back: the bytes that stood there before.
 *
 * @param approvedAfter SHA-256 of the approved file after the act; an undo is refused when it is another by then
 */
public record Undo(
        GoldenName name,
        byte @Nullable [] approvedBefore,
        @Nullable String approvedAfter,
        byte[] receivedBefore,
        @Nullable Provenance approvedFrom,
        @Nullable Provenance receivedFrom) {}
