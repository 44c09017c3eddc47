package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import dev.tapedeck.rules.Rule;
import dev.tapedeck.rules.RuleBook;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Rules and recordings laid beside each other.
 *
 * @param cells one for each row and column, row by row
 * @param sessions for each column, how much was looked at
 * @param coverage for each column whose vendor's list of kinds is known, how rules and recordings cover it
 */
public record Matrix(
        RowSet rowSet,
        List<Row> rows,
        List<Column> columns,
        List<Cell> cells,
        Map<Column, FacetCell.Sessions> sessions,
        List<Coverage> coverage) {

    public Matrix {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
        cells = List.copyOf(cells);
        sessions = Map.copyOf(sessions);
        coverage = List.copyOf(coverage);
    }

    /**
     * Computes the matrix.
     *
     * @param books rules by wire
     * @param claimed streams that get a column even when no recording shows them
     * @param lists names that each vendor's schema lists
     * @param pending ids of recordings whose goldens wait for approval: what only they prove has a gap
     */
    public static Matrix of(
            RowSet rowSet,
            Map<Wire, RuleBook> books,
            Collection<Column> claimed,
            Evidence evidence,
            Collection<KindList> lists,
            Set<String> pending) {
        SortedSet<Column> columns = new TreeSet<>(claimed);
        columns.addAll(evidence.streams().keySet());
        List<Row> rows = List.copyOf(rowSet.rows());
        List<Cell> cells = new ArrayList<>();
        List<Coverage> coverage = new ArrayList<>();
        List<Map<Row, List<KindCell>>> byColumn = new ArrayList<>();
        Map<Column, FacetCell.Sessions> sessions = new TreeMap<>();
        for (Column column : columns) {
            StreamEvidence stream = evidence.streams().getOrDefault(column, new StreamEvidence());
            Collection<Rule> rules =
                    books.containsKey(column.wire()) ? books.get(column.wire()).rules() : List.of();
            sessions.put(column, stream.sessions());
            byColumn.add(new ColumnCells(rowSet, rules, stream, pending).kindCells());
            List<KindList> ofWire = lists.stream()
                    .filter(list -> list.wire().equals(column.wire()))
                    .toList();
            ofWire.forEach(list -> coverage.add(Coverage.of(column, list, ofWire, rules, stream)));
        }
        for (Row row : rows) {
            int i = 0;
            for (Column column : columns) {
                cells.add(Cell.of(row, column, byColumn.get(i++).getOrDefault(row, List.of())));
            }
        }
        return new Matrix(rowSet, rows, List.copyOf(columns), cells, sessions, coverage);
    }

    /** The cell of a row and a column by their names, or empty when there is none. */
    public Optional<Cell> cell(String row, String column) {
        return cells.stream()
                .filter(cell -> cell.row().key().equals(row) && cell.column().toString().equals(column))
                .findFirst();
    }

    /** The cells of one row, in the order of the columns. */
    public List<Cell> cellsOf(Row row) {
        return cells.stream().filter(cell -> cell.row().equals(row)).toList();
    }

    /** How many cells have each status. */
    public Map<Status, Long> counts() {
        return cells.stream()
                .map(Cell::status)
                .collect(Collectors.groupingBy(
                        Function.identity(), () -> new EnumMap<>(Status.class), Collectors.counting()));
    }
}
