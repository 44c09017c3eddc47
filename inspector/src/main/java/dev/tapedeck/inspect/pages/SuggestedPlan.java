package dev.tapedeck.inspect.pages;

import dev.tapedeck.frame.Direction;
import dev.tapedeck.host.Disposition;
import dev.tapedeck.inspect.index.FrameTable;
import dev.tapedeck.inspect.index.Row;
import java.util.List;

/**
 * A bad day that suits a recording.
 *
 * @param plan as an address has it
 */
record SuggestedPlan(String words, String plan) {

    /** Plans that strike in the middle of a recording; none when it has no frame of the provider. */
    static List<SuggestedPlan> of(FrameTable frames) {
        long middle = middle(frames);
        if (middle == 0) {
            return List.of();
        }
        int many = Math.max(1, frames.size() / 3);
        long early = Math.max(1, middle - many);
        return List.of(
                new SuggestedPlan("The reader is too slow and frames are lost",
                        "batch=8;lag(after=%d,drop=%d)".formatted(middle, many)),
                new SuggestedPlan("The queue holds four frames while the reader sleeps",
                        "limit(limit=queue,value=4);stall(after=%d,frames=%d)".formatted(early, many)),
                new SuggestedPlan("The mapping hook fails once",
                        "batch=8;hook-failure(after=%d,reason=made to fail)".formatted(middle)),
                new SuggestedPlan("The mapper’s scratch has no room",
                        "batch=8;limit(limit=scratch,value=64)"),
                new SuggestedPlan("One frame is lost and nobody says so", "lost(frame=%d)".formatted(middle)),
                new SuggestedPlan("One frame arrives twice", "repeated(frame=%d,later=2)".formatted(middle)),
                new SuggestedPlan("Bytes that are no text", "undecodable(frame=%d)".formatted(middle)),
                new SuggestedPlan("The process is killed", "killed(frame=%d,signal=SIGKILL)".formatted(middle)),
                new SuggestedPlan("Frames are lost, and the resync is refused until the user retries",
                        "batch=8;refused-subscription(after=%1$d);lag(after=%1$d,drop=%2$d);retry(after=%3$d)"
                                .formatted(middle, many, middle + 1)));
    }

    private static long middle(FrameTable frames) {
        for (int row = frames.size() / 2; row < frames.size(); row++) {
            Row candidate = frames.row(row);
            if (candidate.direction() == Direction.OUT && candidate.disposition() == Disposition.MAPPED) {
                return candidate.seq();
            }
        }
        return 0;
    }
}
