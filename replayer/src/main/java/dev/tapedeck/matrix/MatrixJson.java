package dev.tapedeck.matrix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.json.Json;
import java.util.List;

/** A matrix as JSON: an array of cells, each with row, column, status, claim and evidence. */
public final class MatrixJson {
    private MatrixJson() {}

    public static ArrayNode write(Matrix matrix) {
        ArrayNode cells = Json.mapper().createArrayNode();
        matrix.cells().forEach(cell -> cells.add(cell(cell)));
        return cells;
    }

    private static ObjectNode cell(Cell cell) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("row", cell.row().key());
        json.put("column", cell.column().toString());
        json.put("status", cell.status().key());
        ArrayNode claim = json.putArray("claim");
        ArrayNode evidence = json.putArray("evidence");
        for (KindCell kind : cell.kinds()) {
            if (kind.rule() != null) {
                claim.add(claim(kind));
            }
            if (kind.first() != null) {
                evidence.add(evidence(kind, kind.first()));
            }
        }
        return json;
    }

    private static ObjectNode claim(KindCell kind) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("rule", kind.rule()).put("kind", kind.kind()).put("status", kind.status().key());
        kind.notes().forEach(json.withArray("notes")::add);
        return json;
    }

    private static ObjectNode evidence(KindCell kind, FrameRef first) {
        ObjectNode json = Json.mapper().createObjectNode();
        json.put("kind", kind.kind()).put("status", kind.status().key()).put("frames", kind.frames());
        json.set("first", frame(first));
        KindEvidence seen = kind.seen();
        if (seen != null) {
            json.put("recorded", seen.recorded());
            seen.versions().forEach(json.withArray("versions")::add);
            ArrayNode shapes = json.putArray("shapes");
            seen.shapes().forEach((shape, frames) -> {
                ObjectNode each = shapes.addObject().put("frames", frames.frames());
                each.set("first", frame(frames.first()));
                shape.paths().forEach(each.withArray("paths")::add);
            });
        }
        return json;
    }

    static ObjectNode frame(FrameRef frame) {
        return Json.mapper()
                .createObjectNode()
                .put("recording", frame.recording())
                .put("fixture", frame.fixture())
                .put("seq", frame.seq());
    }

    /** Coverage as an array, one object for each list of a vendor. */
    public static ArrayNode coverage(List<Coverage> coverage) {
        ArrayNode all = Json.mapper().createArrayNode();
        for (Coverage each : coverage) {
            ObjectNode json = all.addObject();
            json.put("column", each.column().toString()).put("version", each.version()).put("listed", each.listed());
            names(json, "withoutRule", each.withoutRule());
            names(json, "neverRecorded", each.neverRecorded());
            names(json, "notListed", each.notListed());
        }
        return all;
    }

    private static void names(ObjectNode json, String member, List<String> names) {
        ArrayNode array = json.putArray(member);
        names.forEach(array::add);
    }
}
