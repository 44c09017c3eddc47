package dev.tapedeck.fault;

import dev.tapedeck.frame.Ending;
import dev.tapedeck.frame.Entry;
import dev.tapedeck.frame.HostAct;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The process is replaced once the frame has arrived: a new epoch, in which the rest of the recording arrives.
 *
 * <p>Maps, scratch, requests and warning start afresh; evidence of the old epoch confirms nothing.
 */
public record NewProcess(long frame) implements ProcessFault {
    @Override
    public Sink before(Sink next) {
        return new Sink() {
            @Override
            public void entry(Entry entry) {
                next.entry(entry);
                if (entry.seq() == frame) {
                    next.entry(new HostAct(entry.seq(), entry.micros(), HostAct.SPAWN, Map.of()));
                }
            }

            @Override
            public void ends(@Nullable Ending ending) {
                next.ends(ending);
            }
        };
    }
}
