package dev.tapedeck.cli;

import dev.tapedeck.fixture.Fixtures;
import dev.tapedeck.golden.GoldenStore;
import dev.tapedeck.json.Json;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Coverage;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.MatrixCsv;
import dev.tapedeck.matrix.MatrixJson;
import dev.tapedeck.matrix.MatrixReport;
import dev.tapedeck.matrix.Row;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.matrix.Status;
import dev.tapedeck.text.VisibleText;
import java.io.IOException;
import java.io.PrintWriter;
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
            paramLabel = "events|runtime|concepts",
            description = "what the rows are (default: events; with --markdown all three)")
    private @Nullable String rows;

    @Option(
            names = "--golden",
            paramLabel = "DIR",
            description = "approved results: what only a recording with a result in waiting shows is not proven")
    private @Nullable Path golden;

    @Option(
            names = "--links",
            paramLabel = "PATH",
            description = "with --markdown: where links find the recordings (default: DIR)")
    private @Nullable String links;

    @ArgGroup(exclusive = true)
    private Format format = new Format();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    private static final class Format {
        @Option(names = "--json", description = "print a JSON array of cells")
        boolean json;

        @Option(names = "--markdown", description = "print Markdown, with shapes and links")
        boolean markdown;

        @Option(names = "--csv", description = "print CSV, one line for each kind of a cell")
        boolean csv;
    }

    @Override
    public Integer call() throws IOException {
        RowSet rowSet = RowSet.of(rows == null ? RowSet.EVENTS.word() : rows)
                .orElseThrow(() -> new ParameterException(
                        spec.commandLine(), "--rows: expected events, runtime or concepts, found " + rows));
        GoldenStore goldens = golden == null ? null : new GoldenStore(golden, true);
        MatrixReport report = MatrixReport.of(Fixtures.in(recordings), goldens);
        PrintWriter out = spec.commandLine().getOut();
        if (format.json) {
            out.println(Json.write(MatrixJson.write(report.matrix(rowSet))));
        } else if (format.csv) {
            out.print(MatrixCsv.write(report.matrix(rowSet)));
        } else if (format.markdown) {
            String to = links == null ? recordings.toString() : links;
            out.print(rows == null ? report.markdown(to) : report.markdown(to, rowSet));
        } else {
            print(out, report.matrix(rowSet));
        }
        out.flush();
        PrintWriter err = spec.commandLine().getErr();
        report.failures().forEach((scenario, why) -> err.println("tapedeck: " + scenario + ": " + VisibleText.of(why)));
        return report.failures().isEmpty() ? 0 : Tapedeck.UNREADABLE;
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
        out.printf(
                "  %d kinds listed by %s: %d without a rule, %d never recorded; %d recorded and not listed%n",
                coverage.listed(),
                VisibleText.of(coverage.version()),
                coverage.withoutRule().size(),
                coverage.neverRecorded().size(),
                coverage.notListed().size());
    }
}
