package dev.tapedeck.matrix;

import java.util.Comparator;
import java.util.List;

/**
 * Where a row and a column meet.
 *
 * @param status the worst of its kinds' statuses, or not emitted when it has none
 * @param kinds its native kinds, worst first
 */
public record Cell(Row row, Column column, Status status, List<KindCell> kinds) {
    static Cell of(Row row, Column column, List<KindCell> kinds) {
        List<KindCell> sorted = kinds.stream()
                .sorted(Comparator.comparing(KindCell::status).thenComparing(KindCell::kind))
                .toList();
        Status status = sorted.isEmpty() ? Status.NOT_EMITTED : sorted.getFirst().status();
        return new Cell(row, column, status, sorted);
    }

    public Cell {
        kinds = List.copyOf(kinds);
    }

    /** Frames that became the row's event, over all kinds. */
    public long frames() {
        return kinds.stream().mapToLong(KindCell::frames).sum();
    }

    /** How many rules claim the cell. */
    public long claims() {
        return kinds.stream().map(KindCell::rule).filter(rule -> rule != null).distinct().count();
    }
}
