package dev.tapedeck.replay;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.HostFault;
import dev.tapedeck.fault.Schedule;
import dev.tapedeck.fault.Sink;
import dev.tapedeck.fault.Stall;
import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.host.Host;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Drives a host by a plan: what arrives, which faults of the host strike, and when the subscriber drains. */
final class Conductor implements Sink {
    private final Host host;
    private final Schedule schedule;
    private final List<HostFault> faults;
    private final int spacing;
    private int struck;
    private int drains;
    private int stalled;

    /** @param spacing factor between the numbers of the recording and those that the host sees */
    Conductor(Host host, FaultPlan plan, int spacing) {
        this.host = host;
        this.schedule = plan.schedule();
        this.faults = plan.hostFaults();
        this.spacing = spacing;
        strike(0);
    }

    @Override
    public void entry(Entry entry) {
        long seq = entry.seq() / spacing;
        // Where the frame that a fault waits for comes late or never, it strikes at its place.
        strike(seq - 1);
        host.arrive(entry);
        strike(seq);
        if (stalled > 0) {
            stalled--;
        } else {
            drain(seq);
        }
    }

    @Override
    public void ends(@Nullable Ending ending) {
        if (ending == null) {
            host.recordingEnds();
        } else {
            host.processEnds(ending.exit(), ending.signal(), ending.reason());
        }
    }

    private void strike(long seq) {
        while (struck < faults.size() && faults.get(struck).after() <= seq) {
            HostFault fault = faults.get(struck++);
            fault.strike(host);
            if (fault instanceof Stall stall) {
                stalled = stall.frames();
            }
        }
    }

    private void drain(long seq) {
        switch (schedule) {
            case Schedule.Every(int frames) -> {
                if (host.failing()) {
                    // Where a resync falls must not depend on the size of batches.
                    host.drainAll();
                }
                boolean more = true;
                while (more && host.queued() >= frames) {
                    more = host.drain();
                }
            }
            case Schedule.At(List<Long> after) -> {
                while (drains < after.size() && after.get(drains) <= seq) {
                    drains++;
                    host.drain();
                }
            }
        }
    }
}
