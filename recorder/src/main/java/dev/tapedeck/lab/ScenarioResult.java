package dev.tapedeck.lab;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a scenario went.
 *
 * @param problems why it failed; empty when it did not
 * @param frames frames recorded
 * @param unused responses of the model script that nothing asked for
 * @param lastLines the provider's last lines, shortened, when it failed
 * @param remains processes that could not be ended
 * @param recording the new recording, whole only when there are no problems
 */
public record ScenarioResult(
        String scenario,
        List<String> problems,
        long frames,
        Duration time,
        List<String> unused,
        List<String> lastLines,
        List<String> remains,
        Path recording) {
    public ScenarioResult {
        problems = List.copyOf(problems);
        unused = List.copyOf(unused);
        lastLines = List.copyOf(lastLines);
        remains = List.copyOf(remains);
    }

    /** The same with what was found out later. */
    public ScenarioResult with(List<String> newProblems, Path place) {
        return new ScenarioResult(scenario, newProblems, frames, time, unused, lastLines, remains, place);
    }

    public boolean passed() {
        return problems.isEmpty();
    }
}
