package dev.tapedeck.matrix;

import dev.tapedeck.rules.Concept;
import java.util.List;

/** The concepts facet by facet as Markdown: one table a concept, as in the normalization matrix. */
final class FacetMarkdown {
    private final FacetText text;

    FacetMarkdown(FacetText text) {
        this.text = text;
    }

    String write(FacetMatrix matrix) {
        StringBuilder out = new StringBuilder();
        for (Concept concept : Concept.values()) {
            List<Facet> facets = Facets.of(concept);
            if (!facets.isEmpty()) {
                concept(concept, facets, matrix, out);
            }
        }
        return out.toString();
    }

    private void concept(Concept concept, List<Facet> facets, FacetMatrix matrix, StringBuilder out) {
        out.append("### ").append(concept.ordinal() + 1).append(". ").append(concept.title()).append("\n\n|");
        matrix.columns().forEach(
                column -> out.append(" | ").append(MatrixMarkdown.code(column.toString())));
        out.append(" |\n|---").append("|---".repeat(matrix.columns().size())).append("|\n");
        for (Facet facet : facets) {
            out.append("| ").append(MatrixMarkdown.text(facet.title()));
            matrix.of(facet).forEach(cell -> out.append(" | ").append(text.of(cell)));
            out.append(" |\n");
        }
        out.append('\n');
    }
}
