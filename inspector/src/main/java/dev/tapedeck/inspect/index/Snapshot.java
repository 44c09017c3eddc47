package dev.tapedeck.inspect.index;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.tapedeck.canonical.CanonicalEvent;
import dev.tapedeck.host.FrameResult;
import dev.tapedeck.host.HostView;
import dev.tapedeck.inspect.index.Stops.Stop;
import dev.tapedeck.json.Json;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.replay.ReplayListener;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The host's maps as they stand after one frame, in golden form with the ordinals of the frames page, and what changed
 * since an earlier one. Costs two replays up to the frame, each from the last stop before it.
 *
 * @param seq the frame
 * @param base the earlier frame; 0 is the state before the first
 * @param epoch number of the runtime epoch, 0 before the first
 * @param scratchBytes size of the mapper's scratch
 */
public record Snapshot(long seq, long base, ObjectNode maps, MapsDiff diff, int epoch, long scratchBytes) {

    /** @throws IOException if the file cannot be read any more */
    static Snapshot of(Survey survey, Recording recording, long seq, long base) throws IOException {
        Stop from = survey.stop(recording, seq);
        CanonicalJson names = from.names();
        Last now = new Last(names);
        survey.replay(recording, from, seq, false, now);
        Last then = new Last(names);
        if (base > 0) {
            survey.replay(recording, survey.stop(recording, base), base, false, then);
        }
        HostView host = now.host;
        ObjectNode maps = now.maps();
        return new Snapshot(
                seq,
                base,
                maps,
                MapsDiff.of(then.maps(), maps),
                host == null ? 0 : host.epoch(),
                host == null ? 0 : host.scratch().bytes());
    }

    /** Remembers the host, and gives ids their names in the order of the events that they appear in. */
    private static final class Last implements ReplayListener {
        private final CanonicalJson names;
        private @Nullable HostView host;

        Last(CanonicalJson names) {
            this.names = names;
        }

        @Override
        public void frame(FrameResult result) {
            for (Emission emission : result.emissions()) {
                CanonicalEvent event = emission.canonical();
                if (event != null) {
                    names.pass(event);
                }
            }
        }

        @Override
        public void stepped(HostView view) {
            host = view;
        }

        ObjectNode maps() {
            return host == null ? Json.mapper().createObjectNode() : names.maps(host.maps());
        }
    }
}
