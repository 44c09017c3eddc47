package dev.tapedeck.inspect.pages;

import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Status;
import j2html.tags.DomContent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** How the cells of a stream stand, as one bar in segments. */
final class StatusBar {
    /** Statuses in the order of their segments. */
    static final List<Status> ORDER = List.of(
            Status.PROVEN, Status.GAPS, Status.DROPPED, Status.UNMAPPED, Status.MISMATCH, Status.NO_EVIDENCE);
    /** Widest bar, in pixels. */
    private static final int WIDTH = 104;

    private StatusBar() {}

    static DomContent of(Matrix matrix, Column column) {
        Map<Status, Long> counts = counts(matrix, column);
        long all = Math.max(1, counts.values().stream().mapToLong(Long::longValue).sum());
        String words = Html.number(counts.getOrDefault(Status.PROVEN, 0L)) + " of " + all + " proven, "
                + counts.getOrDefault(Status.UNMAPPED, 0L) + " unmapped";
        Svg bar = Svg.svg(WIDTH, 6)
                .withClass("cov")
                .attr("viewBox", "0 0 " + WIDTH + " 6")
                .attr("role", "img")
                .attr("aria-label", words);
        double x = 0;
        for (Status status : ORDER) {
            double width = (double) counts.getOrDefault(status, 0L) / all * WIDTH;
            if (width > 0) {
                bar.with(
                        Svg.rect(x, 0, Math.max(1.5, width - 1.5), 6)
                                .withClass("c-" + MatrixPage.glyph(status).key())
                                .attr("rx", 1));
                x += width;
            }
        }
        return bar;
    }

    /** Share of a stream's cells that recordings prove, from 0 to 1. */
    static double proven(Matrix matrix, Column column) {
        Map<Status, Long> counts = counts(matrix, column);
        long all = counts.values().stream().mapToLong(Long::longValue).sum();
        return all == 0 ? 0 : (double) counts.getOrDefault(Status.PROVEN, 0L) / all;
    }

    private static Map<Status, Long> counts(Matrix matrix, Column column) {
        Map<Status, Long> counts = new EnumMap<>(Status.class);
        matrix.cells().stream()
                .filter(cell -> cell.column().equals(column) && cell.status() != Status.NOT_EMITTED)
                .forEach(cell -> counts.merge(cell.status(), 1L, Long::sum));
        return counts;
    }

    /** A small square in the colour that a status has in bars. */
    static DomContent swatch(Status status) {
        return Svg.svg(10, 10)
                .attr("aria-hidden", "true")
                .with(Svg.rect(0, 0, 10, 10).withClass("c-" + MatrixPage.glyph(status).key()).attr("rx", 2));
    }
}
