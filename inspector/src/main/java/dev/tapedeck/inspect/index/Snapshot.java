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
 * since an earlier one. Costs one replay from the last stop before the frame, and one more where the earlier frame lies
 * before that stop.
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
        Stop fromBase = base == 0 ? from : survey.stop(recording, base);
        boolean together = base > 0 && from.equals(fromBase);
        Standing standing = new Standing(from.names(), together ? base : 0);
        survey.replay(recording, from, seq, standing.base, false, standing);
        ObjectNode then = standing.then();
        if (base > 0 && !together) {
            Standing before = new Standing(standing.names, 0);
            survey.replay(recording, fromBase, base, false, before);
            then = before.now();
        }
        HostView host = standing.host;
        ObjectNode maps = standing.now();
        return new Snapshot(
                seq,
                base,
                maps,
                MapsDiff.of(then, maps),
                host == null ? 0 : host.epoch(),
                host == null ? 0 : host.scratch().bytes());
    }

    /** How the host stands, there and behind an earlier frame; ids get their names in the order of the events. */
    private static final class Standing implements ReplayListener {
        private final CanonicalJson names;
        private final long base;
        private @Nullable HostView host;
        private @Nullable ObjectNode then;
        private long last;

        /** @param base seq of the earlier frame; 0 for none */
        Standing(CanonicalJson names, long base) {
            this.names = names;
            this.base = base;
        }

        @Override
        public void frame(FrameResult result) {
            last = result.frame().seq();
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
            if (last == base && base > 0) {
                then = names.maps(view.maps());
            }
        }

        ObjectNode then() {
            return then == null ? Json.mapper().createObjectNode() : then;
        }

        ObjectNode now() {
            return host == null ? Json.mapper().createObjectNode() : names.maps(host.maps());
        }
    }
}
