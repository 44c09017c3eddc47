package dev.tapedeck.replay;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostListener;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.rules.Message;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Counts what became of frames; bounded, whatever the recording holds. */
final class Tally implements HostListener {
    /** Kinds that are counted apart; kind names are data, so their number must be bounded. */
    static final int MAX_KINDS = 4096;
    /** Unmapped kinds of which samples are kept. */
    static final int MAX_SAMPLED_KINDS = 256;
    /** Notes that are kept; the rest is counted. */
    static final int MAX_NOTES = 1000;
    /** What frames are counted as when {@link #MAX_KINDS} kinds are known already. */
    static final String OTHER_KINDS = "(other kinds)";
    /** What frames are counted as that were not decoded. */
    static final String NOT_DECODED = "(not decoded)";

    private record Key(String kind, Direction direction) {}

    private static final class Row {
        final long[] counts = new long[Disposition.values().length];
    }

    private final Map<Key, Row> rows = new HashMap<>();
    private final Map<Key, UnmappedTally> unmapped = new HashMap<>();
    private final Map<Key, UnmappedTally> parts = new HashMap<>();
    private final List<HostNote> notes = new ArrayList<>();
    private final long[] totals = new long[Disposition.values().length];
    private int sampledKinds;
    private long noteCount;
    private int epochs;
    private @Nullable Key lastKey;
    private @Nullable Row lastRow;

    @Override
    public boolean wantsChanges(long seq) {
        return false;
    }

    @Override
    public void frame(FrameResult result) {
        Disposition disposition = result.disposition();
        totals[disposition.ordinal()]++;
        Message message = result.message();
        String kind = message == null ? NOT_DECODED : message.kind().path();
        Row row = row(kind, result.frame().direction());
        row.counts[disposition.ordinal()]++;
        if (disposition == Disposition.UNMAPPED) {
            count(kind, result, unmapped);
        }
        for (String part : result.unmapped()) {
            count(part, result, parts);
        }
    }

    /** A part of a mapped frame counts by its own name; the frame itself stays mapped. */
    private void count(String kind, FrameResult result, Map<Key, UnmappedTally> into) {
        Key key = new Key(kind, result.frame().direction());
        if (!into.containsKey(key) && into.size() >= MAX_KINDS) {
            key = new Key(OTHER_KINDS, result.frame().direction());
        }
        UnmappedTally tally = into.computeIfAbsent(
                key, unused -> new UnmappedTally(result.frame(), ++sampledKinds <= MAX_SAMPLED_KINDS));
        Message message = result.message();
        JsonNode json = message == null ? MissingNode.getInstance() : message.json();
        tally.add(result.frame(), json);
    }

    @Override
    public void note(HostNote note) {
        noteCount++;
        epochs = Math.max(epochs, note.epoch());
        if (notes.size() < MAX_NOTES) {
            notes.add(note);
        }
    }

    Map<Disposition, Long> totals() {
        return counts(totals, true);
    }

    List<HostNote> notes() {
        return notes;
    }

    long noteCount() {
        return noteCount;
    }

    int epochs() {
        return Math.max(1, epochs);
    }

    List<KindCount> kinds() {
        List<KindCount> kinds = new ArrayList<>();
        sorted(rows).forEach((key, row) ->
                kinds.add(new KindCount(key.kind(), key.direction(), counts(row.counts, false))));
        return kinds;
    }

    List<UnmappedKind> unmapped() {
        List<UnmappedKind> told = new ArrayList<>();
        for (Map<Key, UnmappedTally> counted : List.of(unmapped, parts)) {
            sorted(counted).forEach((key, tally) -> told.add(tally.told(key.kind(), key.direction())));
        }
        return told;
    }

    private Row row(String kind, Direction direction) {
        if (lastKey != null && lastRow != null && lastKey.direction == direction && lastKey.kind.equals(kind)) {
            return lastRow;
        }
        Key key = new Key(kind, direction);
        Row row = rows.get(key);
        if (row == null) {
            key = rows.size() < MAX_KINDS ? key : new Key(OTHER_KINDS, direction);
            row = rows.computeIfAbsent(key, unused -> new Row());
        }
        lastKey = key;
        lastRow = row;
        return row;
    }

    private static <T> TreeMap<Key, T> sorted(Map<Key, T> rows) {
        TreeMap<Key, T> sorted = new TreeMap<>(
                java.util.Comparator.comparing(Key::kind).thenComparing(Key::direction));
        sorted.putAll(rows);
        return sorted;
    }

    private static Map<Disposition, Long> counts(long[] counts, boolean zeros) {
        Map<Disposition, Long> map = new EnumMap<>(Disposition.class);
        for (Disposition disposition : Disposition.values()) {
            long count = counts[disposition.ordinal()];
            if (zeros || count > 0) {
                map.put(disposition, count);
            }
        }
        return map;
    }
}
