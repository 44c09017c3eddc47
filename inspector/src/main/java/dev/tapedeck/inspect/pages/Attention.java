package dev.tapedeck.inspect.pages;

import dev.tapedeck.inspect.index.GoldenBoard;
import dev.tapedeck.inspect.index.Recording;
import dev.tapedeck.inspect.index.StoredRun;
import dev.tapedeck.inspect.index.StoredRuns.Listing;
import dev.tapedeck.inspect.index.Survey.Findings;
import dev.tapedeck.inspect.index.Tape.Facts;
import dev.tapedeck.matrix.Cell;
import dev.tapedeck.matrix.Matrix;
import dev.tapedeck.matrix.Status;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What somebody should look at, the worst first, each thing with the page that shows its evidence. */
record Attention(Findings findings, Matrix matrix, GoldenBoard.State goldens, Listing runs) {
    /** One thing to look at. */
    record Line(Glyph glyph, Route route, String sentence, String under) {}

    /** All of it. */
    List<Line> lines() {
        List<Line> first = new ArrayList<>();
        List<Line> others = new ArrayList<>();
        for (Consumer<List<Line>> finder : List.<Consumer<List<Line>>>of(
                this::stopped, this::unmapped, this::faults, this::damaged, this::pending, this::violated,
                this::mismatches, this::undelivered)) {
            List<Line> found = new ArrayList<>();
            finder.accept(found);
            first.addAll(found.subList(0, Math.min(1, found.size())));
            others.addAll(found.subList(Math.min(1, found.size()), found.size()));
        }
        first.addAll(others); // one of each sort stands first, however many there are of the worst
        return first;
    }

    private void stopped(List<Line> lines) {
        facts().filter(facts -> facts.failure() != null).forEach(facts -> lines.add(new Line(
                Glyph.FAULT,
                Route.frames(facts.recording().id()),
                facts.recording().title() + " cannot be replayed to its end",
                String.valueOf(facts.failure()))));
    }

    private void faults(List<Line> lines) {
        facts().filter(facts -> facts.faulted() > 0)
                .sorted(Comparator.comparingLong(Facts::faulted).reversed())
                .forEach(facts -> lines.add(new Line(
                        Glyph.FAULT,
                        Route.frames(facts.recording().id()).with("sel", facts.firstFault()),
                        Html.count(facts.faulted(), "frame") + " faulted in “" + facts.recording().title() + "”",
                        stream(facts.recording()) + " · first at frame " + Html.number(facts.firstFault()))));
    }

    private void damaged(List<Line> lines) {
        facts().filter(facts -> facts.damaged() > 0).forEach(facts -> lines.add(new Line(
                Glyph.FAULT,
                Route.frames(facts.recording().id()),
                "The file of “" + facts.recording().title() + "” is damaged",
                facts.recording().name() + " · what could be read of it is shown")));
    }

    private void unmapped(List<Line> lines) {
        for (UnmappedPages.Entry entry : UnmappedPages.entries(findings)) {
            lines.add(new Line(
                    Glyph.UNMAPPED,
                    Route.unmapped(entry.id()),
                    entry.column().provider() + " sends " + entry.kind().kind() + ", "
                            + Html.count(entry.frames(), "frame") + ", no rule",
                    entry.column().wire() + " · in " + Html.count(entry.kind().recordings().size(), "session")));
        }
    }

    private void violated(List<Line> lines) {
        for (StoredRun run : runs.runs()) {
            if (run.result() != null && run.result().violations() > 0) {
                lines.add(new Line(
                        Glyph.UNMAPPED,
                        Route.run(run.id()),
                        Html.count(run.result().violations(), "violation") + " in a run of “"
                                + run.recording().title() + "”",
                        RunsPage.words(run.plan())));
            }
        }
    }

    private void mismatches(List<Line> lines) {
        for (Cell cell : matrix.cells()) {
            if (cell.status() == Status.MISMATCH) {
                lines.add(new Line(
                        Glyph.MISMATCH,
                        Route.matrix().with("cell", MatrixPage.key(cell)),
                        "Claim and recordings disagree on " + cell.row().title(),
                        cell.column().toString()));
            }
        }
    }

    private void pending(List<Line> lines) {
        for (GoldenBoard.Pending golden : goldens.pending()) {
            boolean isNew = golden.golden().approved() == null;
            lines.add(new Line(
                    isNew ? Glyph.NONE : Glyph.GAP,
                    Route.golden(golden.id()),
                    (isNew ? "New result, nothing approved yet: " : "Golden differs: ") + golden.golden().name(),
                    golden.summary() + " · why, and approve or discard"));
        }
    }

    private void undelivered(List<Line> lines) {
        List<Facts> without = facts()
                .filter(facts -> facts.frames() > 0 && facts.undelivered() == facts.frames())
                .toList();
        if (!without.isEmpty()) {
            lines.add(new Line(
                    Glyph.LATE,
                    Route.sessions(),
                    Html.count(without.size(), "session") + " of wires without a rule book",
                    "They are listed as recorded and not replayed."));
        }
    }

    private Stream<Facts> facts() {
        return findings.facts().values().stream().sorted(Comparator.comparing(facts -> facts.recording().name()));
    }

    /** Provider, wire and version. */
    static String stream(Recording recording) {
        String version = recording.header().version();
        return recording.header().provider() + " · " + recording.header().wire()
                + (version == null ? "" : " " + version);
    }
}
