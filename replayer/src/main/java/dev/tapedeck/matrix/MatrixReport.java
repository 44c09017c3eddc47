package dev.tapedeck.matrix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.tapedeck.fixture.Fixture;
import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.frame.Wire;
import dev.tapedeck.golden.GoldenName;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.provider.Manifests;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The matrices of one folder of recordings, from one replay of each.
 *
 * @param pending ids of recordings whose goldens wait for approval
 * @param failures for each scenario that could not be read, why
 */
public record MatrixReport(Evidence evidence, Set<String> pending, SortedMap<String, String> failures) {

    /**
     * Replays what lies in a folder. Exempt fixtures count only when there are no others: they show faults on purpose.
     *
     * @param goldens where results wait for approval, or null when that does not matter
     */
    public static MatrixReport of(Fixtures fixtures, @Nullable GoldenStore goldens) throws IOException {
        EvidenceReader reader = new EvidenceReader(fixtures.root());
        List<Fixture> counting = fixtures.fixtures().stream()
                .filter(fixture -> fixture.exemption().isEmpty())
                .toList();
        for (Fixture fixture : counting.isEmpty() ? fixtures.fixtures() : counting) {
            reader.read(fixture);
        }
        Set<String> pending = new TreeSet<>();
        if (goldens != null) {
            for (GoldenName name : goldens.names()) {
                String recording = reader.recordings().get(name.scenario());
                if (recording != null && goldens.received(name).isPresent()) {
                    pending.add(recording);
                }
            }
        }
        return new MatrixReport(reader.evidence(), pending, reader.failures());
    }

    /** The concepts facet by facet. */
    public FacetMatrix facets() {
        return FacetMatrix.of(books(), claimed(), evidence);
    }

    /**
     * A hand-written matrix with its open cells filled.
     *
     * @param links where the page finds the recordings
     */
    public MatrixFill.Filled fill(String markdown, String links) {
        return new MatrixFill(facets(), facetText(new MatrixMarkdown(links))).fill(markdown);
    }

    /** One matrix as an array of cells; of the concepts, their facets too. */
    public ArrayNode json(RowSet rows) {
        ArrayNode cells = MatrixJson.write(matrix(rows));
        return rows == RowSet.CONCEPTS ? cells.addAll(FacetJson.write(facets())) : cells;
    }

    /** How rules and recordings cover the vendors' lists, one entry for each list. */
    public List<WireCoverage> coverage() {
        return WireCoverage.of(KindLists.all(), books(), evidence);
    }

    /** One matrix as CSV; of the concepts, their facets too. */
    public String csv(RowSet rows) {
        String cells = MatrixCsv.write(matrix(rows));
        return rows == RowSet.CONCEPTS ? cells + MatrixCsv.write(facets()) : cells;
    }

    private FacetText facetText(MatrixMarkdown markdown) {
        return new FacetText(markdown, evidence);
    }

    private static Map<Wire, RuleBook> books() {
        Map<Wire, RuleBook> books = new TreeMap<>();
        RuleBooks.columns().forEach(book -> books.put(book.wire(), book));
        return books;
    }

    /**
     * Every stream that a provider's manifest tells and a rule book reads. A manifest that bears a wire's own name
     * stands for programs that nobody knows; it gets a column only when one was recorded.
     */
    private static Set<Column> claimed() {
        Map<Wire, RuleBook> books = books();
        Set<Column> claimed = new TreeSet<>();
        Manifests.all().forEach(manifest -> manifest.wires().stream()
                .filter(spec -> books.containsKey(spec.wire()))
                .filter(spec -> !spec.wire().name().equals(manifest.provider()))
                .forEach(spec -> claimed.add(new Column(manifest.provider(), spec.wire()))));
        return claimed;
    }

    /** The matrix with those rows. Every stream that a provider's manifest tells and a rule book reads has a column. */
    public Matrix matrix(RowSet rows) {
        return Matrix.of(rows, books(), claimed(), evidence, KindLists.all(), pending);
    }

    /**
     * All three matrices as one Markdown page.
     *
     * @param links where the page finds the recordings
     */
    public String markdown(String links) {
        MatrixMarkdown markdown = new MatrixMarkdown(links);
        Matrix concepts = matrix(RowSet.CONCEPTS);
        Matrix events = matrix(RowSet.EVENTS);
        Matrix runtime = matrix(RowSet.RUNTIME);
        FacetMatrix facets = facets();
        SequencedMap<String, Map<Status, Long>> counts = new LinkedHashMap<>();
        counts.put("Facets of the 16 concepts", facets.counts());
        counts.put("Concepts", concepts.counts());
        counts.put("Canonical events", events.counts());
        counts.put("Runtime events", runtime.counts());
        return "# Matrix\n\nComputed by `tapedeck matrix` from rules and recordings; not edited by hand.\n\n"
                + MatrixMarkdown.legend() + "\n" + filesApart()
                + "\n## Cells by status\n\n" + MatrixMarkdown.counts(counts)
                + "\n## Concepts\n\n" + markdown.table(concepts)
                + new FacetMarkdown(facetText(markdown)).write(facets)
                + "\n## Canonical events\n\n" + markdown.write(events)
                + "\n## Runtime events\n\n" + markdown.table(runtime);
    }

    private static String filesApart() {
        String wires = RuleBooks.files().stream()
                .map(book -> MatrixMarkdown.code(book.wire().name()))
                .collect(Collectors.joining(", "));
        return "No columns: " + wires
                + ". They are files that a program keeps of a session or exports, so what they lack "
                + "is the file's choice and no gap of the wire; what becomes of each of their lines is tested with the "
                + "rule books.\n";
    }

    /** One matrix as Markdown. */
    public String markdown(String links, RowSet rows) {
        MatrixMarkdown markdown = new MatrixMarkdown(links);
        String facets = rows == RowSet.CONCEPTS ? new FacetMarkdown(facetText(markdown)).write(facets()) : "";
        return MatrixMarkdown.legend() + "\n" + markdown.write(matrix(rows)) + facets;
    }
}
