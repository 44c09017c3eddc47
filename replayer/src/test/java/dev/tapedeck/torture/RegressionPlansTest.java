package dev.tapedeck.torture;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tapedeck.fault.PlanFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Plans that once broke something lie beside their fixture, and break nothing any more. */
final class RegressionPlansTest {
    private static final Path FIXTURES = Path.of("..", "fixtures");

    @TestFactory
    Stream<DynamicTest> a_plan_that_once_failed_holds() throws IOException {
        List<Path> plans;
        try (Stream<Path> all = Files.walk(FIXTURES, 4)) {
            plans = all.filter(file -> file.getParent().endsWith("faults")).sorted().toList();
        }
        assertFalse(plans.isEmpty(), "plans below fixtures");
        return plans.stream().map(plan -> DynamicTest.dynamicTest(FIXTURES.relativize(plan).toString(), () -> {
            Path recording = plan.getParent().resolveSibling("recording.ndjson");
            assertEquals(
                    List.of(),
                    Subject.read(recording).under(PlanFormat.read(Files.readAllBytes(plan))).violations());
        }));
    }
}
