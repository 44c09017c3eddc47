package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Concept;
import dev.tapedeck.rules.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Fills one column: joins the rules of a wire with what was seen of its kinds. */
final class ColumnCells {
    /** Stands in place of a native kind where no frame of the wire brought the event forth. */
    private static final String HOST = "(host)";

    private final RowSet rowSet;
    private final Collection<Rule> rules;
    private final StreamEvidence stream;
    private final Set<String> pending;
    private final Map<String, List<KindEvidence>> seenByRule = new HashMap<>();
    private final Map<Row, List<KindCell>> cells = new HashMap<>();

    ColumnCells(RowSet rowSet, Collection<Rule> rules, StreamEvidence stream, Set<String> pending) {
        this.rowSet = rowSet;
        this.rules = rules;
        this.stream = stream;
        this.pending = pending;
    }

    Map<Row, List<KindCell>> kindCells() {
        for (KindEvidence kind : stream.kinds()) {
            if (kind.rule() == null) {
                add(RowSet.UNMAPPED, unmapped(kind));
            } else {
                seenByRule.computeIfAbsent(kind.rule(), key -> new ArrayList<>()).add(kind);
            }
        }
        for (Rule rule : rules) {
            List<KindEvidence> seen = seenByRule.getOrDefault(rule.kind(), List.of());
            switch (rule) {
                case Rule.Map map -> mapped(map, seen);
                case Rule.Duplicate duplicate ->
                    leftOut(RowSet.DUPLICATE, rule, "says again what " + duplicate.viewOf() + " says", seen);
                case Rule.Drop drop -> leftOut(droppedRow(), rule, drop.reason(), seen);
            }
        }
        if (rowSet == RowSet.EVENTS) {
            hostWritten();
            missed();
        }
        return cells;
    }

    private void mapped(Rule.Map rule, List<KindEvidence> seen) {
        Set<Row> claimed = rowsOf(rule);
        if (rowSet == RowSet.RUNTIME) {
            seen.forEach(kind -> kind.runtime().keySet().forEach(row -> claimed.add(row.row())));
        }
        for (Row row : claimed) {
            boolean shown = false;
            for (KindEvidence kind : seen) {
                KindEvidence.@Nullable Seen became = became(rule, kind, row);
                if (became != null || kind.count(Disposition.FAULTED) > 0) {
                    add(row, shown(rule, kind, became));
                    shown = true;
                }
            }
            if (!shown) {
                List<String> notes = new ArrayList<>(rule.gaps());
                notes.add("no recording shows it yet");
                add(row, new KindCell(rule.kind(), rule.kind(), Status.NO_EVIDENCE, 0, null, notes, null));
            }
        }
        for (KindEvidence kind : seen) {
            undeclared(rule, kind);
        }
    }

    private KindCell shown(Rule.Map rule, KindEvidence kind, KindEvidence.@Nullable Seen became) {
        List<String> notes = new ArrayList<>(rule.gaps());
        long faulted = kind.count(Disposition.FAULTED);
        if (faulted > 0) {
            notes.add(faulted + " frames faulted: " + kind.fault());
        }
        if (!kind.recordings().isEmpty() && pending.containsAll(kind.recordings())) {
            notes.add("shown only by recordings whose goldens wait for approval");
        }
        Status status = notes.isEmpty() ? Status.PROVEN : Status.GAPS;
        if (kind.recorded() == 0) {
            notes.add("shown only by recordings that no real provider made");
            status = Status.NO_EVIDENCE;
        }
        long frames = became == null ? 0 : became.frames();
        FrameRef first = became == null ? kind.samples().getFirst() : became.first();
        return new KindCell(kind.kind(), rule.kind(), status, frames, first, notes, kind);
    }

    /** A rule that emits what it does not declare makes a false claim. */
    private void undeclared(Rule.Map rule, KindEvidence kind) {
        kind.events().forEach((type, became) -> {
            if (rowSet != RowSet.RUNTIME && !declares(rule, type)) {
                String note = "the rule emits " + type.word() + " and does not declare it";
                Row row = rowSet == RowSet.CONCEPTS ? RowSet.row(rule.concept()) : RowSet.row(type);
                add(row, new KindCell(
                        kind.kind(),
                        rule.kind(),
                        Status.MISMATCH,
                        became.frames(),
                        became.first(),
                        List.of(note),
                        kind));
            }
        });
    }

    /** The completion of an item that its turn's end had closed is told as an update (decision D2). */
    private static boolean declares(Rule.Map rule, EventType type) {
        return rule.emits().contains(type)
                || type == EventType.ITEM_UPDATED && rule.emits().contains(EventType.ITEM_COMPLETED);
    }

    private void leftOut(Row row, Rule rule, String reason, List<KindEvidence> seen) {
        List<String> notes = List.of(reason);
        if (seen.isEmpty()) {
            add(row, new KindCell(rule.kind(), rule.kind(), Status.DROPPED, 0, null, notes, null));
        }
        for (KindEvidence kind : seen) {
            add(row, new KindCell(
                    kind.kind(), rule.kind(), Status.DROPPED, kind.frames(), kind.samples().getFirst(), notes, kind));
        }
    }

    private void hostWritten() {
        List<String> notes = List.of("written by the host, which closes what a turn or a process leaves open");
        stream.hostWritten().forEach((type, seen) -> add(
                RowSet.row(type), new KindCell(HOST, null, Status.PROVEN, seen.frames(), seen.first(), notes, null)));
    }

    /** Scenarios tell which canonical events they expect, so only those rows can miss one. */
    private void missed() {
        for (EventType type : EventType.values()) {
            for (String fixture : stream.missed(type)) {
                String note = "the scenario should bring " + type.word() + " forth and did not";
                add(RowSet.row(type), new KindCell(fixture, null, Status.MISMATCH, 0, null, List.of(note), null));
            }
        }
    }

    private static KindCell unmapped(KindEvidence kind) {
        return new KindCell(
                kind.kind(),
                null,
                Status.UNMAPPED,
                kind.frames(),
                kind.samples().getFirst(),
                List.of("no rule for it"),
                kind);
    }

    private Set<Row> rowsOf(Rule.Map rule) {
        Set<Row> rows = new LinkedHashSet<>();
        switch (rowSet) {
            case EVENTS -> rule.emits().forEach(type -> rows.add(RowSet.row(type)));
            case RUNTIME -> rule.emits().forEach(type -> RuntimeRow.claimed(type).forEach(row -> rows.add(row.row())));
            case CONCEPTS -> rule.concepts().forEach(concept -> rows.add(RowSet.row(concept)));
        }
        return rows;
    }

    private KindEvidence.@Nullable Seen became(Rule.Map rule, KindEvidence kind, Row row) {
        return switch (rowSet) {
            case EVENTS -> kind.events().entrySet().stream()
                    .filter(entry -> entry.getKey().word().equals(row.key()))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            case RUNTIME -> kind.runtime().entrySet().stream()
                    .filter(entry -> entry.getKey().row().equals(row))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse(null);
            case CONCEPTS -> row.equals(RowSet.row(rule.concept()))
                    ? served(kind)
                    : kind.concepts().entrySet().stream()
                            .filter(entry -> RowSet.row(entry.getKey()).equals(row))
                            .map(Map.Entry::getValue)
                            .findFirst()
                            .orElse(null);
        };
    }

    /** Every mapped frame serves its rule's main concept. */
    private static KindEvidence.@Nullable Seen served(KindEvidence kind) {
        long mapped = kind.count(Disposition.MAPPED);
        return mapped == 0 ? null : new KindEvidence.Seen(mapped, kind.samples().getFirst());
    }

    /** The concepts have a row of their own for what is dropped. */
    private Row droppedRow() {
        return rowSet == RowSet.CONCEPTS ? RowSet.row(Concept.DROPPED_TODAY) : RowSet.DROPPED;
    }

    private void add(Row row, KindCell cell) {
        cells.computeIfAbsent(row, key -> new ArrayList<>()).add(cell);
    }
}
