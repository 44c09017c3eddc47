package dev.tapedeck.matrix;

import java.util.Comparator;
import java.util.List;

/**
 * Where a row and a column meet.
 *
 * @param status the worst of its kinds' statuses; not emitted when it has none
 * @param kinds its native kinds, worst first
 */
public record Cell(Row row, Column column, Status status, List<KindCell> kinds) {
    static Cell of(Row row, Column column, List<KindCell> kinds) {
        List<KindCell> sorted = kinds.stream()
                .sorted(Comparator.comparing(KindCell::status).thenComparing(KindCell::kind))
                .toList();
        return new Cell(row, column, statusOf(sorted), sorted);
    }

    /** A kind that no recording shows is a gap of a cell that others prove. */
    private static Status statusOf(List<KindCell> worstFirst) {
        if (worstFirst.isEmpty()) {
            return Status.NOT_EMITTED;
        }
        Status worst = worstFirst.getFirst().status();
        boolean proven = worstFirst.stream().anyMatch(kind -> kind.status() == Status.PROVEN);
        return worst == Status.NO_EVIDENCE && proven ? Status.GAPS : worst;
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
