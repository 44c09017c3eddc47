package dev.tapedeck.inspect;

import dev.tapedeck.inspect.index.Library;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Survey;
import dev.tapedeck.inspect.pages.FixtureCard;
import dev.tapedeck.inspect.pages.MatrixPage;
import dev.tapedeck.inspect.pages.Page;
import dev.tapedeck.inspect.pages.Query;
import dev.tapedeck.inspect.pages.Route;
import dev.tapedeck.inspect.pages.Trouble;
import dev.tapedeck.json.Json;
import dev.tapedeck.matrix.Column;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.MatrixCsv;
import dev.tapedeck.matrix.MatrixJson;
import dev.tapedeck.matrix.MatrixMarkdown;
import dev.tapedeck.matrix.RowSet;
import dev.tapedeck.rules.RuleBook;
import dev.tapedeck.wire.RuleBooks;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Makes the matrix of what was found, as a page and as files. */
final class MatrixDesk {
    private final Library library;
    private final Survey survey;
    private final GoldenDesk goldens;
    private final FixtureCard.Maker fixtures;

    MatrixDesk(Library library, Survey survey, GoldenDesk goldens, FixtureCard.Maker fixtures) {
        this.library = library;
        this.survey = survey;
        this.goldens = goldens;
        this.fixtures = fixtures;
    }

    Page page(Query query) {
        Findings findings = survey.findings();
        return MatrixPage.of(findings, rows -> matrix(findings, rows), pending(findings), fixtures, query);
    }

    /** The matrix as text to save; its format is the last part of the address. */
    String file(String format, Query query) {
        Findings findings = survey.findings();
        if (!findings.complete()) {
            throw new Trouble(
                    503,
                    "Not all recordings are replayed yet",
                    "The file would lack some of them. Try again in a moment.",
                    Route.matrix(),
                    "Matrix");
        }
        Matrix matrix = matrix(findings, MatrixPage.rowSet(query));
        return switch (format) {
            case "csv" -> MatrixCsv.write(matrix);
            case "json" -> Json.write(MatrixJson.write(matrix)) + "\n";
            case "md" -> MatrixMarkdown.legend() + "\n" + new MatrixMarkdown(library.place()).write(matrix);
            default -> throw Trouble.notFound("format", Route.matrix(), "Matrix");
        };
    }

    /** What rules claim beside what the findings show. */
    Matrix matrix(Findings findings, RowSet rows) {
        Set<Column> claimed = new HashSet<>();
        if (findings.evidence().streams().isEmpty()) {
            // Without recordings the matrix still tells what every rule book claims.
            RuleBooks.columns().forEach(book ->
                    claimed.add(new Column(book.wire().name().split("\\.")[0], book.wire())));
        }
        Map<dev.tapedeck.frame.Wire, RuleBook> books =
                RuleBooks.columns().stream().collect(Collectors.toMap(RuleBook::wire, Function.identity()));
        return Matrix.of(rows, books, claimed, findings.evidence(), List.of(), pending(findings));
    }

    /** Recordings of which a golden waits. */
    private Set<String> pending(Findings findings) {
        Set<String> pending = new HashSet<>();
        Set<String> scenarios = goldens.board().pending().stream()
                .map(golden -> golden.golden().name().scenario())
                .collect(Collectors.toSet());
        findings.scan().recordings().stream()
                .filter(recording -> scenarios.contains(recording.scenarioFolder()))
                .forEach(recording -> pending.add(recording.header().id()));
        return pending;
    }
}
