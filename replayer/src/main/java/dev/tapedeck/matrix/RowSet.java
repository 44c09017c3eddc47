package dev.tapedeck.matrix;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.rules.Concept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedSet;
import java.util.LinkedHashSet;

/** What the rows of a matrix are. */
public enum RowSet {
    /** Canonical events by family. */
    EVENTS("events"),
    /** Runtime events. */
    RUNTIME("runtime"),
    /** The 16 concepts of the normalization matrix and what stands beside them. */
    CONCEPTS("concepts");

    /** Row of kinds that have a rule which leaves them out. */
    public static final Row DROPPED = new Row("no-target.dropped", "dropped on purpose", "no target");
    /** Row of kinds that repeat what others say. */
    public static final Row DUPLICATE = new Row("no-target.duplicate", "duplicate view", "no target");
    /** Row of kinds that nobody wrote a rule for. */
    public static final Row UNMAPPED = new Row("no-target.unmapped", "unmapped", "no target");

    private final String word;

    RowSet(String word) {
        this.word = word;
    }

    public String word() {
        return word;
    }

    /** The row set of that word, or empty when it is none of ours; {@code canonical} means the canonical events. */
    public static Optional<RowSet> of(String word) {
        String known = word.equals("canonical") ? EVENTS.word : word;
        return Arrays.stream(values()).filter(rows -> rows.word.equals(known)).findFirst();
    }

    /** All rows in their order; the last ones hold the kinds that become nothing. */
    SequencedSet<Row> rows() {
        List<Row> rows = new ArrayList<>();
        switch (this) {
            case EVENTS -> Arrays.stream(EventType.values()).map(RowSet::row).forEach(rows::add);
            case RUNTIME -> Arrays.stream(RuntimeRow.values()).map(RuntimeRow::row).forEach(rows::add);
            case CONCEPTS -> Arrays.stream(Concept.values()).map(RowSet::row).forEach(rows::add);
        }
        // What is dropped has a concept of its own.
        rows.addAll(this == CONCEPTS ? List.of(DUPLICATE, UNMAPPED) : List.of(DUPLICATE, DROPPED, UNMAPPED));
        return new LinkedHashSet<>(rows);
    }

    static Row row(EventType type) {
        return new Row(type.word(), type.word(), lower(type.family().name()));
    }

    static Row row(Concept concept) {
        String number = concept == Concept.OTHER ? "" : concept.ordinal() + 1 + ". ";
        return new Row(lower(concept.name()).replace('_', '-'), number + concept.title(), "concepts");
    }

    private static String lower(String name) {
        return name.toLowerCase(Locale.ROOT);
    }
}
