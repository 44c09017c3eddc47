package dev.tapedeck.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tapedeck.fault.FaultPlan;
import dev.tapedeck.fault.PlanFormat;
import dev.tapedeck.fault.HookFailure;
import dev.tapedeck.fault.Lag;
import dev.tapedeck.fault.Lost;
import dev.tapedeck.fault.Schedule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Drawing, running and shrinking of plans. */
final class TortureTest {
    private static final Path RECORDING =
            Path.of("..", "fixtures", "codex", "approve-command-silent", "recording.ndjson");

    @Test
    void the_same_seed_draws_the_same_plan_and_comes_to_the_same() throws IOException {
        List<Subject> subjects = List.of(Subject.read(RECORDING));
        Torture once = new Torture(subjects, List.of(Programme.SWARM), Random::new);
        Torture again = new Torture(subjects, List.of(Programme.SWARM), Random::new);
        for (long seed = 0; seed < 30; seed++) {
            Torture.Result first = once.run(seed);
            Torture.Result second = again.run(seed);
            assertEquals(first.plan(), second.plan());
            assertEquals(
                    first.report().orElseThrow().mapsInFull(), second.report().orElseThrow().mapsInFull());
        }
    }

    @Test
    void every_programme_draws_plans_of_its_own() throws IOException {
        Subject subject = Subject.read(RECORDING);
        for (Programme programme : Programme.values()) {
            Set<FaultPlan> plans = new HashSet<>();
            for (long seed = 0; seed < 20; seed++) {
                plans.add(programme.draw(new Random(seed), subject));
            }
            assertTrue(plans.size() > 5, programme.word());
            assertTrue(plans.stream().allMatch(plan -> programme.word().equals(plan.programme())));
        }
    }

    @Test
    void every_fault_there_is_can_be_drawn() throws IOException {
        Subject subject = Subject.read(RECORDING);
        Coverage coverage = new Coverage();
        for (long seed = 0; seed < 300; seed++) {
            FaultPlan plan = Programme.SWARM.draw(new Random(seed), subject);
            coverage.add(plan.faults(), subject.under(FaultPlan.NONE));
        }
        assertEquals(PlanFormat.usages().size(), coverage.counts().size(), coverage.counts().keySet().toString());
    }

    @Test
    void a_plan_shrinks_to_what_breaks_the_same() {
        FaultPlan plan = FaultPlan.of(List.of(new Lag(3, 5), new Lost(7), new HookFailure(9, "plugin threw")))
                .with(new Schedule.At(List.of(1L, 2L, 5L, 8L, 9L, 12L)));
        FaultPlan shrunk = new Shrinker(smaller -> smaller.faults().contains(new Lost(7))
                        && smaller.schedule() instanceof Schedule.At(List<Long> after)
                        && after.contains(8L))
                .shrunk(plan);
        assertEquals(FaultPlan.of(List.of(new Lost(7))).with(new Schedule.At(List.of(8L))), shrunk);
    }
}
