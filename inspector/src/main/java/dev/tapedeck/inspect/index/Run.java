package dev.tapedeck.inspect.index;

import dev.tapedeck.replay.ReplayReport;
import java.io.IOException;

/**
 * One recording replayed under a plan.
 *
 * @param tape its frames as the run met them, numbered as {@link Plan#inRun} says
 */
public record Run(Plan plan, Tape tape, ReplayReport report) {

    /** @throws IOException if the file cannot be read any more, or its wire has no rules */
    static Run of(Survey survey, Recording recording, Plan plan) throws IOException {
        TableFiller filler = new TableFiller(plan);
        ReplayReport report = survey.replay(recording, plan, Long.MAX_VALUE, false, filler)
                .orElseThrow(() -> new IOException("a wire with a rule book expected"));
        return new Run(plan, new Tape(recording, filler.done(), null), report);
    }
}
