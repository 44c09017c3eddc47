package dev.tapedeck.matrix;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One native kind in a cell.
 *
 * @param kind the native kind as it was seen; the rule's when it never was. Data: never a file name or markup
 * @param rule kind of the rule that claims it; absent when none does
 * @param status how claim and evidence stand for this kind alone
 * @param frames frames of this kind that became the row's event
 * @param first the first of them
 * @param notes why it is not proven: gaps, faults, reasons, each in one sentence
 * @param seen everything that recordings show of the kind; absent when it was never seen
 */
public record KindCell(
        String kind,
        @Nullable String rule,
        Status status,
        long frames,
        @Nullable FrameRef first,
        List<String> notes,
        @Nullable KindEvidence seen) {
    public KindCell {
        notes = List.copyOf(notes);
    }
}
