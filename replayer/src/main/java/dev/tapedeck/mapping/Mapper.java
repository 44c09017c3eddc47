package dev.tapedeck.mapping;

import dev.tapedeck.rules.Message;
import dev.tapedeck.scratch.Scratch;
import java.util.List;

/**
 * The {@code mapFrames} hook (runtime-event-path, Batch mapping): pure and batch-invariant, so that mapping ab equals
 * mapping a, then b.
 */
public interface Mapper {
    /**
     * Maps frames that were drained together, in arrival order.
     *
     * @throws HookFailure if the whole call failed; scratch then stays as it was and the batch is not applied
     */
    MapResult mapFrames(MapContext context, List<Message> frames, Scratch scratch);

    /** Whether this is the older hook, {@code runtimeReduce}: its scratch is one state blob with its own budget. */
    default boolean reduces() {
        return false;
    }

    /** A call of the hook that failed as a whole. */
    final class HookFailure extends RuntimeException {
        public HookFailure(String reason) {
            super(reason);
        }

        public HookFailure(String reason, Throwable cause) {
            super(reason, cause);
        }
    }
}
