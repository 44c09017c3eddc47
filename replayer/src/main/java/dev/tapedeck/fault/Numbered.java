package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.Frame;
import dev.tapedeck.frame.HostAct;
import dev.tapedeck.frame.LogLine;
import org.jspecify.annotations.Nullable;

/**
 * Numbers entries anew where some come twice, late or from nowhere: entry 12 of the recording is 12,000, and what
 * arrives out of its place behind it is 12,001 and so on. So numbers rise, and those of a run without faults are the
 * same.
 */
final class Numbered implements Sink {
    private final int spacing;
    private final Sink next;
    private long highest;
    private int beside;

    Numbered(int spacing, Sink next) {
        this.spacing = spacing;
        this.next = next;
    }

    @Override
    public void entry(Entry entry) {
        if (entry.seq() > highest) {
            highest = entry.seq();
            beside = 0;
        } else {
            beside = Math.min(beside + 1, spacing - 1);
        }
        next.entry(numbered(entry, highest * spacing + beside));
    }

    @Override
    public void ends(@Nullable Ending ending) {
        next.ends(ending);
    }

    private static Entry numbered(Entry entry, long seq) {
        return switch (entry) {
            case Frame frame -> new Frame(
                    seq,
                    frame.micros(),
                    frame.direction(),
                    frame.payload(),
                    frame.carrier(),
                    frame.lineEnd(),
                    frame.cuts());
            case LogLine line -> new LogLine(seq, line.micros(), line.stream(), line.payload());
            case HostAct act -> new HostAct(seq, act.micros(), act.act(), act.facts());
        };
    }
}
