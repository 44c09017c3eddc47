package dev.tapedeck.matrix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;

/** The facets as JSON: an array of cells, each with row, column, status, claim and evidence, as {@link MatrixJson}. */
public final class FacetJson {
    private FacetJson() {}

    public static ArrayNode write(FacetMatrix matrix) {
        ArrayNode cells = Json.mapper().createArrayNode();
        matrix.cells().forEach(cell -> cells.add(cell(cell)));
        return cells;
    }

    private static ObjectNode cell(FacetCell cell) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("row", cell.facet().key()).put("title", cell.facet().title());
        json.put("column", cell.column().toString()).put("status", cell.status().key());
        json.put("recorded", cell.sessions().recorded()).put("synthetic", cell.sessions().others());
        ArrayNode claim = json.putArray("claim");
        ArrayNode evidence = json.putArray("evidence");
        cell.gaps().forEach(gap -> claim.addObject().put("rule", gap.rule()).putArray("notes").add(gap.note()));
        for (FacetEvidence.Kind kind : cell.kinds()) {
            if (kind.rule() != null) {
                claim.addObject().put("rule", kind.rule()).put("kind", kind.kind());
            }
            evidence.add(evidence(kind));
        }
        if (!cell.sent().isEmpty()) {
            ArrayNode sent = json.putArray("sent");
            cell.sent().forEach(kind -> sent.add(evidence(kind)));
        }
        ArrayNode missing = json.putArray("corrected");
        cell.missing().forEach(missing::add);
        return json;
    }

    private static ObjectNode evidence(FacetEvidence.Kind kind) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("kind", kind.kind()).put("frames", kind.frames()).put("recorded", kind.recorded());
        json.set("first", MatrixJson.frame(kind.first()));
        ArrayNode words = json.putArray("seen");
        kind.words().forEach(words::add);
        ArrayNode paths = json.putArray("paths");
        kind.reads().forEach(paths::add);
        return json;
    }
}
