package dev.tapedeck.host;

import dev.tapedeck.frame.Frame;
import dev.tapedeck.mapping.Emission;
import dev.tapedeck.rules.Message;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one frame.
 *
 * @param message the decoded frame; absent when it could not be decoded
 * @param rule kind of the rule that took it; absent when none did
 * @param reason why it was dropped, faulted or not delivered, or what it is a view of
 * @param emissions what came out and was applied, host-written closings included
 * @param unmapped names of parts of a mapped frame that no rule takes
 * @param batch number of the batch that it was drained in, from 1; 0 when it never was
 * @param ignored what came out and changed nothing, because it came too late or said nothing new (decision D7)
 */
public record FrameResult(
        Frame frame,
        @Nullable Message message,
        Disposition disposition,
        @Nullable String rule,
        @Nullable String reason,
        List<String> unmapped,
        List<Emission> emissions,
        long batch,
        List<Emission> ignored) {
    public FrameResult {
        unmapped = List.copyOf(unmapped);
        emissions = List.copyOf(emissions);
        ignored = List.copyOf(ignored);
    }

    /** A result of a frame with no part left over and nothing ignored. */
    public FrameResult(
            Frame frame,
            @Nullable Message message,
            Disposition disposition,
            @Nullable String rule,
            @Nullable String reason,
            List<Emission> emissions,
            long batch) {
        this(frame, message, disposition, rule, reason, List.of(), emissions, batch, List.of());
    }
}
