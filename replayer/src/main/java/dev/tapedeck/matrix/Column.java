package dev.tapedeck.matrix;

import dev.tapedeck.frame.Wire;
import java.util.Comparator;

/** A stream: what one provider sends on one wire. */
public record Column(String provider, Wire wire) implements Comparable<Column> {
    @Override
    public int compareTo(Column other) {
        return Comparator.comparing(Column::provider).thenComparing(Column::wire).compare(this, other);
    }

    @Override
    public String toString() {
        return provider + " · " + wire;
    }
}
