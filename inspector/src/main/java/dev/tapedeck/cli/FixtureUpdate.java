package dev.tapedeck.cli;

import dev.tapedeck.invariant.Violation;
import dev.tapedeck.lab.ScenarioResult;
import dev.tapedeck.lab.ScenarioRun;
import dev.tapedeck.recording.Damage;
import dev.tapedeck.recording.Strictness;
import dev.tapedeck.replay.Replay;
import dev.tapedeck.replay.ReplayReport;
import dev.tapedeck.text.Reason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;

/** Puts a new recording in the place of an old one, but only when the new one is good. */
final class FixtureUpdate {
    /** Name of the recording in a fixture's folder. */
    static final String RECORDING = "recording.ndjson";

    private FixtureUpdate() {}

    /**
     * Plays the scenario into a file beside the recording, replays that, and moves it into place if the scenario went
     * as its script says and no invariant was violated. The old recording stays otherwise.
     *
     * @param folder the fixture's folder
     */
    static ScenarioResult play(ScenarioRun run, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Path fresh = folder.resolve(RECORDING + ".new");
        Path place = folder.resolve(RECORDING);
        Files.deleteIfExists(fresh);
        try {
            ScenarioResult result = run.play(fresh);
            List<String> problems = new ArrayList<>(result.problems());
            if (result.passed()) {
                problems.addAll(check(fresh));
            }
            if (problems.isEmpty()) {
                Files.move(fresh, place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else if (Files.exists(place)) {
                problems.add("the old recording stays: " + place);
            }
            return result.with(problems, place);
        } finally {
            Files.deleteIfExists(fresh);
        }
    }

    private static List<String> check(Path recording) {
        List<String> problems = new ArrayList<>();
        ReplayReport report;
        try {
            report = Replay.of(recording).strictness(Strictness.TOLERANT).run();
        } catch (IOException e) {
            return List.of("the recording cannot be replayed: " + Reason.of(e));
        }
        for (Damage damage : report.damages()) {
            problems.add("the recording is damaged: " + damage);
        }
        for (Violation violation : report.violations()) {
            problems.add(violation.sentence());
        }
        return problems;
    }
}
