package dev.tapedeck.replay;

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
    /** Samples kept of an unmapped kind. */
    static final int MAX_SAMPLES = 3;
    /** Unmapped kinds of which samples are kept. */
    static final int MAX_SAMPLED_KINDS = 256;
    /** Characters kept of a sample. */
    static final int MAX_SAMPLE_LENGTH = 2000;
    /** Notes that are kept; the rest is counted. */
    static final int MAX_NOTES = 1000;
    /** What frames are counted as when {@link #MAX_KINDS} kinds are known already. */
    static final String OTHER_KINDS = "(other kinds)";
    /** What frames are counted as that were not decoded. */
    static final String NOT_DECODED = "(not decoded)";

    private record Key(String kind, Direction direction) {}

    private static final class Row {
        final long[] counts = new long[Disposition.values().length];
        final List<UnmappedKind.Sample> samples = new ArrayList<>(0);
    }

    private final Map<Key, Row> rows = new HashMap<>();
    private final Map<Key, Row> parts = new HashMap<>();
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
        if (disposition == Disposition.UNMAPPED && row.samples.size() < MAX_SAMPLES) {
            sample(row, result);
        }
        for (String part : result.unmapped()) {
            part(part, result);
        }
    }

    /** A part of a mapped frame counts by its own name; the frame itself stays mapped. */
    private void part(String kind, FrameResult result) {
        Key key = new Key(kind, result.frame().direction());
        if (!parts.containsKey(key) && parts.size() >= MAX_KINDS) {
            key = new Key(OTHER_KINDS, result.frame().direction());
        }
        Row row = parts.computeIfAbsent(key, unused -> new Row());
        row.counts[Disposition.UNMAPPED.ordinal()]++;
        if (row.samples.size() < MAX_SAMPLES) {
            sample(row, result);
        }
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
        List<UnmappedKind> unmapped = new ArrayList<>();
        for (Map<Key, Row> counted : List.of(rows, parts)) {
            sorted(counted).forEach((key, row) -> {
                long frames = row.counts[Disposition.UNMAPPED.ordinal()];
                if (frames > 0) {
                    unmapped.add(new UnmappedKind(key.kind(), key.direction(), frames, row.samples));
                }
            });
        }
        return unmapped;
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

    private void sample(Row row, FrameResult result) {
        if (row.samples.isEmpty() && ++sampledKinds > MAX_SAMPLED_KINDS) {
            return;
        }
        String text = result.frame().payload().display();
        row.samples.add(new UnmappedKind.Sample(
                result.frame().seq(),
                text.length() <= MAX_SAMPLE_LENGTH ? text : text.substring(0, MAX_SAMPLE_LENGTH) + "…"));
    }

    private static TreeMap<Key, Row> sorted(Map<Key, Row> rows) {
        TreeMap<Key, Row> sorted = new TreeMap<>(
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
