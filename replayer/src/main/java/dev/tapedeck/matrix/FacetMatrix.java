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
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The concepts of the normalization matrix, facet by facet.
 *
 * @param cells one for each facet and column, facet by facet
 */
public record FacetMatrix(List<Column> columns, List<FacetCell> cells) {
    public FacetMatrix {
        columns = List.copyOf(columns);
        cells = List.copyOf(cells);
    }

    /**
     * Computes it.
     *
     * @param books rules by wire
     * @param claimed streams that get a column even when no recording shows them
     */
    public static FacetMatrix of(Map<Wire, RuleBook> books, Collection<Column> claimed, Evidence evidence) {
        TreeSet<Column> columns = new TreeSet<>(claimed);
        columns.addAll(evidence.streams().keySet());
        List<FacetCell> cells = new ArrayList<>();
        for (Facet facet : Facets.all()) {
            for (Column column : columns) {
                RuleBook book = books.get(column.wire());
                Collection<Rule> rules = book == null ? List.of() : book.rules();
                StreamEvidence stream = evidence.streams().getOrDefault(column, new StreamEvidence());
                cells.add(FacetCell.of(facet, column, rules, stream));
            }
        }
        return new FacetMatrix(List.copyOf(columns), cells);
    }

    /** The cells of one facet, in the order of the columns. */
    public List<FacetCell> of(Facet facet) {
        return cells.stream().filter(cell -> cell.facet().equals(facet)).toList();
    }

    /** The cell of a facet and a column. */
    public Optional<FacetCell> cell(Facet facet, Column column) {
        return cells.stream()
                .filter(cell -> cell.facet().equals(facet) && cell.column().equals(column))
                .findFirst();
    }

    /** How many cells have each status. */
    public Map<Status, Long> counts() {
        return cells.stream()
                .map(FacetCell::status)
                .collect(Collectors.groupingBy(
                        Function.identity(), () -> new EnumMap<>(Status.class), Collectors.counting()));
    }
}
