package dev.tapedeck.matrix;

import dev.tapedeck.text.VisibleText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A matrix as Markdown: a table with the legend of the normalization matrix, then for every filled cell its kinds with
 * the real shape and a link to fixture and frame.
 */
public final class MatrixMarkdown {
    /** Most key paths that are printed of a shape. */
    private static final int PRINTED_PATHS = 4;

    private final String fixtures;

    /** @param fixtures path from the written file to the folder of the recordings, for links */
    public MatrixMarkdown(String fixtures) {
        this.fixtures = fixtures;
    }

    /** The legend, once for each file. */
    public static String legend() {
        return "✅ proven by a recording · ⚠️ handled, with gaps · ❌ dropped, said again, unmapped or contradictory "
                + "· ◇ claimed, and no session of a real provider shows it · – neither claimed nor seen\n";
    }

    /** How many cells of each matrix have each status. */
    static String counts(Map<String, Map<Status, Long>> counts) {
        StringBuilder out = new StringBuilder("|");
        for (Status status : Status.values()) {
            out.append(" | ").append(status.mark()).append(' ').append(status.word().toLowerCase(Locale.ROOT));
        }
        out.append(" |\n|---").append("|---:".repeat(Status.values().length)).append("|\n");
        counts.forEach((matrix, cells) -> {
            out.append("| ").append(matrix);
            for (Status status : Status.values()) {
                out.append(" | ").append(cells.getOrDefault(status, 0L));
            }
            out.append(" |\n");
        });
        return out.toString();
    }

    /** Table, cells and coverage. */
    public String write(Matrix matrix) {
        StringBuilder out = new StringBuilder(table(matrix));
        for (Column column : matrix.columns()) {
            cells(matrix, column, out);
        }
        matrix.coverage().forEach(coverage -> coverage(coverage, out));
        return out.toString();
    }

    /** The table alone. */
    public String table(Matrix matrix) {
        StringBuilder out = new StringBuilder();
        out.append("| | ");
        out.append(joined(matrix.columns(), " | ", column -> code(column.toString()))).append(" |\n|---");
        matrix.columns().forEach(column -> out.append("|---"));
        out.append("|\n");
        String group = "";
        for (Row row : matrix.rows()) {
            if (!row.group().equals(group)) {
                group = row.group();
                out.append("| **").append(group).append("** |");
                out.append(" |".repeat(matrix.columns().size())).append("\n");
            }
            out.append("| ").append(text(row.title())).append(" | ");
            out.append(joined(matrix.cellsOf(row), " | ", cell -> brief(cell, matrix))).append(" |\n");
        }
        return out.append('\n').toString();
    }

    private static String brief(Cell cell, Matrix matrix) {
        int kinds = cell.kinds().size();
        FacetCell.Sessions sessions = matrix.sessions().get(cell.column());
        if (cell.status() == Status.NO_EVIDENCE && cell.frames() == 0 && sessions != null) {
            return cell.status().mark() + " " + FacetText.nothingBecame(sessions);
        }
        String counts = " " + kinds + (kinds == 1 ? " kind, " : " kinds, ") + cell.frames() + " frames";
        return cell.status().mark() + (kinds == 0 ? "" : counts);
    }

    private void cells(Matrix matrix, Column column, StringBuilder out) {
        out.append("### ").append(text(column.toString())).append("\n\n");
        out.append("| | kind | | frames | first | shape | why |\n|---|---|---|---:|---|---|---|\n");
        Map<String, List<String>> unseen = new LinkedHashMap<>();
        Set<String> shaped = new HashSet<>();
        for (Row row : matrix.rows()) {
            for (Cell cell : matrix.cellsOf(row)) {
                if (cell.column().equals(column)) {
                    for (KindCell kind : cell.kinds()) {
                        if (kind.status() == Status.NO_EVIDENCE && kind.frames() == 0) {
                            unseen.computeIfAbsent(row.title(), unused -> new ArrayList<>()).add(kind.kind());
                        } else {
                            kind(row, kind, shaped.add(kind.kind()), out);
                        }
                    }
                }
            }
        }
        out.append('\n');
        if (!unseen.isEmpty()) {
            out.append("Claimed, and no session shows it:\n\n");
            unseen.forEach((row, kinds) -> out.append("* ").append(text(row)).append(": ")
                    .append(joined(kinds, ", ", MatrixMarkdown::code)).append('\n'));
            out.append('\n');
        }
    }

    /** @param withShape false where the same kind stands in a row above, with its shape */
    private void kind(Row row, KindCell kind, boolean withShape, StringBuilder out) {
        out.append("| ").append(text(row.title()));
        out.append(" | ").append(code(kind.kind()));
        out.append(" | ").append(kind.status().mark());
        out.append(" | ").append(kind.frames());
        out.append(" | ").append(link(kind.first()));
        out.append(" | ").append(withShape ? shape(kind.seen()) : "");
        out.append(" | ").append(joined(kind.notes(), "; ", MatrixMarkdown::text)).append(" |\n");
    }

    /** Line of the recording: the header is line 1 and seq counts from 1. */
    String link(@Nullable FrameRef frame) {
        if (frame == null) {
            return "";
        }
        String target = fixtures + "/" + frame.fixture() + "#L" + (frame.seq() + 1);
        return "[" + text(label(frame)) + "](<" + target.replace(">", "%3E").replace("|", "%7C") + ">)";
    }

    private static String label(FrameRef frame) {
        return frame.fixture().replaceAll("/recording\\.ndjson$|\\.ndjson$", "") + " " + frame.seq();
    }

    private static String shape(@Nullable KindEvidence seen) {
        if (seen == null || seen.shapes().isEmpty()) {
            return "";
        }
        List<String> paths = List.copyOf(seen.shapes().firstEntry().getKey().paths());
        String printed = paths.stream().limit(PRINTED_PATHS).map(MatrixMarkdown::code).collect(Collectors.joining(" "));
        int further = paths.size() - PRINTED_PATHS;
        int shapes = seen.shapes().size() - 1;
        return printed
                + (further > 0 ? " and " + further + " more" : "")
                + (shapes > 0 ? " (" + shapes + " further shapes)" : "");
    }

    private static void coverage(Coverage coverage, StringBuilder out) {
        out.append("### ").append(text(coverage.column().toString()));
        out.append(": what the schema of ").append(text(coverage.version())).append(" lists\n\n");
        out.append(coverage.listed()).append(" kinds are listed, ");
        out.append(coverage.isCompared()
                ? "compared with " + FacetText.count(coverage.sessions())
                : "and no session of a real provider speaks this version");
        out.append(".\n\n");
        list("Listed, without a rule", coverage.withoutRule(), out);
        if (coverage.isCompared()) {
            list("Listed, never recorded", coverage.neverRecorded(), out);
            list("Recorded, in no list of the wire", coverage.notListed(), out);
        }
        out.append('\n');
    }

    private static void list(String title, List<String> kinds, StringBuilder out) {
        out.append("* ").append(title).append(": ").append(kinds.size());
        out.append(kinds.isEmpty() ? "" : " (" + joined(kinds, ", ", MatrixMarkdown::code) + ")").append('\n');
    }

    private static <T> String joined(List<T> values, String between, Function<T, String> text) {
        return values.stream().map(text).collect(Collectors.joining(between));
    }

    /** Names from recordings are data: what Markdown would read as markup is escaped. */
    static String text(String data) {
        return VisibleText.of(data).replaceAll("([\\\\`*_{}\\[\\]<>#!|])", "\\\\$1");
    }

    static String code(String data) {
        String shown = VisibleText.of(data).replace("|", "\\|");
        return shown.indexOf('`') < 0 ? "`" + shown + "`" : "`` " + shown + " ``";
    }
}
