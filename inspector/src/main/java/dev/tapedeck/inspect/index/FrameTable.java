package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.filter.Mark;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.rules.Role;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * One recording as pages list it: what became of every frame, in about 45 bytes a frame, from one replay.
 *
 * <p>Everything that a page of frames shows comes from here; a file is read again only for the frame that is opened
 * and for a search in the text of frames.
 */
public final class FrameTable {
    private static final EventType[] TYPES = EventType.values();
    private static final Disposition[] DISPOSITIONS = Disposition.values();
    private static final Role[] ROLES = Role.values();

    private final TableColumns table;
    /** Whether the replay that fills it goes on. */
    private final boolean growing;
    private volatile @Nullable Density density;

    /** @param growing whether more frames of the file will come */
    FrameTable(TableColumns table, boolean growing) {
        this.table = table;
        this.growing = growing;
    }

    /**
     * Rows of one turn.
     *
     * @param last last row, which is growing until the turn ends
     * @param state how it ended; absent while it has not
     */
    public record TurnSpan(int first, int last, @Nullable TurnState state) {}

    /**
     * Something that is wrong with the file.
     *
     * @param before seq of the entry that was read behind it; the largest number at the end of the file
     */
    public record Damaged(long before, String sentence) {}

    /** What is wrong with the file, in the order of the file. */
    public List<Damaged> damages() {
        return table.damages;
    }

    /** The part of it that stands right before a row, or behind the last one. */
    public List<Damaged> damages(int row) {
        long from = row == 0 ? 0 : seq(row - 1);
        long to = row == size() ? Long.MAX_VALUE : seq(row);
        return table.damages.isEmpty()
                ? List.of()
                : table.damages.stream().filter(each -> each.before() > from && each.before() <= to).toList();
    }

    TableColumns columns() {
        return table;
    }

    /** Whether the replay went on when this was taken, so that more frames will come. */
    public boolean growing() {
        return growing;
    }

    /** Number of frames. */
    public int size() {
        return table.seqs.size();
    }

    public Row row(int row) {
        int traitBits = table.traits.get(row);
        int from = row == 0 ? 0 : table.eventEnds.get(row - 1);
        List<EventType> types = new ArrayList<>(table.eventEnds.get(row) - from);
        for (int i = from; i < table.eventEnds.get(row); i++) {
            types.add(TYPES[table.events.get(i)]);
        }
        long batch = table.batches.get(row);
        return new Row(
                row,
                table.seqs.get(row),
                table.micros.get(row),
                table.sizes.get(row),
                direction(row),
                table.words.word(table.kinds.get(row)),
                role(traitBits),
                word(table.rules.get(row)),
                disposition(row),
                word(table.reasons.get(row)),
                batch,
                batch != 0 && (row == 0 || table.batches.get(row - 1) != batch),
                batch != 0 && (row == size() - 1 || table.batches.get(row + 1) != batch),
                types);
    }

    /** The row of that frame, or the first one after it; the table's size when there is none. */
    public int rowOf(long seq) {
        return first(size(), row -> table.seqs.get(row) >= seq);
    }

    /** The first of so many rows from which on that holds; their number when it holds of none. */
    private static int first(int rows, IntPredicate holds) {
        int low = 0;
        int high = rows;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (holds.test(middle)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    /** Seq of the first frame of the batch after that frame's; {@link Long#MAX_VALUE} when its batch is the last. */
    long batchOver(long seq) {
        int row = rowOf(seq);
        if (row < size() - 1 && table.batches.get(row) == 0 && disposition(row) == Disposition.UNDELIVERED) {
            return table.seqs.get(row + 1); // no step follows from a frame that the host never took
        }
        while (row < size() && table.batches.get(row) == 0) {
            row++; // told beside a batch: it counts with the frames that it stands before
        }
        long batch = row < size() ? table.batches.get(row) : 0;
        while (row < size() && (table.batches.get(row) == batch || table.batches.get(row) == 0)) {
            row++;
        }
        return row < size() ? table.seqs.get(row) : Long.MAX_VALUE;
    }

    public long seq(int row) {
        return table.seqs.get(row);
    }

    public long micros(int row) {
        return table.micros.get(row);
    }

    Direction direction(int row) {
        return (table.traits.get(row) & 1) == 0 ? Direction.IN : Direction.OUT;
    }

    public Disposition disposition(int row) {
        return DISPOSITIONS[(table.traits.get(row) >> 1) & 7];
    }

    private static @Nullable Role role(int traitBits) {
        int role = (traitBits >> 4) & 7;
        return role == 0 ? null : ROLES[role - 1];
    }

    @Nullable Role roleOf(int row) {
        return role(table.traits.get(row));
    }

    String kind(int row) {
        return table.words.word(table.kinds.get(row));
    }

    int bytes(int row) {
        return table.sizes.get(row);
    }

    /** Whether the host did that after the frame and before the next one. */
    boolean marked(int row, Mark mark) {
        BitSet marked = table.marks.get(mark);
        return marked != null && marked.get(row);
    }

    @Nullable String rule(int row) {
        return word(table.rules.get(row));
    }

    long batch(int row) {
        return table.batches.get(row);
    }

    /** Whether the frame became an event of one of these types. */
    boolean became(int row, java.util.Set<EventType> types) {
        for (int i = row == 0 ? 0 : table.eventEnds.get(row - 1); i < table.eventEnds.get(row); i++) {
            if (types.contains(TYPES[table.events.get(i)])) {
                return true;
            }
        }
        return false;
    }

    /** Whether somebody should look at the frame. */
    public boolean isProblem(int row) {
        return isProblem(disposition(row));
    }

    /** Whether somebody should look at a frame that ended so. */
    public static boolean isProblem(Disposition disposition) {
        return disposition == Disposition.UNMAPPED || disposition == Disposition.FAULTED;
    }

    /** The first row that did not arrive before that time, in µs, where times only grow; else the size. */
    public int rowAt(long time) {
        return first(size(), row -> table.micros.get(row) >= time);
    }

    /**
     * Frames in equal stretches of the time from the first to the last: deltas of some text, and others. Arrays must
     * not be changed.
     */
    public record Density(int[] deltas, int[] others) {}

    /** Counted once for a table, since it looks at every row. */
    public Density density(int buckets) {
        Density known = density;
        if (known == null || known.deltas().length != buckets) {
            known = new Density(new int[buckets], new int[buckets]);
            long begin = size() == 0 ? 0 : table.micros.get(0);
            long span = Math.max(1, lastMicros() - begin);
            for (int row = 0; row < size(); row++) {
                int bucket = (int) Math.min(buckets - 1, (table.micros.get(row) - begin) * buckets / span);
                (isDelta(row) ? known.deltas() : known.others())[bucket]++;
            }
            density = known;
        }
        return known;
    }

    /** Whether every event of the frame is a delta of some text. */
    public boolean isDelta(int row) {
        int from = row == 0 ? 0 : table.eventEnds.get(row - 1);
        return from < table.eventEnds.get(row) && TYPES[table.events.get(from)] == EventType.CONTENT_DELTA;
    }

    /**
     * Seq of the frame that the event of that number became of, counted from 1 over frames and host as a golden
     * counts them; empty when the host wrote it by itself or there are fewer.
     */
    public OptionalLong frameOfEvent(long number, String type) {
        long left = number;
        int host = 0;
        for (int row = 0; row < size(); row++) {
            while (host < table.hostEvents.size() && table.hostEvents.get(host) <= row) {
                host++;
                left--;
            }
            int from = row == 0 ? 0 : table.eventEnds.get(row - 1);
            int here = table.eventEnds.get(row) - from;
            if (left >= 1 && left <= here) {
                // Another type means that the golden was made of another replay than this one.
                boolean same = TYPES[table.events.get(from + (int) left - 1)].word().equals(type);
                return same ? OptionalLong.of(table.seqs.get(row)) : OptionalLong.empty();
            }
            left -= here;
        }
        return OptionalLong.empty();
    }

    /** What stands before that row. */
    public List<Aside> asides(int row) {
        int begin = first(table.asides.size(), aside -> table.asides.get(aside).before() >= row);
        int end = begin;
        while (end < table.asides.size() && table.asides.get(end).before() == row) {
            end++;
        }
        return table.asides.subList(begin, end);
    }

    /** Notes, log lines and host acts between frames, in order. */
    public List<Aside> asides() {
        return table.asides;
    }

    /** Asides beyond those that are kept. */
    public long furtherAsides() {
        return table.furtherAsides;
    }

    public List<TurnSpan> turns() {
        return table.turns;
    }

    public long count(Disposition disposition) {
        return table.counts.getOrDefault(disposition, 0L);
    }

    public long count(EventType type) {
        return table.eventCounts.getOrDefault(type, 0L);
    }

    /** Seq of the first frame that faulted; 0 when none did. */
    long firstFault() {
        return table.firstFault;
    }

    /** Requests, by either side. */
    public long requests() {
        return table.requests;
    }

    /** Text of the first send; absent when there was none. */
    public @Nullable String firstSend() {
        return table.firstSend;
    }

    /** Arrival of the last frame in µs. */
    public long lastMicros() {
        return size() == 0 ? 0 : table.micros.get(size() - 1);
    }

    private @Nullable String word(int number) {
        return number < 0 ? null : table.words.word(number);
    }
}
