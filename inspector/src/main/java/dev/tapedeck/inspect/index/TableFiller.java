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
import dev.tapedeck.host.HostView;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import dev.tapedeck.rules.Claim;
import dev.tapedeck.rules.Message;
import dev.tapedeck.rules.Role;
import dev.tapedeck.recording.Damage;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fills a table while a replay runs; others may look at what it holds so far. */
final class TableFiller implements ReplayListener {
    private static final int MAX_SHOWN_TEXT = 200;

    private final Plan plan;
    private final TableColumns table = new TableColumns();
    /** Notes that belong to the frame that is told next. */
    private final List<HostNote> ahead = new ArrayList<>();
    private int openTurn = -1;
    /** Damages of the file that were told. */
    private int told;

    /** @param plan of the replay */
    TableFiller(Plan plan) {
        this.plan = plan;
    }

    synchronized FrameTable done() {
        table.trim();
        return new FrameTable(table, false);
    }

    /**
     * What it holds now.
     *
     * @param growing whether the replay goes on, so that more frames of the file will come
     */
    synchronized FrameTable soFar(boolean growing) {
        return new FrameTable(table.soFar(), growing);
    }

    /** Number of the last frame; 0 while there is none. */
    synchronized long lastSeq() {
        return table.size() == 0 ? 0 : table.seqs.get(table.size() - 1);
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
        place();
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
                if (table.turns.size() < TableColumns.MAX_TURNS) {
                    openTurn = table.turns.size();
                    table.turns.add(new FrameTable.TurnSpan(row, row, null));
                }
            }
            case TurnPayload.TurnCompleted completed -> endTurn(row, completed.state());
            case TurnPayload.TurnAborted aborted -> endTurn(row, TurnState.INTERRUPTED);
            default -> {}
        }
    }

    /**
     * What is wrong with the file, as far as it was read; a missing end is told by the head of a session.
     *
     * @param before seq of the entry that was read behind it; the largest number at the end of the file
     */
    synchronized void damaged(List<Damage> all, long before) {
        for (Damage damage : all.subList(Math.min(told, all.size()), all.size())) {
            if (damage.kind() != Damage.Kind.NO_END) {
                table.damages.add(new FrameTable.Damaged(before, cut(damage.sentence().replaceFirst("^damaged ", ""))));
            }
        }
        told = all.size();
    }

    private void endTurn(int row, TurnState state) {
        if (openTurn >= 0) {
            table.turns.set(openTurn, new FrameTable.TurnSpan(table.turns.get(openTurn).first(), row, state));
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
        if (ReplayedFrame.isAhead(note, !ahead.isEmpty())) {
            ahead.add(note);
        } else {
            place(note);
        }
    }

    @Override
    public synchronized void stepped(HostView host) {
        place();
    }

    /** Places the notes that were held for a frame behind it. */
    private void place() {
        ahead.forEach(this::place);
        ahead.clear();
    }

    private void place(HostNote note) {
        long last = table.size() == 0 ? 0 : table.micros.get(table.size() - 1);
        aside(note.seq(), last, Aside.What.of(note), plan.faults().words(note.sentence()));
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
        if (table.asides.size() < TableColumns.MAX_ASIDES) {
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
