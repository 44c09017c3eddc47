package dev.tapedeck.inspect.index;

import dev.tapedeck.host.HostNote;
import dev.tapedeck.replay.ReplayReport;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A run that has an address of its own.
 *
 * @param id hash of recording and plan, so that a plan's file has the same address on another machine
 * @param file name of the plan's file below the inspected folder; absent when somebody made the run by hand
 * @param at when it was made by hand; absent for a plan's file
 * @param result what it came to; absent while nobody has run it
 */
public record StoredRun(
        String id,
        Recording recording,
        Plan plan,
        @Nullable String file,
        @Nullable Instant at,
        @Nullable Result result) {

    /** Id of the run of a recording under a plan. */
    public static String id(Recording recording, Plan plan) {
        return Ids.of(recording.id() + "\n" + plan.text());
    }

    /**
     * What a run came to, in figures.
     *
     * @param checked invariants that were checked
     * @param violations how often one of them did not hold
     * @param excepted sorts of differences from the clean run that were excepted
     * @param closed why the host closed; absent when it did not
     */
    public record Result(
            int checked,
            int violations,
            int failures,
            int warnings,
            int resyncs,
            int excepted,
            @Nullable String closed) {

        static Result of(ReplayReport report) {
            var closings = report.notes(HostNote.Closed.class);
            return new Result(
                    report.checked().size(),
                    report.violations().size(),
                    report.notes(HostNote.Failed.class).size(),
                    report.notes(HostNote.Warned.class).size(),
                    report.notes(HostNote.Resynced.class).size(),
                    report.excepted().size(),
                    closings.isEmpty() ? null : closings.getLast().cause().word());
        }
    }
}
