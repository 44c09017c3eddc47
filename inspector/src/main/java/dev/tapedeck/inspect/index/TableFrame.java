package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.filter.Candidate;
import dev.tapedeck.filter.Mark;
import dev.tapedeck.filter.Outcome;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A row of a table, as a filter looks at it.
 *
 * @param lossy kinds of the rules that do not carry everything
 * @param frame as it stands in the file; absent while it was not read
 * @param outcome what it became; absent while it was not replayed
 */
record TableFrame(
        FrameTable table,
        int row,
        String provider,
        Set<String> lossy,
        @Nullable Frame frame,
        @Nullable Outcome outcome)
        implements Candidate {
    @Override
    public long seq() {
        return table.seq(row);
    }

    @Override
    public long micros() {
        return table.micros(row);
    }

    @Override
    public long size() {
        return table.bytes(row);
    }

    @Override
    public long batch() {
        return table.batch(row);
    }

    @Override
    public Direction direction() {
        return table.direction(row);
    }

    @Override
    public String kind() {
        return table.kind(row);
    }

    @Override
    public @Nullable Role role() {
        return table.roleOf(row);
    }

    @Override
    public @Nullable String rule() {
        return table.rule(row);
    }

    @Override
    public boolean loses() {
        String rule = table.rule(row);
        return rule != null && lossy.contains(rule);
    }

    @Override
    public Disposition disposition() {
        return table.disposition(row);
    }

    @Override
    public boolean became(Set<EventType> types) {
        return table.became(row, types);
    }

    @Override
    public boolean marked(Mark mark) {
        return table.marked(row, mark);
    }
}
