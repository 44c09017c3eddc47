package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.filter.Mark;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameTable.TurnSpan;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.BitSet;
import java.util.Map;
import java.util.function.IntToLongFunction;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A frame table as bytes: about eleven for each frame, since every column is written as differences from row to row.
 * Only ever read by the program that wrote it, so the order of enums is part of the format.
 */
final class TableFile {
    private static final int MAX_ROWS = Integer.MAX_VALUE / 2;

    private TableFile() {}

    static void write(TableColumns table, DataOutputStream out) throws IOException {
        out.writeInt(table.size());
        out.writeInt(table.events.size());
        out.writeInt(table.hostEvents.size());
        column(out, table.size(), table.seqs::get);
        column(out, table.size(), table.micros::get);
        column(out, table.size(), table.sizes::get);
        column(out, table.size(), table.kinds::get);
        column(out, table.size(), table.rules::get);
        column(out, table.size(), table.reasons::get);
        column(out, table.size(), table.batches::get);
        column(out, table.size(), table.traits::get);
        column(out, table.size(), table.eventEnds::get);
        column(out, table.events.size(), table.events::get);
        column(out, table.hostEvents.size(), table.hostEvents::get);
        out.writeInt(table.words.size());
        for (int i = 0; i < table.words.size(); i++) {
            text(out, table.words.word(i));
        }
        out.writeInt(table.marks.size());
        for (Map.Entry<Mark, BitSet> mark : table.marks.entrySet()) {
            out.writeByte(mark.getKey().ordinal());
            int[] rows = mark.getValue().stream().toArray();
            out.writeInt(rows.length);
            column(out, rows.length, row -> rows[row]);
        }
        out.writeInt(table.asides.size());
        for (Aside aside : table.asides) {
            out.writeInt(aside.before());
            out.writeLong(aside.seq());
            out.writeLong(aside.micros());
            out.writeByte(aside.what().ordinal());
            text(out, aside.text());
        }
        out.writeInt(table.turns.size());
        for (TurnSpan turn : table.turns) {
            out.writeInt(turn.first());
            out.writeInt(turn.last());
            out.writeByte(turn.state() == null ? -1 : turn.state().ordinal());
        }
        for (Disposition disposition : Disposition.values()) {
            out.writeLong(table.counts.getOrDefault(disposition, 0L));
        }
        for (EventType type : EventType.values()) {
            out.writeLong(table.eventCounts.getOrDefault(type, 0L));
        }
        out.writeLong(table.furtherAsides);
        out.writeLong(table.requests);
        out.writeLong(table.firstFault);
        out.writeBoolean(table.firstSend != null);
        text(out, table.firstSend == null ? "" : table.firstSend);
    }

    /** @throws IOException if the bytes are not those of a table; what is out of bounds is found before it is kept */
    static TableColumns read(DataInputStream in) throws IOException {
        TableColumns table = new TableColumns();
        int rows = count(in, MAX_ROWS);
        int events = count(in, MAX_ROWS);
        int hostEvents = count(in, MAX_ROWS);
        column(in, rows, table.seqs::add);
        column(in, rows, table.micros::add);
        column(in, rows, value -> table.sizes.add((int) value));
        column(in, rows, value -> table.kinds.add((int) value));
        column(in, rows, value -> table.rules.add((int) value));
        column(in, rows, value -> table.reasons.add((int) value));
        column(in, rows, table.batches::add);
        column(in, rows, value -> table.traits.add((int) value));
        column(in, rows, value -> table.eventEnds.add((int) value));
        column(in, events, value -> table.events.add((int) value));
        column(in, hostEvents, value -> table.hostEvents.add((int) value));
        for (int i = count(in, TableColumns.MAX_WORDS + 1); i > 0; i--) {
            table.words.append(text(in));
        }
        for (int i = count(in, Mark.values().length); i > 0; i--) {
            BitSet marked = new BitSet();
            table.marks.put(one(in, Mark.values()), marked);
            column(in, count(in, rows), row -> marked.set((int) row));
        }
        for (int i = count(in, TableColumns.MAX_ASIDES); i > 0; i--) {
            table.asides.add(new Aside(
                    in.readInt(), in.readLong(), in.readLong(), one(in, Aside.What.values()), text(in)));
        }
        for (int i = count(in, TableColumns.MAX_TURNS); i > 0; i--) {
            table.turns.add(new TurnSpan(in.readInt(), in.readInt(), state(in)));
        }
        for (Disposition disposition : Disposition.values()) {
            table.counts.put(disposition, in.readLong());
        }
        for (EventType type : EventType.values()) {
            table.eventCounts.put(type, in.readLong());
        }
        table.furtherAsides = in.readLong();
        table.requests = in.readLong();
        table.firstFault = in.readLong();
        boolean sent = in.readBoolean();
        String firstSend = text(in);
        table.firstSend = sent ? firstSend : null;
        table.trim();
        return table;
    }

    private static void column(DataOutputStream out, int rows, IntToLongFunction values) throws IOException {
        long before = 0;
        for (int row = 0; row < rows; row++) {
            long value = values.applyAsLong(row);
            long change = value - before;
            long left = change << 1 ^ change >> 63; // small either way: the sign stands in the last bit
            while ((left & ~0x7fL) != 0) {
                out.writeByte((int) (left & 0x7f | 0x80));
                left >>>= 7;
            }
            out.writeByte((int) left);
            before = value;
        }
    }

    private static void column(DataInputStream in, int rows, LongConsumer values) throws IOException {
        long before = 0;
        for (int row = 0; row < rows; row++) {
            long left = 0;
            int part = in.readByte();
            for (int shift = 0; ; shift += 7) {
                left |= (part & 0x7fL) << shift;
                if (part >= 0) {
                    break;
                }
                part = in.readByte();
            }
            before += left >>> 1 ^ -(left & 1);
            values.accept(before);
        }
    }

    private static int count(DataInputStream in, int most) throws IOException {
        int count = in.readInt();
        if (count < 0 || count > most) {
            throw new IOException("at most " + most + " expected, found " + count);
        }
        return count;
    }

    private static <T> T one(DataInputStream in, T[] values) throws IOException {
        int number = in.readByte();
        if (number < 0 || number >= values.length) {
            throw new IOException("one of " + values.length + " expected, found " + number);
        }
        return values[number];
    }

    private static @Nullable TurnState state(DataInputStream in) throws IOException {
        int number = in.readByte();
        return number < 0 || number >= TurnState.values().length ? null : TurnState.values()[number];
    }

    /** Longer than what {@code writeUTF} takes, and any characters at all. */
    private static void text(DataOutputStream out, String text) throws IOException {
        out.writeInt(text.length());
        out.writeChars(text);
    }

    private static String text(DataInputStream in) throws IOException {
        char[] text = new char[count(in, 1 << 20)];
        for (int i = 0; i < text.length; i++) {
            text[i] = in.readChar();
        }
        return new String(text);
    }
}
