package dev.tapedeck.cli;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.json.Json;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Coverage;
import dev.tapedeck.matrix.CoverageText;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.MatrixFill;
import dev.tapedeck.matrix.MatrixReport;
import dev.tapedeck.matrix.Row;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tapedeck matrix}: what rules claim and recordings prove. */
@Command(
        name = "matrix",
        description = "Lays what the rules claim beside what recordings prove.",
        mixinStandardHelpOptions = true)
final class MatrixCommand implements Callable<Integer> {
    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            defaultValue = "fixtures",
            description = "folder of recordings (default: ${DEFAULT-VALUE})")
    private Path recordings = Path.of("fixtures");

    @Option(
            names = "--rows",
            paramLabel = "concepts|canonical|runtime",
            description = "what the rows are (default: canonical; in Markdown all three)")
    private @Nullable String rows;

    @Option(
            names = "--golden",
            paramLabel = "DIR",
            description = "approved results: what only a recording with a result in waiting shows is not proven")
    private @Nullable Path golden;

    @Option(
            names = "--links",
            paramLabel = "PATH",
            description = "in Markdown and HTML: where links find the recordings (default: DIR)")
    private @Nullable String links;

    @Option(
            names = "--coverage",
            description = "instead of the matrix: what each vendor lists, what of it has a rule and was recorded, and "
                    + "what changed since the list before")
    private boolean coverage;

    @Option(
            names = "--fill",
            paramLabel = "FILE.md",
            description = "instead of the matrix: print this hand-written Markdown matrix with its TBD cells filled")
    private @Nullable Path fill;

    @ArgGroup(exclusive = true)
    private FormatOptions form = new FormatOptions();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    /** What the matrix is printed as. */
    enum Format {
        text,
        md,
        json,
        csv,
        html
    }

    private static final class FormatOptions {
        @Option(
                names = "--format",
                paramLabel = "text|md|json|csv|html",
                description = "print it as text (the default), Markdown or HTML with shapes and links, a JSON array "
                        + "of cells, or CSV with one line for each kind of a cell")
        private Format named = Format.text;

        @Option(names = "--json", description = "the same as --format json")
        private boolean json;

        @Option(names = "--markdown", description = "the same as --format md")
        private boolean markdown;

        @Option(names = "--csv", description = "the same as --format csv")
        private boolean csv;

        Format format() {
            return json ? Format.json : markdown ? Format.md : csv ? Format.csv : named;
        }
    }

    @Override
    public Integer call() throws IOException {
        RowSet rowSet = RowSet.of(rows == null ? RowSet.EVENTS.word() : rows)
                .orElseThrow(() -> wrong("--rows: expected concepts, canonical or runtime, found " + rows));
        if (fill != null && (coverage || rows != null || form.format() != Format.text)) {
            throw wrong("--fill: expected alone with --links and --golden, since the file says what it looks like");
        }
        GoldenStore goldens = golden == null ? null : new GoldenStore(golden, true);
        MatrixReport report = MatrixReport.of(Fixtures.in(recordings), goldens);
        if (fill != null) {
            fill(fill, report);
        } else if (coverage) {
            coverage(report);
        } else {
            matrix(report, rowSet);
        }
        spec.commandLine().getOut().flush();
        PrintWriter err = spec.commandLine().getErr();
        report.failures().forEach((scenario, why) -> err.println("tapedeck: " + scenario + ": " + VisibleText.of(why)));
        return report.failures().isEmpty() ? 0 : Tapedeck.UNREADABLE;
    }

    private void matrix(MatrixReport report, RowSet rowSet) {
        PrintWriter out = spec.commandLine().getOut();
        switch (form.format()) {
            case json -> out.println(VisibleText.json(Json.write(report.json(rowSet))));
            case csv -> out.print(report.csv(rowSet));
            case md -> out.print(rows == null ? report.markdown(links()) : report.markdown(links(), rowSet));
            case html -> out.print(MatrixHtml.page(report, rows == null ? null : rowSet, links()));
            case text -> print(out, report.matrix(rowSet));
        }
    }

    private void coverage(MatrixReport report) {
        PrintWriter out = spec.commandLine().getOut();
        switch (form.format()) {
            case json -> out.println(VisibleText.json(Json.write(CoverageText.json(report.coverage()))));
            case md -> out.print(CoverageText.markdown(report.coverage()));
            case text -> out.print(CoverageText.text(report.coverage()));
            case csv, html -> throw wrong("--coverage: expected text, md or json, found " + form.format());
        }
    }

    /** Every byte outside of the filled cells stays, so what is no UTF-8 cannot be printed. */
    private void fill(Path file, MatrixReport report) throws IOException {
        String markdown;
        try {
            markdown = Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new IOException(file + ": expected UTF-8", e);
        }
        MatrixFill.Filled filled = report.fill(markdown, links());
        spec.commandLine().getOut().print(filled.markdown());
        PrintWriter err = spec.commandLine().getErr();
        err.println("tapedeck: " + filled.filled() + " cells filled, " + filled.left().size() + " left open");
        filled.left().forEach(left -> err.println("  " + VisibleText.of(left)));
    }

    private String links() {
        return links == null ? recordings.toString() : links;
    }

    private ParameterException wrong(String what) {
        return new ParameterException(spec.commandLine(), what);
    }

    private static void print(PrintWriter out, Matrix matrix) {
        for (Column column : matrix.columns()) {
            out.println(VisibleText.of(column.toString()));
            String group = "";
            for (Row row : matrix.rows()) {
                if (!group.equals(row.group())) {
                    group = row.group();
                    out.println("  " + group);
                }
                matrix.cellsOf(row).stream()
                        .filter(cell -> cell.column().equals(column))
                        .forEach(cell -> print(out, cell));
            }
            matrix.coverage().stream().filter(each -> each.column().equals(column)).forEach(each -> print(out, each));
        }
        Map<Status, Long> counts = matrix.counts();
        counts.forEach((status, cells) -> out.println(cells + " " + status.word().toLowerCase(Locale.ROOT)));
    }

    private static void print(PrintWriter out, Cell cell) {
        out.printf(
                "    %-32s %-20s %3d kinds %7d frames%n",
                cell.row().title(),
                cell.status().word().toLowerCase(Locale.ROOT),
                cell.kinds().size(),
                cell.frames());
    }

    private static void print(PrintWriter out, Coverage coverage) {
        if (!coverage.isCompared()) {
            out.printf(
                    "  %d kinds listed by %s: %d without a rule; no session of a real provider speaks it%n",
                    coverage.listed(),
                    VisibleText.of(coverage.version()),
                    coverage.withoutRule().size());
            return;
        }
        out.printf(
                "  %d kinds listed by %s: %d without a rule, %d never recorded; %d recorded and not listed%n",
                coverage.listed(),
                VisibleText.of(coverage.version()),
                coverage.withoutRule().size(),
                coverage.neverRecorded().size(),
                coverage.notListed().size());
    }
}
