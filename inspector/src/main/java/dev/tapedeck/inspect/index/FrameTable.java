package dev.tapedeck.inspect.index;

import dev.tapedeck.canonical.EventType;
import dev.tapedeck.canonical.TurnPayload;
import dev.tapedeck.canonical.TurnState;
import dev.tapedeck.filter.Mark;
import dev.tapedeck.filter.ReplayedFrame;
import dev.tapedeck.frame.Direction;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostNote;
import dev.tapedeck.inspect.index.Columns.Bytes;
import dev.tapedeck.inspect.index.Columns.Ints;
import dev.tapedeck.inspect.index.Columns.Longs;
import dev.tapedeck.inspect.index.Columns.Words;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One recording as pages list it: what became of every frame, in about 45 bytes a frame, from one replay.
 *
 * <p>Everything that a page of frames shows comes from here; a file is read again only for the frame that is opened
 * and for a search in the text of frames.
 */
public final class FrameTable {
    /** Kinds, rules and reasons that are told apart in one recording; they are data, so they are bounded. */
    static final int MAX_WORDS = 65_536;
    /** Notes, log lines and host acts that are kept between frames; further ones are only counted. */
    static final int MAX_ASIDES = 20_000;
    /** Turns that are drawn. */
    static final int MAX_TURNS = 2_000;

    private static final EventType[] TYPES = EventType.values();
    private static final Disposition[] DISPOSITIONS = Disposition.values();
    private static final Role[] ROLES = Role.values();
    private static final int MAX_SHOWN_TEXT = 200;

    private final Longs seqs;
    private final Longs micros;
    private final Ints sizes;
    private final Ints kinds;
    private final Ints rules;
    private final Ints reasons;
    private final Longs batches;
    private final Bytes traits;
    private final Ints eventEnds;
    private final Bytes events;
    /** For each event that the host wrote outside of frames: how many rows there were. */
    private final Ints hostEvents;
    private final Words words;
    private final Map<Mark, BitSet> marks = new EnumMap<>(Mark.class);
    private final List<Aside> asides = new ArrayList<>();
    private final List<TurnSpan> turns = new ArrayList<>();
    private final Map<Disposition, Long> counts = new EnumMap<>(Disposition.class);
    private final Map<EventType, Long> eventCounts = new EnumMap<>(EventType.class);
    private volatile @Nullable Density density;
    private long furtherAsides;
    private long requests;
    private long firstFault;
    private @Nullable String firstSend;

    /** Whether the replay that fills it goes on. */
    private final boolean growing;

    private FrameTable() {
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
        growing = false;
    }

    /** What a table holds now, to be read while the other one grows. */
    private FrameTable(FrameTable filling, boolean growing) {
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
        counts.putAll(filling.counts);
        eventCounts.putAll(filling.eventCounts);
        furtherAsides = filling.furtherAsides;
        requests = filling.requests;
        firstFault = filling.firstFault;
        firstSend = filling.firstSend;
        this.growing = growing;
    }

    /**
     * One frame.
     *
     * @param row its number in the table, from 0
     * @param size of its payload in bytes
     * @param kind native kind; empty when the frame could not be decoded
     * @param batch 0 when it was in none
     * @param opens whether it is the first of its batch
     * @param closes whether it is the last of its batch
     */
    public record Row(
            int row,
            long seq,
            long micros,
            int size,
            Direction direction,
            String kind,
            @Nullable Role role,
            @Nullable String rule,
            Disposition disposition,
            @Nullable String reason,
            long batch,
            boolean opens,
            boolean closes,
            List<EventType> events) {}

    /**
     * What stands between two frames.
     *
     * @param before number of the frame's row that it stands before
     */
    public record Aside(int before, long seq, long micros, What what, String text) {
        /** What it is. */
        public enum What {
            /** The host did something by itself. */
            NOTE("host"),
            /** The one visible warning of an epoch. */
            WARNING("warning"),
            /** A bookkeeping failure. */
            FAILURE("failure"),
            /** Maps were reconciled from history. */
            RESYNC("resync"),
            /** The epoch is over. */
            CLOSED("closed"),
            /** The recorder noted something. */
            ACT("recorder"),
            /** The process wrote a line that is not the wire. */
            LOG("log");

            private final String word;

            What(String word) {
                this.word = word;
            }

            public String word() {
                return word;
            }

            /** Whether the host did it. */
            public boolean byHost() {
                return this != ACT && this != LOG;
            }

            /** What a note is. */
            public static What of(HostNote note) {
                return switch (note) {
                    case HostNote.Warned warned -> WARNING;
                    case HostNote.Failed failed -> FAILURE;
                    case HostNote.Resynced resynced -> RESYNC;
                    case HostNote.Closed closed -> CLOSED;
                    case HostNote.EpochOpened opened -> NOTE;
                    case HostNote.RequestRefused refused -> NOTE;
                    case HostNote.ErrorWritten written -> NOTE;
                    case HostNote.CancelWritten cancelled -> NOTE;
                    case HostNote.AnswerRefused refused -> NOTE;
                    case HostNote.EvidenceRefused refused -> NOTE;
                    case HostNote.Trimmed trimmed -> NOTE;
                };
            }
        }
    }

    /**
     * Rows of one turn.
     *
     * @param last last row, which is growing until the turn ends
     * @param state how it ended; absent while it has not
     */
    public record TurnSpan(int first, int last, @Nullable TurnState state) {}

    /** Whether the replay went on when this was taken, so that more frames will come. */
    public boolean growing() {
        return growing;
    }

    /** Number of frames. */
    public int size() {
        return seqs.size();
    }

    public Row row(int row) {
        int traitBits = traits.get(row);
        int from = row == 0 ? 0 : eventEnds.get(row - 1);
        List<EventType> types = new ArrayList<>(eventEnds.get(row) - from);
        for (int i = from; i < eventEnds.get(row); i++) {
            types.add(TYPES[events.get(i)]);
        }
        long batch = batches.get(row);
        return new Row(
                row,
                seqs.get(row),
                micros.get(row),
                sizes.get(row),
                direction(row),
                words.word(kinds.get(row)),
                role(traitBits),
                word(rules.get(row)),
                disposition(row),
                word(reasons.get(row)),
                batch,
                batch != 0 && (row == 0 || batches.get(row - 1) != batch),
                batch != 0 && (row == size() - 1 || batches.get(row + 1) != batch),
                types);
    }

    /** The row of that frame, or the first one after it; the table's size when there is none. */
    public int rowOf(long seq) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (seqs.get(middle) < seq) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Seq of the first frame of the batch after that frame's; {@link Long#MAX_VALUE} when its batch is the last. */
    long batchOver(long seq) {
        int row = rowOf(seq);
        if (row < size() - 1 && batches.get(row) == 0 && disposition(row) == Disposition.UNDELIVERED) {
            return seqs.get(row + 1); // no step follows from a frame that the host never took
        }
        while (row < size() && batches.get(row) == 0) {
            row++; // told beside a batch: it counts with the frames that it stands before
        }
        long batch = row < size() ? batches.get(row) : 0;
        while (row < size() && (batches.get(row) == batch || batches.get(row) == 0)) {
            row++;
        }
        return row < size() ? seqs.get(row) : Long.MAX_VALUE;
    }

    public long seq(int row) {
        return seqs.get(row);
    }

    public long micros(int row) {
        return micros.get(row);
    }

    Direction direction(int row) {
        return (traits.get(row) & 1) == 0 ? Direction.IN : Direction.OUT;
    }

    public Disposition disposition(int row) {
        return DISPOSITIONS[(traits.get(row) >> 1) & 7];
    }

    private static @Nullable Role role(int traitBits) {
        int role = (traitBits >> 4) & 7;
        return role == 0 ? null : ROLES[role - 1];
    }

    @Nullable Role roleOf(int row) {
        return role(traits.get(row));
    }

    String kind(int row) {
        return words.word(kinds.get(row));
    }

    int bytes(int row) {
        return sizes.get(row);
    }

    /** Whether the host did that after the frame and before the next one. */
    boolean marked(int row, Mark mark) {
        BitSet marked = marks.get(mark);
        return marked != null && marked.get(row);
    }

    @Nullable String rule(int row) {
        return word(rules.get(row));
    }

    long batch(int row) {
        return batches.get(row);
    }

    /** Whether the frame became an event of one of these types. */
    boolean became(int row, java.util.Set<EventType> types) {
        for (int i = row == 0 ? 0 : eventEnds.get(row - 1); i < eventEnds.get(row); i++) {
            if (types.contains(TYPES[events.get(i)])) {
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

    /** The first row that did not arrive before that time, in µs, where times only grow; the size when there is none. */
    public int rowAt(long time) {
        int low = 0;
        int high = size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (micros.get(middle) < time) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Frames in equal stretches of time: deltas of some text, and others. Arrays must not be changed. */
    public record Density(int[] deltas, int[] others) {}

    /** Counted once for a table, since it looks at every row. */
    public Density density(int buckets) {
        Density known = density;
        if (known == null || known.deltas().length != buckets) {
            known = new Density(new int[buckets], new int[buckets]);
            long span = Math.max(1, lastMicros());
            for (int row = 0; row < size(); row++) {
                int bucket = (int) Math.min(buckets - 1, micros.get(row) * buckets / span);
                (isDelta(row) ? known.deltas() : known.others())[bucket]++;
            }
            density = known;
        }
        return known;
    }

    /** Whether every event of the frame is a delta of some text. */
    public boolean isDelta(int row) {
        int from = row == 0 ? 0 : eventEnds.get(row - 1);
        return from < eventEnds.get(row) && TYPES[events.get(from)] == EventType.CONTENT_DELTA;
    }

    /**
     * Seq of the frame that the event of that number became of, counted from 1 over frames and host as a golden
     * counts them; empty when the host wrote it by itself or there are fewer.
     */
    public OptionalLong frameOfEvent(long number, String type) {
        long left = number;
        int host = 0;
        for (int row = 0; row < size(); row++) {
            while (host < hostEvents.size() && hostEvents.get(host) <= row) {
                host++;
                left--;
            }
            int from = row == 0 ? 0 : eventEnds.get(row - 1);
            int here = eventEnds.get(row) - from;
            if (left >= 1 && left <= here) {
                // Another type means that the golden was made of another replay than this one.
                boolean same = TYPES[events.get(from + (int) left - 1)].word().equals(type);
                return same ? OptionalLong.of(seqs.get(row)) : OptionalLong.empty();
            }
            left -= here;
        }
        return OptionalLong.empty();
    }

    /** What stands before that row. */
    public List<Aside> asides(int row) {
        int low = 0;
        int high = asides.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (asides.get(middle).before() < row) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        int end = low;
        while (end < asides.size() && asides.get(end).before() == row) {
            end++;
        }
        return asides.subList(low, end);
    }

    /** Notes, log lines and host acts between frames, in order. */
    public List<Aside> asides() {
        return asides;
    }

    /** Asides beyond those that are kept. */
    public long furtherAsides() {
        return furtherAsides;
    }

    public List<TurnSpan> turns() {
        return turns;
    }

    public long count(Disposition disposition) {
        return counts.getOrDefault(disposition, 0L);
    }

    public long count(EventType type) {
        return eventCounts.getOrDefault(type, 0L);
    }

    /** Seq of the first frame that faulted; 0 when none did. */
    long firstFault() {
        return firstFault;
    }

    /** Requests, by either side. */
    public long requests() {
        return requests;
    }

    /** Text of the first send; absent when there was none. */
    public @Nullable String firstSend() {
        return firstSend;
    }

    /** Arrival of the last frame in µs. */
    public long lastMicros() {
        return size() == 0 ? 0 : micros.get(size() - 1);
    }

    private @Nullable String word(int number) {
        return number < 0 ? null : words.word(number);
    }

    /** Fills a table while a replay runs; others may look at what it holds so far. */
    static final class Filler implements ReplayListener {
        private final FrameTable table = new FrameTable();
        private int openTurn = -1;

        synchronized FrameTable done() {
            table.seqs.trim();
            table.micros.trim();
            table.sizes.trim();
            table.kinds.trim();
            table.rules.trim();
            table.reasons.trim();
            table.batches.trim();
            table.traits.trim();
            table.eventEnds.trim();
            table.events.trim();
            table.hostEvents.trim();
            return table;
        }

        /**
         * What it holds now.
         *
         * @param growing whether the replay goes on, so that more frames of the file will come
         */
        synchronized FrameTable soFar(boolean growing) {
            return new FrameTable(table, growing);
        }

        synchronized int frames() {
            return table.size();
        }

        @Override
        public synchronized void frame(FrameResult result) {
            Message message = result.message();
            Role role = message == null ? null : message.role();
            table.seqs.add(result.frame().seq());
            table.micros.add(result.frame().micros());
            table.sizes.add(result.frame().payload().size());
            table.kinds.add(table.words.number(message == null ? "" : message.kind().path()));
            table.rules.add(number(result.rule()));
            table.reasons.add(number(result.reason()));
            table.batches.add(result.batch());
            table.traits.add((result.frame().direction() == Direction.IN ? 0 : 1)
                    | result.disposition().ordinal() << 1
                    | (role == null ? 0 : role.ordinal() + 1) << 4);
            table.counts.merge(result.disposition(), 1L, Long::sum);
            if (result.disposition() == Disposition.FAULTED && table.firstFault == 0) {
                table.firstFault = result.frame().seq();
            }
            table.requests += role == Role.REQUEST ? 1 : 0;
            result.emissions().forEach(this::emitted);
            table.eventEnds.add(table.events.size());
        }

        private void emitted(Emission emission) {
            if (emission.canonical() == null) {
                return;
            }
            EventType type = emission.canonical().type();
            table.events.add(type.ordinal());
            table.eventCounts.merge(type, 1L, Long::sum);
            int row = table.seqs.size() - 1;
            switch (emission.canonical().payload()) {
                case TurnPayload.TurnStarted started -> {
                    if (table.turns.size() < MAX_TURNS) {
                        openTurn = table.turns.size();
                        table.turns.add(new TurnSpan(row, row, null));
                    }
                }
                case TurnPayload.TurnCompleted completed -> endTurn(row, completed.state());
                case TurnPayload.TurnAborted aborted -> endTurn(row, TurnState.INTERRUPTED);
                default -> {}
            }
        }

        private void endTurn(int row, TurnState state) {
            if (openTurn >= 0) {
                table.turns.set(openTurn, new TurnSpan(table.turns.get(openTurn).first(), row, state));
                openTurn = -1;
            }
        }

        @Override
        public synchronized void written(long seq, Emission emission) {
            if (emission.canonical() != null) {
                table.hostEvents.add(table.size());
            }
        }

        @Override
        public synchronized void log(LogLine line) {
            aside(line.seq(), line.micros(), Aside.What.LOG, line.stream() + ": " + line.payload().display());
        }

        @Override
        public synchronized void hostAct(HostAct act) {
            aside(act.seq(), act.micros(), Aside.What.ACT, act.act() + facts(act));
        }

        @Override
        public synchronized void note(HostNote note) {
            long last = table.size() == 0 ? 0 : table.micros.get(table.size() - 1);
            aside(note.seq(), last, Aside.What.of(note), note.sentence());
            if (table.size() > 0) {
                for (Mark mark : ReplayedFrame.marks(note)) {
                    table.marks.computeIfAbsent(mark, unused -> new BitSet()).set(table.size() - 1);
                }
            }
        }

        @Override
        public synchronized void claimed(Claim claim) {
            if (table.firstSend == null && !claim.text().isBlank()) {
                table.firstSend = cut(claim.text().strip());
            }
        }

        private void aside(long seq, long micros, Aside.What what, String text) {
            if (table.asides.size() < MAX_ASIDES) {
                table.asides.add(new Aside(table.size(), seq, micros, what, cut(text)));
            } else {
                table.furtherAsides++;
            }
        }

        private int number(@Nullable String word) {
            return word == null ? -1 : table.words.number(word);
        }

        private static String facts(HostAct act) {
            StringBuilder text = new StringBuilder();
            act.facts().entrySet().stream()
                    .sorted(Map.Entry.comparingByKey())
                    .forEach(fact -> text.append(' ').append(fact.getKey()).append(' ').append(fact.getValue()));
            return text.toString();
        }

        private static String cut(String text) {
            return text.length() <= MAX_SHOWN_TEXT ? text : text.substring(0, MAX_SHOWN_TEXT) + "…";
        }
    }
}
