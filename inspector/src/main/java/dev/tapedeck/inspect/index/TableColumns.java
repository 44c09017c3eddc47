package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.filter.Mark;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.Columns.Bytes;
import dev.tapedeck.inspect.index.Columns.Ints;
import dev.tapedeck.inspect.index.Columns.Longs;
import dev.tapedeck.inspect.index.Columns.Words;
import dev.tapedeck.inspect.index.FrameTable.TurnSpan;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a frame table is made of: one column for each fact of a frame, and what stands between frames. */
final class TableColumns {
    /** Kinds, rules and reasons that are told apart in one recording; they are data, so they are bounded. */
    static final int MAX_WORDS = 65_536;
    /** Notes, log lines and host acts that are kept between frames; further ones are only counted. */
    static final int MAX_ASIDES = 20_000;
    /** Turns that are drawn. */
    static final int MAX_TURNS = 2_000;

    final Longs seqs;
    final Longs micros;
    final Ints sizes;
    final Ints kinds;
    /** Number of a word, -1 for none. */
    final Ints rules;
    /** Number of a word, -1 for none. */
    final Ints reasons;
    final Longs batches;
    /** Direction in bit 0, disposition in bits 1 to 3, role and one, or 0 for none, in bits 4 to 6. */
    final Bytes traits;
    /** Number of events up to and with each frame. */
    final Ints eventEnds;
    final Bytes events;
    /** For each event that the host wrote outside of frames: how many rows there were. */
    final Ints hostEvents;
    final Words words;
    final Map<Mark, BitSet> marks = new EnumMap<>(Mark.class);
    final List<Aside> asides = new ArrayList<>();
    final List<TurnSpan> turns = new ArrayList<>();
    final List<FrameTable.Damaged> damages = new ArrayList<>();
    final Map<Disposition, Long> counts = new EnumMap<>(Disposition.class);
    final Map<EventType, Long> eventCounts = new EnumMap<>(EventType.class);
    long furtherAsides;
    long requests;
    long firstFault;
    @Nullable String firstSend;

    TableColumns() {
        seqs = new Longs();
        micros = new Longs();
        sizes = new Ints();
        kinds = new Ints();
        rules = new Ints();
        reasons = new Ints();
        batches = new Longs();
        traits = new Bytes();
        eventEnds = new Ints();
        events = new Bytes();
        hostEvents = new Ints();
        words = new Words(MAX_WORDS);
    }

    private TableColumns(TableColumns filling) {
        seqs = filling.seqs.soFar();
        micros = filling.micros.soFar();
        sizes = filling.sizes.soFar();
        kinds = filling.kinds.soFar();
        rules = filling.rules.soFar();
        reasons = filling.reasons.soFar();
        batches = filling.batches.soFar();
        traits = filling.traits.soFar();
        eventEnds = filling.eventEnds.soFar();
        events = filling.events.soFar();
        hostEvents = filling.hostEvents.soFar();
        words = filling.words.soFar();
        filling.marks.forEach((mark, rows) -> marks.put(mark, (BitSet) rows.clone()));
        asides.addAll(filling.asides);
        turns.addAll(filling.turns);
        damages.addAll(filling.damages);
        counts.putAll(filling.counts);
        eventCounts.putAll(filling.eventCounts);
        furtherAsides = filling.furtherAsides;
        requests = filling.requests;
        firstFault = filling.firstFault;
        firstSend = filling.firstSend;
    }

    int size() {
        return seqs.size();
    }

    /** What they hold now, to be read while these grow. */
    TableColumns soFar() {
        return new TableColumns(this);
    }

    void trim() {
        seqs.trim();
        micros.trim();
        sizes.trim();
        kinds.trim();
        rules.trim();
        reasons.trim();
        batches.trim();
        traits.trim();
        eventEnds.trim();
        events.trim();
        hostEvents.trim();
    }
}
