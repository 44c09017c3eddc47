package dev.tapedeck.matrix;

import java.util.List;
import java.util.stream.Collectors;

/** A matrix as CSV (RFC 4180), one line for each native kind of a cell, or one without a kind for an empty cell. */
public final class MatrixCsv {
    private MatrixCsv() {}

    public static String write(Matrix matrix) {
        StringBuilder out =
                new StringBuilder("row,group,column,status,kind,kind_status,rule,frames,fixture,seq,notes\r\n");
        for (Cell cell : matrix.cells()) {
            if (cell.kinds().isEmpty()) {
                line(out, base(cell), List.of("", "", "", "0", "", "", ""));
            }
            for (KindCell kind : cell.kinds()) {
                FrameRef first = kind.first();
                line(out, base(cell), List.of(
                        kind.kind(),
                        kind.status().key(),
                        kind.rule() == null ? "" : kind.rule(),
                        Long.toString(kind.frames()),
                        first == null ? "" : first.fixture(),
                        first == null ? "" : Long.toString(first.seq()),
                        String.join("; ", kind.notes())));
            }
        }
        return out.toString();
    }

    /** Facets, without a head, one line for each native kind of a cell. */
    static String write(FacetMatrix matrix) {
        StringBuilder out = new StringBuilder();
        for (FacetCell cell : matrix.cells()) {
            List<String> left = List.of(
                    cell.facet().key(),
                    cell.facet().concept().title(),
                    cell.column().toString(),
                    cell.status().key());
            String notes = String.join("; ", cell.gaps().stream().map(FacetCell.Gap::note).toList());
            if (cell.kinds().isEmpty()) {
                line(out, left, List.of("", "", "", "0", "", "", notes));
            }
            for (FacetEvidence.Kind kind : cell.kinds()) {
                line(out, left, List.of(
                        kind.kind(),
                        cell.status().key(),
                        kind.rule() == null ? "" : kind.rule(),
                        Long.toString(kind.frames()),
                        kind.first().fixture(),
                        Long.toString(kind.first().seq()),
                        String.join("; ", kind.words())));
            }
        }
        return out.toString();
    }

    private static List<String> base(Cell cell) {
        return List.of(
                cell.row().key(), cell.row().group(), cell.column().toString(), cell.status().key());
    }

    private static void line(StringBuilder out, List<String> left, List<String> right) {
        out.append(fields(left)).append(',').append(fields(right)).append("\r\n");
    }

    private static String fields(List<String> values) {
        return values.stream().map(MatrixCsv::field).collect(Collectors.joining(","));
    }

    /** Kinds are data: a spreadsheet must not take one for a formula. */
    private static String field(String value) {
        String safe = value.matches("[=+@\\t\\r-].*") ? "'" + value : value;
        return safe.matches("(?s).*[\",\\r\\n].*") ? '"' + safe.replace("\"", "\"\"") + '"' : safe;
    }
}
