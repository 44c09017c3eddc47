package dev.tapedeck.matrix;

import dev.tapedeck.rules.Concept;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Fills the {@code TBD} cells of a hand-written Markdown matrix from evidence and leaves every other byte as it is.
 *
 * <p>A section's heading names the concept by its number or title, the first cell of a row the facet, the head of a
 * column the provider and, if it has several, the wire. What stands in a cell before {@code TBD} stays; what stands
 * behind it is the question that the evidence answers.
 */
public final class MatrixFill {
    private static final Pattern HEADING = Pattern.compile("#{1,6}\\s+(?:(\\d{1,2})\\.\\s+)?(.*?)\\s*");
    private static final Pattern SEPARATOR = Pattern.compile("\\s*\\|?(\\s*:?-{2,}:?\\s*\\|)+\\s*(:?-{2,}:?)?\\s*");
    private static final Pattern OPEN = Pattern.compile("`?\\bTBD\\b`?");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

    private final FacetMatrix matrix;
    private final FacetText text;
    private final List<String> left = new ArrayList<>();
    private @Nullable Concept concept;
    private List<Optional<Column>> columns = List.of();
    private int filled;

    MatrixFill(FacetMatrix matrix, FacetText text) {
        this.matrix = matrix;
        this.text = text;
    }

    /**
     * A filled matrix.
     *
     * @param filled cells that were filled
     * @param left cells that stay as they are, each in one sentence with its line
     */
    public record Filled(String markdown, int filled, List<String> left) {
        public Filled {
            left = List.copyOf(left);
        }
    }

    Filled fill(String markdown) {
        String[] lines = markdown.split("\n", -1);
        for (int i = 0; i < lines.length; i++) {
            Matcher heading = HEADING.matcher(lines[i].stripTrailing());
            if (heading.matches()) {
                concept = conceptOf(heading.group(1), heading.group(2));
                columns = List.of();
            } else if (i + 1 < lines.length && SEPARATOR.matcher(lines[i + 1].stripTrailing()).matches()) {
                columns = columnsOf(lines[i]);
            } else if (!lines[i].contains("|")) {
                columns = List.of();
            } else if (!columns.isEmpty()) {
                lines[i] = row(lines[i], i + 1);
            }
        }
        return new Filled(String.join("\n", lines), filled, left);
    }

    private String row(String line, int number) {
        List<int[]> cells = cells(line);
        if (cells.isEmpty() || !OPEN.matcher(line).find()) {
            return line;
        }
        String name = line.substring(cells.getFirst()[0], cells.getFirst()[1]);
        Facet facet = facetOf(name);
        StringBuilder out = new StringBuilder(line);
        for (int i = cells.size() - 1; i > 0; i--) {
            int[] cell = cells.get(i);
            Matcher open = OPEN.matcher(line).region(cell[0], cell[1]);
            if (open.find()) {
                Optional<Column> column = i < columns.size() ? columns.get(i) : Optional.empty();
                String answer = facet == null ? null : column.map(of -> answer(facet, of)).orElse(null);
                if (answer == null) {
                    left.add("line " + number + ": expected a facet and a provider that were recorded, found \""
                            + name.strip() + "\", column " + i);
                } else {
                    out.replace(open.start(), contentEnd(line, cell), answer);
                    filled++;
                }
            }
        }
        return out.toString();
    }

    private @Nullable String answer(Facet facet, Column column) {
        FacetCell cell = matrix.cell(facet, column).orElse(null);
        return cell == null || !cell.sessions().any() ? null : text.of(cell);
    }

    /** Start and end of every cell between two bars; blanks around its content are the cell's. */
    private static List<int[]> cells(String line) {
        List<int[]> cells = new ArrayList<>();
        int start = line.stripLeading().startsWith("|") ? line.indexOf('|') + 1 : 0;
        Matcher end = CELL_END.matcher(line);
        end.region(start, line.length());
        while (end.find()) {
            cells.add(new int[] {start, end.start()});
            start = end.end();
        }
        if (!line.substring(start).isBlank()) {
            cells.add(new int[] {start, line.length()});
        }
        return cells;
    }

    private static int contentEnd(String line, int[] cell) {
        int end = cell[1];
        while (end > cell[0] && Character.isWhitespace(line.charAt(end - 1))) {
            end--;
        }
        return end;
    }

    private static @Nullable Concept conceptOf(@Nullable String number, String title) {
        for (Concept concept : Concept.values()) {
            boolean numbered = number != null && concept.ordinal() + 1 == Integer.parseInt(number);
            if (concept != Concept.OTHER && (numbered || plain(title).startsWith(plain(concept.title())))) {
                return concept;
            }
        }
        return null;
    }

    private @Nullable Facet facetOf(String name) {
        return concept == null
                ? null
                : Facets.of(concept).stream()
                        .filter(facet -> plain(facet.title()).equals(plain(name)))
                        .findFirst()
                        .orElse(null);
    }

    private List<Optional<Column>> columnsOf(String header) {
        return cells(header).stream()
                .map(cell -> columnOf(header.substring(cell[0], cell[1])))
                .toList();
    }

    /** The provider whose id stands in the head; of several wires the one that is named, else the most recorded. */
    private Optional<Column> columnOf(String head) {
        String plain = head.toLowerCase(Locale.ROOT).replace(" ", "");
        return matrix.columns().stream()
                .filter(column -> plain.contains(column.provider()))
                .max(Comparator.<Column, Integer>comparing(column -> column.provider().length())
                        .thenComparing(column -> plain.contains(column.wire().name()))
                        .thenComparing(this::recorded));
    }

    private long recorded(Column column) {
        return matrix.cells().stream()
                .filter(cell -> cell.column().equals(column))
                .mapToLong(cell -> cell.sessions().recorded())
                .findFirst()
                .orElse(0);
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", " ").strip();
    }
}
